// Making views and reading single elements: what a call costs when no element moves.
#include "support.hpp"

namespace {

using namespace ndx;

void BM_ViewFromList(benchmark::State& state) {
  const auto x = arange<float>(60).reshape({3, 4, 5});
  bench::require(x.index({Slice(1, 3), Slice(None, None, 2), None}).shape() == Dims{2, 2, 1, 5},
                 "view");
  for (auto _ : state) {
    benchmark::DoNotOptimize(x.index({Slice(1, 3), Slice(None, None, 2), None}));
  }
}
BENCHMARK(BM_ViewFromList);

/// The same arithmetic by hand: three sizes, strides and an offset in registers.
void BM_ViewFromList_ByHand(benchmark::State& state) {
  struct View {
    const float* data;
    index_t shape[4];
    index_t strides[4];
  };
  const auto x = arange<float>(60).reshape({3, 4, 5});
  index_t start = 1;
  index_t step = 2;
  for (auto _ : state) {
    benchmark::DoNotOptimize(start);
    benchmark::DoNotOptimize(step);
    View view{
        x.data() + start * 20, {3 - start, (4 + step - 1) / step, 1, 5}, {20, 5 * step, 0, 1}};
    benchmark::DoNotOptimize(view);
  }
}
BENCHMARK(BM_ViewFromList_ByHand);

void BM_SelectRow(benchmark::State& state) {
  const auto x = arange<float>(60).reshape({3, 4, 5});
  bench::require(x.select(0, 2).at(3, 4) == 59, "select");
  for (auto _ : state) benchmark::DoNotOptimize(x.select(0, 2));
}
BENCHMARK(BM_SelectRow);

void BM_SelectRow_ByHand(benchmark::State& state) {
  const auto x = arange<float>(60).reshape({3, 4, 5});
  index_t row = 2;
  for (auto _ : state) {
    benchmark::DoNotOptimize(row);
    benchmark::DoNotOptimize(x.data() + row * 20);
  }
}
BENCHMARK(BM_SelectRow_ByHand);

void BM_ElementAt(benchmark::State& state) {
  const auto x = arange<float>(60).reshape({12, 5});
  bench::require(x.at(3, 4) == 19, "element");
  index_t i = 3;
  for (auto _ : state) {
    benchmark::DoNotOptimize(i);
    benchmark::DoNotOptimize(x.at(i, 4));
  }
}
BENCHMARK(BM_ElementAt);

void BM_ElementAt_ByHand(benchmark::State& state) {
  const auto x = arange<float>(60).reshape({12, 5});
  const float* const data = x.data();
  index_t i = 3;
  for (auto _ : state) {
    benchmark::DoNotOptimize(i);
    benchmark::DoNotOptimize(data[i * 5 + 4]);
  }
}
BENCHMARK(BM_ElementAt_ByHand);

}  // namespace
