// Copies of strided views, beside hand-written loops.
#include "support.hpp"

namespace {

using namespace ndx;

template <class View>
void library(benchmark::State& state, View&& view) {
  const index_t n = state.range(0);
  const auto x = rand<float>({n, n}, 1);
  const Tensor<float> source = view(x);
  bench::require(bench::same(source.clone(), {source.begin(), source.end()}), "clone");
  for (auto _ : state) benchmark::DoNotOptimize(source.clone());
  bench::count_elements(state, source.numel());
}

/// out[i, j] = in[i * row_step + j * column_step]
__attribute__((noinline)) void copy_by_hand(float* out, const float* in, index_t rows,
                                            index_t columns, index_t row_step,
                                            index_t column_step) {
  for (index_t i = 0; i < rows; ++i) {
    for (index_t j = 0; j < columns; ++j) out[i * columns + j] = in[i * row_step + j * column_step];
  }
}

template <class View>
void by_hand(benchmark::State& state, View&& view) {
  const index_t n = state.range(0);
  const auto x = rand<float>({n, n}, 1);
  const Tensor<float> source = view(x);
  for (auto _ : state) {
    const auto out = empty<float>(source.shape());
    copy_by_hand(out.data(), source.data(), source.size(0), source.size(1), source.stride(0),
                 source.stride(1));
    benchmark::DoNotOptimize(out.data());
  }
  bench::count_elements(state, source.numel());
}

Tensor<float> every_other_column(const Tensor<float>& x) {
  return x.index({Slice(), Slice(None, None, 2)});
}
Tensor<float> backwards(const Tensor<float>& x) { return x.flip(1); }
Tensor<float> transposed(const Tensor<float>& x) { return x.transpose(0, 1); }

void BM_CopyEveryOther(benchmark::State& state) { library(state, every_other_column); }
void BM_CopyEveryOther_ByHand(benchmark::State& state) { by_hand(state, every_other_column); }
void BM_CopyBackwards(benchmark::State& state) { library(state, backwards); }
void BM_CopyBackwards_ByHand(benchmark::State& state) { by_hand(state, backwards); }
void BM_CopyTransposed(benchmark::State& state) { library(state, transposed); }
void BM_CopyTransposed_ByHand(benchmark::State& state) { by_hand(state, transposed); }
BENCHMARK(BM_CopyEveryOther)->ArgName("side")->Arg(128)->Arg(1024);
BENCHMARK(BM_CopyEveryOther_ByHand)->ArgName("side")->Arg(128)->Arg(1024);
BENCHMARK(BM_CopyBackwards)->ArgName("side")->Arg(128)->Arg(1024);
BENCHMARK(BM_CopyBackwards_ByHand)->ArgName("side")->Arg(128)->Arg(1024);
BENCHMARK(BM_CopyTransposed)->ArgName("side")->Arg(128)->Arg(1024);
BENCHMARK(BM_CopyTransposed_ByHand)->ArgName("side")->Arg(128)->Arg(1024);

}  // namespace
