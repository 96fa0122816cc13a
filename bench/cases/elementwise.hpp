// Arithmetic, comparisons and sums. Times are per element of the largest operand.
#pragma once

#include "support/harness.hpp"

namespace bench {

BENCH_LOOP void add_loop(float* out, const float* a, const float* b, Index n) {
  for (Index i = 0; i < n; ++i) out[i] = a[i] + b[i];
}

struct TwoOperands {
  explicit TwoOperands(Index n) : a(floats(n, 1)), b(floats(n, 2)) {}
  Buffer<float> a;
  Buffer<float> b;
};

/// a + b.
struct Add : Filled<Add>, TwoOperands {
  static Family family() { return {"Add", {"n"}, Destination::fresh, {{8192}, {1 << 24}}}; }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit Add(const Shape& shape) : Filled{1, shape[0]}, TwoOperands(shape[0]) {}
  void fill(float* out, std::size_t) const { add_loop(out, a.data(), b.data(), elements); }
};

/// a + b for every size.
struct AddOfSize : Add {
  static Family family() { return {"Add", {"n"}, Destination::fresh, {}, growing_sizes()}; }
  using Add::Add;
};

/// a += b.
struct AddInPlace : Counted, TwoOperands {
  static Family family() {
    return {"AddInPlace", {"n"}, Destination::in_place, {{8192}, {1 << 24}}};
  }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit AddInPlace(const Shape& shape) : Counted{1, shape[0]}, TwoOperands(shape[0]) {}
  [[nodiscard]] const Buffer<float>& target() const { return a; }
  void reset() const { fill_floats(a, 1); }
  void by_hand(std::size_t) const { loop(a.data(), b.data(), elements); }
  BENCH_LOOP static void loop(float* a, const float* b, Index n) {
    for (Index i = 0; i < n; ++i) a[i] += b[i];
  }
};

/// (n, 1) + (1, n), broadcast.
struct AddBroadcast : Filled<AddBroadcast>, TwoOperands {
  static Family family() { return {"AddBroadcast", {"side"}, Destination::fresh, {{512}}}; }
  static Index largest(const Shape& shape) { return shape[0] * shape[0]; }
  explicit AddBroadcast(const Shape& shape)
      : Filled{1, largest(shape)}, TwoOperands(shape[0]), side(shape[0]) {}
  void fill(float* out, std::size_t) const { loop(out, a.data(), b.data(), side); }
  BENCH_LOOP static void loop(float* out, const float* a, const float* b, Index n) {
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) out[i * n + j] = a[i] + b[j];
  }
  Index side;
};

/// a > 0.5, as bools.
struct Greater : Counted {
  static Family family() { return {"Greater", {"n"}, Destination::fresh, {{1 << 16}, {1 << 24}}}; }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit Greater(const Shape& shape) : Counted{1, shape[0]}, a(floats(elements, 1)) {}
  [[nodiscard]] Result<bool> by_hand(std::size_t) const {
    Result<bool> out(elements);
    loop(out.data(), a.data(), elements);
    return out;
  }
  BENCH_LOOP static void loop(bool* out, const float* a, Index n) {
    for (Index i = 0; i < n; ++i) out[i] = a[i] > 0.5F;
  }
  Buffer<float> a;
};

/// The sum of an array of zeros and ones.
struct Sum : Counted {
  static Family family() { return {"Sum", {"n"}, Destination::none, {{1 << 16}, {1 << 24}}}; }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit Sum(const Shape& shape) : Counted{1, shape[0]}, a(bits(elements, 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    Result<float> out(1);
    out.data()[0] = loop(a.data(), elements);
    return out;
  }
  BENCH_LOOP static float loop(const float* a, Index n) {
    float sum = 0;
    for (Index i = 0; i < n; ++i) sum += a[i];
    return sum;
  }
  Buffer<float> a;
};

/// The column sums of an x of shape (rows, columns).
struct SumAxis : Counted {
  static Family family() {
    return {"SumAxis", {"rows", "columns"}, Destination::fresh, {{256, 256}, {4096, 4096}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1]; }
  explicit SumAxis(const Shape& shape)
      : Counted{1, largest(shape)}, rows(shape[0]), columns(shape[1]), a(floats(elements, 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    Result<float> out(columns);
    loop(out.data(), a.data(), rows, columns);
    return out;
  }
  BENCH_LOOP static void loop(float* out, const float* a, Index rows, Index columns) {
    for (Index j = 0; j < columns; ++j) out[j] = 0;
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < columns; ++j) out[j] += a[i * columns + j];
  }
  Index rows;
  Index columns;
  Buffer<float> a;
};

}  // namespace bench
