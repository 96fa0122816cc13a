// Masks: reading, filling and writing values, at several densities, beside hand-written loops.
#include "support.hpp"

namespace {

using namespace ndx;

struct Masked {
  explicit Masked(index_t percent) : x(rand<float>({1 << 16}, 1)), mask(empty<bool>({1 << 16})) {
    const auto draw = randint<int>(0, 100, mask.shape(), 2);
    for (index_t i = 0; i < mask.numel(); ++i) mask.data()[i] = draw.data()[i] < percent;
    terms.emplace_back(mask);
  }
  Tensor<float> x;
  Tensor<bool> mask;
  std::vector<TensorIndex> terms;
};

__attribute__((noinline)) Tensor<float> read_by_hand(const Masked& m) {
  index_t count = 0;
  for (index_t i = 0; i < m.x.numel(); ++i) count += m.mask.data()[i];
  const auto out = empty<float>({count});
  float* to = out.data();
  for (index_t i = 0; i < m.x.numel(); ++i) {
    if (m.mask.data()[i]) *to++ = m.x.data()[i];
  }
  return out;
}

__attribute__((noinline)) void fill_by_hand(const Masked& m, float value) {
  for (index_t i = 0; i < m.x.numel(); ++i) {
    if (m.mask.data()[i]) m.x.data()[i] = value;
  }
}

void BM_MaskRead(benchmark::State& state) {
  const Masked m(state.range(0));
  const auto expected = read_by_hand(m);
  bench::require(bench::same(m.x.index(m.terms), {expected.begin(), expected.end()}), "mask read");
  for (auto _ : state) benchmark::DoNotOptimize(m.x.index(m.terms));
  bench::count_elements(state, m.x.numel());
}
void BM_MaskRead_ByHand(benchmark::State& state) {
  const Masked m(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(read_by_hand(m));
  bench::count_elements(state, m.x.numel());
}
BENCHMARK(BM_MaskRead)->ArgName("percent")->Arg(1)->Arg(50)->Arg(90);
BENCHMARK(BM_MaskRead_ByHand)->ArgName("percent")->Arg(1)->Arg(50)->Arg(90);

void BM_MaskFill(benchmark::State& state) {
  const Masked m(state.range(0));
  const Masked expected(state.range(0));
  fill_by_hand(expected, 1.F);
  m.x.index_put_(m.terms, 1.F);
  bench::require(bench::same(m.x, {expected.x.begin(), expected.x.end()}), "mask fill");
  for (auto _ : state) m.x.index_put_(m.terms, 1.F);
  bench::count_elements(state, m.x.numel());
}
void BM_MaskFill_ByHand(benchmark::State& state) {
  const Masked m(state.range(0));
  for (auto _ : state) {
    fill_by_hand(m, 1.F);
    benchmark::ClobberMemory();
  }
  bench::count_elements(state, m.x.numel());
}
BENCHMARK(BM_MaskFill)->ArgName("percent")->Arg(1)->Arg(50)->Arg(90);
BENCHMARK(BM_MaskFill_ByHand)->ArgName("percent")->Arg(1)->Arg(50)->Arg(90);

}  // namespace
