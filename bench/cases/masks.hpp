// Reads and writes by masks, where, and searches for nonzero elements. Times are per element of the
// mask, not of the result.
#pragma once

#include "support/harness.hpp"

namespace bench {

BENCH_LOOP Index count_loop(const bool* mask, Index n) {
  Index count = 0;
  for (Index i = 0; i < n; ++i) count += mask[i] ? 1 : 0;
  return count;
}

struct Masked : Counted {
  static Index largest(const Shape& shape) { return shape[0]; }
  Masked(Index n, Index percent) : Counted{1, n}, x(floats(n, 1)), chosen(mask(n, percent, 2)) {}
  Buffer<float> x;
  Buffer<bool> chosen;
};

BENCH_LOOP Result<float> mask_read_loop(const float* x, const bool* mask, Index n) {
  Result<float> out(count_loop(mask, n));
  float* to = out.data();
  for (Index i = 0; i < n; ++i) {
    if (mask[i]) *to++ = x[i];
  }
  return out;
}

/// x[mask].
struct MaskRead : Masked {
  static Family family() {
    Family result{"MaskRead", {"n", "percent"}, Destination::fresh, {}};
    for (const Index n : {Index{1} << 16, Index{1} << 24})
      for (const Index percent : {1, 10, 50, 90}) result.shapes.push_back({n, percent});
    return result;
  }
  explicit MaskRead(const Shape& shape) : Masked(shape[0], shape[1]) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    return mask_read_loop(x.data(), chosen.data(), elements);
  }
};

/// The sum of x[mask].
struct MaskSum : Masked {
  static Family family() {
    return {"MaskSum", {"n", "percent"}, Destination::none, {{1 << 16, 50}, {1 << 24, 50}}};
  }
  explicit MaskSum(const Shape& shape) : Masked(shape[0], shape[1]) { x = bits(elements, 1); }
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    Result<float> out(1);
    out.data()[0] = loop(x.data(), chosen.data(), elements);
    return out;
  }
  BENCH_LOOP static float loop(const float* x, const bool* mask, Index n) {
    float sum = 0;
    for (Index i = 0; i < n; ++i) sum += mask[i] ? x[i] : 0.F;
    return sum;
  }
};

/// x[mask] with 50 % true, for every size.
struct MaskReadOfSize : MaskRead {
  static Family family() { return {"MaskRead", {"n"}, Destination::fresh, {}, growing_sizes()}; }
  explicit MaskReadOfSize(const Shape& shape) : MaskRead({shape[0], 50}) {}
};

/// x[mask] = 0.5.
struct MaskFill : Masked {
  static Family family() {
    return {"MaskFill",
            {"n", "percent"},
            Destination::in_place,
            {{1 << 16, 1}, {1 << 16, 50}, {1 << 16, 90}, {1 << 24, 50}}};
  }
  explicit MaskFill(const Shape& shape) : Masked(shape[0], shape[1]) {}
  [[nodiscard]] const Buffer<float>& target() const { return x; }
  void reset() const { fill_floats(x, 1); }
  void by_hand(std::size_t) const { loop(x.data(), chosen.data(), elements); }
  BENCH_LOOP static void loop(float* x, const bool* mask, Index n) {
    for (Index i = 0; i < n; ++i) {
      if (mask[i]) x[i] = 0.5F;
    }
  }
};

/// x[mask] = values, one value for each true element of the mask.
struct MaskPut : Masked {
  static Family family() {
    return {"MaskPut", {"n", "percent"}, Destination::in_place, {{1 << 16, 50}, {1 << 24, 50}}};
  }
  explicit MaskPut(const Shape& shape)
      : Masked(shape[0], shape[1]), value(floats(count_loop(chosen.data(), elements), 3)) {}
  [[nodiscard]] const Buffer<float>& target() const { return x; }
  void reset() const { fill_floats(x, 1); }
  void by_hand(std::size_t) const { loop(x.data(), chosen.data(), value.data(), elements); }
  BENCH_LOOP static void loop(float* x, const bool* mask, const float* value, Index n) {
    for (Index i = 0; i < n; ++i) {
      if (mask[i]) x[i] = *value++;
    }
  }
  Buffer<float> value;
};

/// The number of true elements.
struct MaskCount : Masked {
  static Family family() {
    return {"MaskCount", {"n", "percent"}, Destination::none, {{1 << 16, 50}, {1 << 24, 50}}};
  }
  explicit MaskCount(const Shape& shape) : Masked(shape[0], shape[1]) {}
  [[nodiscard]] Result<Index> by_hand(std::size_t) const {
    Result<Index> out(1);
    out.data()[0] = count_loop(chosen.data(), elements);
    return out;
  }
};

/// where(mask, a, b).
struct Where : Filled<Where> {
  static Family family() {
    return {"Where", {"n", "percent"}, Destination::fresh, {{1 << 16, 50}, {1 << 24, 50}}};
  }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit Where(const Shape& shape)
      : Filled{1, shape[0]},
        chosen(mask(elements, shape[1], 2)),
        a(floats(elements, 1)),
        b(floats(elements, 3)) {}
  void fill(float* out, std::size_t) const {
    loop(out, chosen.data(), a.data(), b.data(), elements);
  }
  BENCH_LOOP static void loop(float* out, const bool* mask, const float* a, const float* b,
                              Index n) {
    for (Index i = 0; i < n; ++i) out[i] = mask[i] ? a[i] : b[i];
  }
  Buffer<bool> chosen;
  Buffer<float> a;
  Buffer<float> b;
};

/// The coordinates of the true elements of a mask of shape (rows, columns), one row each. One row:
/// a mask of rank 1.
struct Nonzero : Counted {
  static Family family() {
    return {"Nonzero",
            {"rows", "columns"},
            Destination::fresh,
            {{1, 1 << 16}, {256, 256}, {1, 1 << 24}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1]; }
  explicit Nonzero(const Shape& shape)
      : Counted{1, largest(shape)},
        rows(shape[0]),
        columns(shape[1]),
        chosen(mask(elements, 50, 2)) {}
  [[nodiscard]] Index rank() const { return rows == 1 ? 1 : 2; }
  [[nodiscard]] Result<Index> by_hand(std::size_t) const {
    Result<Index> out(count_loop(chosen.data(), elements) * rank());
    loop(out.data(), chosen.data(), rows, columns);
    return out;
  }
  BENCH_LOOP static void loop(Index* out, const bool* mask, Index rows, Index columns) {
    for (Index r = 0; r < rows; ++r) {
      for (Index c = 0; c < columns; ++c) {
        if (!mask[r * columns + c]) continue;
        if (rows > 1) *out++ = r;
        *out++ = c;
      }
    }
  }
  Index rows;
  Index columns;
  Buffer<bool> chosen;
};

}  // namespace bench
