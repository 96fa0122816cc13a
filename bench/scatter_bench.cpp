// Writes through index tensors: assigned and accumulated, beside hand-written, unchecked loops.
#include "support.hpp"

namespace {

using namespace ndx;

__attribute__((noinline)) void scatter_by_hand(float* out, const float* value, const index_t* index,
                                               index_t n) {
  for (index_t k = 0; k < n; ++k) out[index[k]] = value[k];
}

__attribute__((noinline)) void accumulate_by_hand(float* out, const float* value,
                                                  const index_t* index, index_t n) {
  for (index_t k = 0; k < n; ++k) out[index[k]] += value[k];
}

struct Targets {
  explicit Targets(index_t n)
      : x(zeros<float>({n})),
        value(rand<float>({1 << 16}, 1)),
        index(randint<index_t>(0, n, {1 << 16}, 2)),
        terms{index} {}
  Tensor<float> x;
  Tensor<float> value;
  Tensor<index_t> index;
  std::vector<TensorIndex> terms;
};

/// Both ways from zeros, once.
void check(const Targets& t, bool accumulate) {
  const auto expected = zeros_like(t.x);
  (accumulate ? accumulate_by_hand : scatter_by_hand)(expected.data(), t.value.data(),
                                                      t.index.data(), t.index.numel());
  t.x.index_put_(t.terms, t.value, accumulate);
  bench::require(bench::same(t.x, {expected.begin(), expected.end()}), "scatter");
}

void library(benchmark::State& state, bool accumulate) {
  const Targets t(state.range(0));
  check(t, accumulate);
  for (auto _ : state) t.x.index_put_(t.terms, t.value, accumulate);
  bench::count_elements(state, t.index.numel());
}

void by_hand(benchmark::State& state, bool accumulate) {
  const Targets t(state.range(0));
  const auto work = accumulate ? accumulate_by_hand : scatter_by_hand;
  for (auto _ : state) {
    work(t.x.data(), t.value.data(), t.index.data(), t.index.numel());
    benchmark::ClobberMemory();
  }
  bench::count_elements(state, t.index.numel());
}

void BM_Scatter(benchmark::State& state) { library(state, false); }
void BM_Scatter_ByHand(benchmark::State& state) { by_hand(state, false); }
void BM_Accumulate(benchmark::State& state) { library(state, true); }
void BM_Accumulate_ByHand(benchmark::State& state) { by_hand(state, true); }
BENCHMARK(BM_Scatter)->ArgName("target")->Arg(4096)->Arg(1 << 26);
BENCHMARK(BM_Scatter_ByHand)->ArgName("target")->Arg(4096)->Arg(1 << 26);
BENCHMARK(BM_Accumulate)->ArgName("target")->Arg(1)->Arg(4096)->Arg(1 << 26);
BENCHMARK(BM_Accumulate_ByHand)->ArgName("target")->Arg(1)->Arg(4096)->Arg(1 << 26);

void BM_TinyPut(benchmark::State& state) {
  const auto x = zeros<float>({3, 3});
  const std::vector<TensorIndex> terms{1, 2};
  x.index_put_(terms, 10.F);
  bench::require(bench::same(x, {0, 0, 0, 0, 0, 10, 0, 0, 0}), "tiny put");
  for (auto _ : state) x.index_put_(terms, 10.F);
}
BENCHMARK(BM_TinyPut);

void BM_TinyPut_ByHand(benchmark::State& state) {
  const auto x = zeros<float>({3, 3});
  index_t row = 1;
  for (auto _ : state) {
    benchmark::DoNotOptimize(row);
    x.data()[row * 3 + 2] = 10.F;
    benchmark::ClobberMemory();
  }
}
BENCHMARK(BM_TinyPut_ByHand);

}  // namespace
