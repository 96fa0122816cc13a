// Gathers: elements, pairs, rows and columns, each beside the loop that a user would write by hand,
// unchecked.
#include "support.hpp"

namespace {

using namespace ndx;

__attribute__((noinline)) void gather_by_hand(float* out, const float* in, const index_t* index,
                                              index_t n) {
  for (index_t k = 0; k < n; ++k) out[k] = in[index[k]];
}

__attribute__((noinline)) void gather_pairs_by_hand(float* out, const float* in, const index_t* row,
                                                    const index_t* column, index_t n,
                                                    index_t columns) {
  for (index_t k = 0; k < n; ++k) out[k] = in[row[k] * columns + column[k]];
}

__attribute__((noinline)) void gather_rows_by_hand(float* out, const float* in,
                                                   const index_t* index, index_t n, index_t inner) {
  for (index_t k = 0; k < n; ++k) {
    for (index_t j = 0; j < inner; ++j) out[k * inner + j] = in[index[k] * inner + j];
  }
}

__attribute__((noinline)) void gather_columns_by_hand(float* out, const float* in,
                                                      const index_t* index, index_t n, index_t rows,
                                                      index_t columns) {
  for (index_t r = 0; r < rows; ++r) {
    for (index_t k = 0; k < n; ++k) out[r * n + k] = in[r * columns + index[k]];
  }
}

/// The result's memory is fresh in every iteration, as a call makes it; by hand the same, from the
/// same allocator.
template <class Work>
void by_hand(benchmark::State& state, const Dims& shape, const Tensor<float>& expected,
             Work&& work) {
  const auto once = empty<float>(shape);
  work(once.data());
  bench::require(bench::same(once, {expected.begin(), expected.end()}), "by hand");
  for (auto _ : state) {
    const auto out = empty<float>(shape);
    work(out.data());
    benchmark::DoNotOptimize(out.data());
  }
  bench::count_elements(state, expected.numel());
}

void library(benchmark::State& state, const Tensor<float>& x,
             const std::vector<TensorIndex>& terms) {
  for (auto _ : state) benchmark::DoNotOptimize(x.index(terms));
  bench::count_elements(state, x.index(terms).numel());
}

struct Elements {
  explicit Elements(index_t n)
      : x(rand<float>({n}, 1)),
        index(randint<index_t>(0, n, {n < 1 << 16 ? n : 1 << 20}, 2)),
        terms{index} {}
  Tensor<float> x;
  Tensor<index_t> index;
  std::vector<TensorIndex> terms;
};

void BM_Gather(benchmark::State& state) {
  const Elements e(state.range(0));
  library(state, e.x, e.terms);
}
void BM_Gather_ByHand(benchmark::State& state) {
  const Elements e(state.range(0));
  by_hand(state, e.index.shape(), e.x.index(e.terms),
          [&](float* out) { gather_by_hand(out, e.x.data(), e.index.data(), e.index.numel()); });
}
BENCHMARK(BM_Gather)->ArgName("source")->Arg(3)->Arg(4096)->Arg(1 << 21)->Arg(1 << 26);
BENCHMARK(BM_Gather_ByHand)->ArgName("source")->Arg(3)->Arg(4096)->Arg(1 << 21)->Arg(1 << 26);

void BM_GatherPairs(benchmark::State& state) {
  const index_t n = state.range(0);
  const auto x = rand<float>({n, n}, 1);
  library(state, x, {randint<index_t>(0, n, {4096}, 2), randint<index_t>(0, n, {4096}, 3)});
}
void BM_GatherPairs_ByHand(benchmark::State& state) {
  const index_t n = state.range(0);
  const auto x = rand<float>({n, n}, 1);
  const auto row = randint<index_t>(0, n, {4096}, 2);
  const auto column = randint<index_t>(0, n, {4096}, 3);
  by_hand(state, row.shape(), x.index({row, column}), [&](float* out) {
    gather_pairs_by_hand(out, x.data(), row.data(), column.data(), 4096, n);
  });
}
BENCHMARK(BM_GatherPairs)->ArgName("side")->Arg(64)->Arg(8192);
BENCHMARK(BM_GatherPairs_ByHand)->ArgName("side")->Arg(64)->Arg(8192);

void BM_GatherRows(benchmark::State& state) {
  const index_t inner = state.range(0);
  library(state, rand<float>({4096, inner}, 1), {randint<index_t>(0, 4096, {4096}, 2)});
}
void BM_GatherRows_ByHand(benchmark::State& state) {
  const index_t inner = state.range(0);
  const auto x = rand<float>({4096, inner}, 1);
  const auto index = randint<index_t>(0, 4096, {4096}, 2);
  by_hand(state, {4096, inner}, x.index({index}),
          [&](float* out) { gather_rows_by_hand(out, x.data(), index.data(), 4096, inner); });
}
BENCHMARK(BM_GatherRows)->ArgName("inner")->Arg(4)->Arg(16)->Arg(64);
BENCHMARK(BM_GatherRows_ByHand)->ArgName("inner")->Arg(4)->Arg(16)->Arg(64);

void BM_GatherColumns(benchmark::State& state) {
  const index_t columns = state.range(0);
  library(state, rand<float>({256, columns}, 1), {Slice(), randint<index_t>(0, columns, {256}, 2)});
}
void BM_GatherColumns_ByHand(benchmark::State& state) {
  const index_t columns = state.range(0);
  const auto x = rand<float>({256, columns}, 1);
  const auto index = randint<index_t>(0, columns, {256}, 2);
  by_hand(state, {256, 256}, x.index({Slice(), index}), [&](float* out) {
    gather_columns_by_hand(out, x.data(), index.data(), 256, 256, columns);
  });
}
BENCHMARK(BM_GatherColumns)->ArgName("columns")->Arg(256)->Arg(4096);
BENCHMARK(BM_GatherColumns_ByHand)->ArgName("columns")->Arg(256)->Arg(4096);

}  // namespace
