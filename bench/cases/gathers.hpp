// Reads by index tensors: elements, pairs, rows, columns, some combined with slices.
#pragma once

#include "support/harness.hpp"

namespace bench {

BENCH_LOOP void gather_loop(float* out, const float* x, const Index* i, Index count) {
  for (Index k = 0; k < count; ++k) out[k] = x[i[k]];
}

/// x[i], x of rank 1.
struct Gather : Filled<Gather> {
  static Family family() {
    return {"Gather",
            {"source", "count"},
            Destination::fresh,
            {{4096, 4096},
             {65536, 16384},
             {Index{1} << 21, Index{1} << 18},
             {Index{1} << 26, Index{1} << 20}}};
  }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit Gather(const Shape& shape)
      : Filled{sets_for(shape[0]), shape[1]},
        x(floats(shape[0], 1)),
        index(indices(sets, shape[0], shape[1], 2)) {}
  void fill(float* out, std::size_t set) const {
    gather_loop(out, x.data(), index[set].data(), elements);
  }
  Buffer<float> x;
  IndexSets index;
};
using GatherInto = Into<Gather>;

BENCH_LOOP void gather_pairs_loop(float* out, const float* x, const Index* i, const Index* j,
                                  Index count, Index columns) {
  for (Index k = 0; k < count; ++k) out[k] = x[i[k] * columns + j[k]];
}

/// x[i, j], x square.
struct GatherPairs : Filled<GatherPairs> {
  static Family family() {
    return {
        "GatherPairs", {"side", "count"}, Destination::fresh, {{64, 4096}, {8192, Index{1} << 20}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[0]; }
  explicit GatherPairs(const Shape& shape)
      : Filled{sets_for(largest(shape)), shape[1]},
        side(shape[0]),
        x(floats(side * side, 1)),
        row(indices(sets, side, elements, 2)),
        column(indices(sets, side, elements, 3)) {}
  void fill(float* out, std::size_t set) const {
    gather_pairs_loop(out, x.data(), row[set].data(), column[set].data(), elements, side);
  }
  Index side;
  Buffer<float> x;
  IndexSets row;
  IndexSets column;
};

BENCH_LOOP void gather_rows_loop(float* out, const float* x, const Index* i, Index count,
                                 Index inner) {
  for (Index k = 0; k < count; ++k)
    for (Index j = 0; j < inner; ++j) out[k * inner + j] = x[i[k] * inner + j];
}

/// x[i], x of shape (rows, inner).
struct GatherRows : Filled<GatherRows> {
  static Family family() {
    return {"GatherRows",
            {"rows", "inner", "count"},
            Destination::fresh,
            {{1024, 4, 4096},
             {1024, 16, 4096},
             {1024, 64, 4096},
             {Index{1} << 24, 4, Index{1} << 19},
             {Index{1} << 22, 16, Index{1} << 18},
             {Index{1} << 20, 64, Index{1} << 16},
             {Index{1} << 18, 256, Index{1} << 14}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1]; }
  explicit GatherRows(const Shape& shape)
      : Filled{sets_for(largest(shape)), shape[1] * shape[2]},
        rows(shape[0]),
        inner(shape[1]),
        count(shape[2]),
        x(floats(rows * inner, 1)),
        index(indices(sets, rows, count, 2)) {}
  void fill(float* out, std::size_t set) const {
    gather_rows_loop(out, x.data(), index[set].data(), count, inner);
  }
  Index rows;
  Index inner;
  Index count;
  Buffer<float> x;
  IndexSets index;
};
using GatherRowsInto = Into<GatherRows>;

BENCH_LOOP void sum_bags_loop(float* out, const float* x, const Index* i, Index bags, Index size,
                              Index inner) {
  for (Index b = 0; b < bags; ++b) {
    for (Index j = 0; j < inner; ++j) out[b * inner + j] = 0;
    for (Index k = b * size; k < (b + 1) * size; ++k)
      for (Index j = 0; j < inner; ++j) out[b * inner + j] += x[i[k] * inner + j];
  }
}

/// The sums of the rows x[i[b]] for each row b of i, which has shape (bags, size).
struct SumBags : Filled<SumBags> {
  static Family family() {
    return {"SumBags",
            {"rows", "inner", "bags", "size"},
            Destination::fresh,
            {{65536, 8, 4096, 8},
             {65536, 8, 1024, 32},
             {8192, 64, 1024, 8},
             {8192, 64, 256, 32},
             {Index{1} << 23, 8, 32768, 8},
             {Index{1} << 23, 8, 8192, 32},
             {Index{1} << 20, 64, 8192, 8},
             {Index{1} << 20, 64, 2048, 32}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1]; }
  explicit SumBags(const Shape& shape)
      : Filled{sets_for(largest(shape)), shape[1] * shape[2]},
        rows(shape[0]),
        inner(shape[1]),
        bags(shape[2]),
        size(shape[3]),
        x(floats(rows * inner, 1)),
        index(indices(sets, rows, bags * size, 2)) {}
  void fill(float* out, std::size_t set) const {
    sum_bags_loop(out, x.data(), index[set].data(), bags, size, inner);
  }
  Index rows;
  Index inner;
  Index bags;
  Index size;
  Buffer<float> x;
  IndexSets index;
};

BENCH_LOOP void gather_columns_loop(float* out, const float* x, const Index* i, Index rows,
                                    Index columns, Index count) {
  for (Index r = 0; r < rows; ++r)
    for (Index k = 0; k < count; ++k) out[r * count + k] = x[r * columns + i[k]];
}

/// x[:, i], x square.
struct GatherColumns : Filled<GatherColumns> {
  static Family family() {
    return {"GatherColumns",
            {"side", "count"},
            Destination::fresh,
            {{256, 256}, {4096, 1024}, {4096, 64}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[0]; }
  explicit GatherColumns(const Shape& shape)
      : Filled{sets_for(largest(shape)), shape[0] * shape[1]},
        side(shape[0]),
        count(shape[1]),
        x(floats(side * side, 1)),
        index(indices(sets, side, count, 2)) {}
  void fill(float* out, std::size_t set) const {
    gather_columns_loop(out, x.data(), index[set].data(), side, side, count);
  }
  Index side;
  Index count;
  Buffer<float> x;
  IndexSets index;
};

BENCH_LOOP void gather_trailing_loop(float* out, const float* x, const Index* i, const Index* j,
                                     Index outer, Index side, Index count) {
  for (Index o = 0; o < outer; ++o)
    for (Index k = 0; k < count; ++k) out[o * count + k] = x[(o * side + i[k]) * side + j[k]];
}

/// x[:, :, i, j], x of shape (outer / 64, 64, side, side).
struct GatherTrailing : Filled<GatherTrailing> {
  static Family family() {
    return {"GatherTrailing", {"outer", "side", "count"}, Destination::fresh, {{1024, 256, 4096}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1] * shape[1]; }
  explicit GatherTrailing(const Shape& shape)
      : Filled{sets_for(largest(shape)), shape[0] * shape[2]},
        outer(shape[0]),
        side(shape[1]),
        count(shape[2]),
        x(floats(outer * side * side, 1)),
        row(indices(sets, side, count, 2)),
        column(indices(sets, side, count, 3)) {}
  void fill(float* out, std::size_t set) const {
    gather_trailing_loop(out, x.data(), row[set].data(), column[set].data(), outer, side, count);
  }
  Index outer;
  Index side;
  Index count;
  Buffer<float> x;
  IndexSets row;
  IndexSets column;
};

BENCH_LOOP void gather_split_loop(float* out, const float* x, const Index* i, const Index* j,
                                  Index side, Index middle, Index count) {
  for (Index k = 0; k < count; ++k)
    for (Index m = 0; m < middle; ++m) out[k * middle + m] = x[(i[k] * middle + m) * side + j[k]];
}

/// x[i, :, j], x of shape (side, middle, side): the slice's dim is the last of the result.
struct GatherSplit : Filled<GatherSplit> {
  static Family family() {
    return {"GatherSplit", {"side", "middle", "count"}, Destination::fresh, {{512, 256, 4096}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1] * shape[0]; }
  explicit GatherSplit(const Shape& shape)
      : Filled{sets_for(largest(shape)), shape[1] * shape[2]},
        side(shape[0]),
        middle(shape[1]),
        count(shape[2]),
        x(floats(side * middle * side, 1)),
        first(indices(sets, side, count, 2)),
        last(indices(sets, side, count, 3)) {}
  void fill(float* out, std::size_t set) const {
    gather_split_loop(out, x.data(), first[set].data(), last[set].data(), side, middle, count);
  }
  Index side;
  Index middle;
  Index count;
  Buffer<float> x;
  IndexSets first;
  IndexSets last;
};

BENCH_LOOP void gather_outer_loop(float* out, const float* x, const Index* i, const Index* j,
                                  Index count, Index columns) {
  for (Index r = 0; r < count; ++r)
    for (Index k = 0; k < count; ++k) out[r * count + k] = x[i[r] * columns + j[k]];
}

/// x[ix_(i, j)], x square: all rows of i by all columns of j.
struct GatherOuter : Filled<GatherOuter> {
  static Family family() {
    return {"GatherOuter", {"side", "count"}, Destination::fresh, {{8192, 1024}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[0]; }
  explicit GatherOuter(const Shape& shape)
      : Filled{sets_for(largest(shape)), shape[1] * shape[1]},
        side(shape[0]),
        count(shape[1]),
        x(floats(side * side, 1)),
        row(indices(sets, side, count, 2)),
        column(indices(sets, side, count, 3)) {}
  void fill(float* out, std::size_t set) const {
    gather_outer_loop(out, x.data(), row[set].data(), column[set].data(), count, side);
  }
  Index side;
  Index count;
  Buffer<float> x;
  IndexSets row;
  IndexSets column;
};

/// pred[b, s, t], pred of shape (batch, steps, words), with b and s counting up: the probability of
/// each token. The calls cycle through enough sets of tokens that no cache line is still cached.
struct TokenProbabilities : Filled<TokenProbabilities> {
  static Family family() {
    return {
        "TokenProbabilities", {"batch", "steps", "words"}, Destination::fresh, {{8, 768, 50257}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1] * shape[2]; }
  explicit TokenProbabilities(const Shape& shape)
      : Filled{256, shape[0] * shape[1]},
        batch(shape[0]),
        steps(shape[1]),
        words(shape[2]),
        pred(floats(largest(shape), 1)),
        token(indices(sets, words, elements, 2)) {}
  void fill(float* out, std::size_t set) const {
    loop(out, pred.data(), token[set].data(), elements, words);
  }
  BENCH_LOOP static void loop(float* out, const float* x, const Index* t, Index n, Index words) {
    for (Index k = 0; k < n; ++k) out[k] = x[k * words + t[k]];
  }
  Index batch;
  Index steps;
  Index words;
  Buffer<float> pred;
  IndexSets token;
};

/// x[i] for sizes from one cache line to half a gigabyte.
struct GatherOfSize : Filled<GatherOfSize> {
  static Family family() { return {"Gather", {"n"}, Destination::fresh, {}, growing_sizes()}; }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit GatherOfSize(const Shape& shape)
      : Filled{sets_for(shape[0]), std::min(shape[0], Index{1} << 20)},
        x(floats(shape[0], 1)),
        index(indices(sets, shape[0], elements, 2)) {}
  void fill(float* out, std::size_t set) const {
    gather_loop(out, x.data(), index[set].data(), elements);
  }
  Buffer<float> x;
  IndexSets index;
};

}  // namespace bench
