// Operations on transposes, whose elements lie in memory in another order than the result's. Times are
// per element.
#pragma once

#include "support/harness.hpp"

namespace bench {

/// x.T + y, both square.
struct AddTransposed : Filled<AddTransposed> {
  static Family family() {
    return {"AddTransposed", {"side"}, Destination::fresh, {{256}, {4096}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[0]; }
  explicit AddTransposed(const Shape& shape)
      : Filled{1, largest(shape)}, side(shape[0]), x(floats(elements, 1)), y(floats(elements, 2)) {}
  void fill(float* out, std::size_t) const { loop(out, x.data(), y.data(), side); }
  BENCH_LOOP static void loop(float* out, const float* x, const float* y, Index side) {
    for (Index i = 0; i < side; ++i)
      for (Index j = 0; j < side; ++j) out[i * side + j] = x[j * side + i] + y[i * side + j];
  }
  Index side;
  Buffer<float> x;
  Buffer<float> y;
};

/// x.permute(0, 2, 1) * 2 of an x of shape (planes, rows, columns).
struct ScalePlanes : Filled<ScalePlanes> {
  static Family family() {
    return {"ScalePlanes",
            {"planes", "rows", "columns"},
            Destination::fresh,
            {{85, 12, 64}, {16, 1024, 1024}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1] * shape[2]; }
  explicit ScalePlanes(const Shape& shape)
      : Filled{1, largest(shape)},
        planes(shape[0]),
        rows(shape[1]),
        columns(shape[2]),
        x(floats(elements, 1)) {}
  void fill(float* out, std::size_t) const { loop(out, x.data(), planes, rows, columns); }
  BENCH_LOOP static void loop(float* out, const float* x, Index planes, Index rows, Index columns) {
    for (Index p = 0; p < planes; ++p, out += rows * columns, x += rows * columns)
      for (Index j = 0; j < columns; ++j)
        for (Index i = 0; i < rows; ++i) out[j * rows + i] = x[i * columns + j] * 2;
  }
  Index planes;
  Index rows;
  Index columns;
  Buffer<float> x;
};

/// x.T[:, i], x square: rows of x, as columns.
struct GatherTransposed : Filled<GatherTransposed> {
  static Family family() {
    return {"GatherTransposed", {"side", "count"}, Destination::fresh, {{256, 64}, {4096, 1024}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[0]; }
  explicit GatherTransposed(const Shape& shape)
      : Filled{sets_for(largest(shape)), shape[0] * shape[1]},
        side(shape[0]),
        count(shape[1]),
        x(floats(largest(shape), 1)),
        index(indices(sets, side, count, 2)) {}
  void fill(float* out, std::size_t set) const {
    loop(out, x.data(), index[set].data(), side, count);
  }
  BENCH_LOOP static void loop(float* out, const float* x, const Index* index, Index side,
                              Index count) {
    for (Index i = 0; i < side; ++i)
      for (Index k = 0; k < count; ++k) out[i * count + k] = x[index[k] * side + i];
  }
  Index side;
  Index count;
  Buffer<float> x;
  IndexSets index;
};

/// x.T[:, i] = v, x square. Of equal indices the last wins.
struct PutTransposed : Counted {
  static Family family() {
    return {"PutTransposed", {"side", "count"}, Destination::in_place, {{256, 64}, {4096, 1024}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[0]; }
  explicit PutTransposed(const Shape& shape)
      : Counted{sets_for(largest(shape)), shape[0] * shape[1]},
        side(shape[0]),
        count(shape[1]),
        x(zeros(largest(shape))),
        value(floats(elements, 1)),
        index(indices(sets, side, count, 2)) {}
  [[nodiscard]] const Buffer<float>& target() const { return x; }
  void reset() const { fill_zeros(x); }
  void by_hand(std::size_t set) const {
    loop(x.data(), value.data(), index[set].data(), side, count);
  }
  BENCH_LOOP static void loop(float* x, const float* value, const Index* index, Index side,
                              Index count) {
    for (Index i = 0; i < side; ++i)
      for (Index k = 0; k < count; ++k) x[index[k] * side + i] = value[i * count + k];
  }
  Index side;
  Index count;
  Buffer<float> x;
  Buffer<float> value;
  IndexSets index;
};

/// The sum of x.permute(2, 0, 1) along its first dim, x of shape (planes, rows, columns), of zeros and ones.
struct SumTransposed : Counted {
  static Family family() {
    return {"SumTransposed",
            {"planes", "rows", "columns"},
            Destination::fresh,
            {{16, 64, 64}, {16, 1024, 1024}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1] * shape[2]; }
  explicit SumTransposed(const Shape& shape)
      : Counted{1, largest(shape)},
        planes(shape[0]),
        rows(shape[1]),
        columns(shape[2]),
        x(bits(elements, 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    Result<float> out(planes * rows);
    loop(out.data(), x.data(), planes * rows, columns);
    return out;
  }
  BENCH_LOOP static void loop(float* out, const float* x, Index lines, Index columns) {
    for (Index i = 0; i < lines; ++i) {
      float sum = 0;
      for (Index j = 0; j < columns; ++j) sum += x[i * columns + j];
      out[i] = sum;
    }
  }
  Index planes;
  Index rows;
  Index columns;
  Buffer<float> x;
};

}  // namespace bench
