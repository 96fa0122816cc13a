// Writes by index tensors: elements and rows, assigned and added.
#pragma once

#include "support/harness.hpp"

namespace bench {

BENCH_LOOP void scatter_loop(float* x, const Index* i, const float* value, Index count,
                             Index inner) {
  for (Index k = 0; k < count; ++k)
    for (Index j = 0; j < inner; ++j) x[i[k] * inner + j] = value[k * inner + j];
}

BENCH_LOOP void accumulate_loop(float* x, const Index* i, const float* value, Index count,
                                Index inner) {
  for (Index k = 0; k < count; ++k)
    for (Index j = 0; j < inner; ++j) x[i[k] * inner + j] += value[k * inner + j];
}

/// An x of shape (rows, inner), written at rows i with values of shape (count, inner).
struct Written : Counted {
  Written(Index rows_, Index inner_, Index count_, Index distinct)
      : Counted{sets_for(rows_ * inner_), count_ * inner_},
        rows(rows_),
        inner(inner_),
        count(count_),
        x(zeros(rows * inner)),
        value(floats(elements, 1)),
        index(indices(sets, distinct, count, 2)) {}
  [[nodiscard]] const Buffer<float>& target() const { return x; }
  void reset() const { fill_zeros(x); }
  Index rows;
  Index inner;
  Index count;
  Buffer<float> x;
  Buffer<float> value;
  IndexSets index;
};

struct WrittenElements : Written {
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit WrittenElements(const Shape& shape) : Written(shape[0], 1, shape[1], shape[0]) {}
};

/// x[i] = value, x of rank 1.
struct Scatter : WrittenElements {
  using WrittenElements::WrittenElements;
  static Family family() {
    return {"Scatter",
            {"target", "count"},
            Destination::in_place,
            {{4096, 4096}, {Index{1} << 26, Index{1} << 20}}};
  }
  void by_hand(std::size_t set) const {
    scatter_loop(x.data(), index[set].data(), value.data(), count, 1);
  }
};

/// x[i] += value, x of rank 1; duplicates accumulate.
struct Accumulate : WrittenElements {
  using WrittenElements::WrittenElements;
  static Family family() {
    Family result = Scatter::family();
    result.name = "Accumulate";
    return result;
  }
  void by_hand(std::size_t set) const {
    accumulate_loop(x.data(), index[set].data(), value.data(), count, 1);
  }
};

/// The same with all indices equal.
struct AccumulateHot : Written {
  static Family family() {
    return {"AccumulateHot", {"target", "count"}, Destination::in_place, {{4096, 65536}}};
  }
  static Index largest(const Shape& shape) { return shape[1]; }
  explicit AccumulateHot(const Shape& shape) : Written(shape[0], 1, shape[1], 1) {}
  void by_hand(std::size_t set) const {
    accumulate_loop(x.data(), index[set].data(), value.data(), count, 1);
  }
};

struct WrittenRows : Written {
  static Index largest(const Shape& shape) { return shape[0] * shape[1]; }
  explicit WrittenRows(const Shape& shape) : Written(shape[0], shape[1], shape[2], shape[0]) {}
};

/// x[i] = rows.
struct RowsPut : WrittenRows {
  using WrittenRows::WrittenRows;
  static Family family() {
    return {"RowsPut",
            {"rows", "inner", "count"},
            Destination::in_place,
            {{1024, 64, 1024}, {Index{1} << 20, 64, Index{1} << 16}}};
  }
  void by_hand(std::size_t set) const {
    scatter_loop(x.data(), index[set].data(), value.data(), count, inner);
  }
};

/// x[i] += rows; duplicates accumulate.
struct RowsAccumulate : WrittenRows {
  using WrittenRows::WrittenRows;
  static Family family() {
    Family result = RowsPut::family();
    result.name = "RowsAccumulate";
    return result;
  }
  void by_hand(std::size_t set) const {
    accumulate_loop(x.data(), index[set].data(), value.data(), count, inner);
  }
};

/// x[i] = value for every size.
struct ScatterOfSize : Scatter {
  static Family family() { return {"Scatter", {"n"}, Destination::in_place, {}, growing_sizes()}; }
  explicit ScatterOfSize(const Shape& shape)
      : Scatter({shape[0], std::min(shape[0], Index{1} << 20)}) {}
};

}  // namespace bench
