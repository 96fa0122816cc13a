// Element-wise work, beside hand-written loops: arithmetic, comparisons, choices, conversions.
#include "support.hpp"

namespace {

using namespace ndx;

/// Times `work()`, whose elements must be what `by_element(i)` says; of many a sample is looked at.
template <class Work, class ByElement>
void check_and_time(benchmark::State& state, const Work& work, const ByElement& by_element) {
  const auto result = work();
  const auto* const elements = result.data();
  const index_t count = result.numel();
  for (index_t i = 0; i < count; i += 1 + count / 65536)
    bench::require(elements[i] == by_element(i), "element-wise");
  for (auto _ : state) benchmark::DoNotOptimize(work());
  bench::count_elements(state, count);
}

template <class T>
void BM_Add(benchmark::State& state) {
  const auto a = (rand<double>({state.range(0)}, 1) * 100.0).to<T>();
  const auto b = (rand<double>({state.range(0)}, 2) * 100.0).to<T>();
  check_and_time(
      state, [&] { return a + b; },
      [&](index_t i) { return static_cast<T>(a.data()[i] + b.data()[i]); });
}
BENCHMARK_TEMPLATE(BM_Add, float)->ArgName("size")->Arg(64)->Arg(4096)->Arg(65536)->Arg(1 << 24);
BENCHMARK_TEMPLATE(BM_Add, double)->ArgName("size")->Arg(4096)->Arg(65536);
BENCHMARK_TEMPLATE(BM_Add, int)->ArgName("size")->Arg(4096)->Arg(65536);
BENCHMARK_TEMPLATE(BM_Add, std::int8_t)->ArgName("size")->Arg(65536);

__attribute__((noinline)) void add_by_hand(float* out, const float* a, const float* b,
                                           index_t count) {
  for (index_t i = 0; i < count; ++i) out[i] = a[i] + b[i];
}

void BM_Add_ByHand(benchmark::State& state) {
  const index_t count = state.range(0);
  const auto a = rand<float>({count}, 1);
  const auto b = rand<float>({count}, 2);
  for (auto _ : state) {
    const auto out = empty<float>({count});
    add_by_hand(out.data(), a.data(), b.data(), count);
    benchmark::DoNotOptimize(out.data());
  }
  bench::count_elements(state, count);
}
BENCHMARK(BM_Add_ByHand)->ArgName("size")->Arg(4096)->Arg(65536)->Arg(1 << 24);

void BM_AddInPlace(benchmark::State& state) {
  const auto a = zeros<float>({state.range(0)});
  const auto b = rand<float>({state.range(0)}, 2);
  for (auto _ : state) {
    a += b;
    benchmark::DoNotOptimize(a.data());
  }
  bench::count_elements(state, a.numel());
}
BENCHMARK(BM_AddInPlace)->ArgName("size")->Arg(65536)->Arg(1 << 24);

void BM_AddScalar(benchmark::State& state) {
  const auto a = rand<float>({state.range(0)}, 1);
  check_and_time(
      state, [&] { return a + 2.F; }, [&](index_t i) { return a.data()[i] + 2.F; });
}
BENCHMARK(BM_AddScalar)->ArgName("size")->Arg(65536);

/// (N,1) + (1,N)
void BM_AddBroadcast(benchmark::State& state) {
  const index_t n = state.range(0);
  const auto a = rand<float>({n, 1}, 1);
  const auto b = rand<float>({1, n}, 2);
  check_and_time(
      state, [&] { return a + b; }, [&](index_t i) { return a.data()[i / n] + b.data()[i % n]; });
}
BENCHMARK(BM_AddBroadcast)->ArgName("side")->Arg(50)->Arg(256)->Arg(1024);

/// Rows that do not continue each other.
void BM_AddColumns(benchmark::State& state) {
  const index_t n = state.range(0);
  const auto a = rand<float>({1000, n + 1}, 1).index({Slice(), Slice(1)});
  const auto b = rand<float>({1000, n}, 2);
  check_and_time(
      state, [&] { return a + b; },
      [&](index_t i) { return a.at(i / n, i % n) + b.at(i / n, i % n); });
}
BENCHMARK(BM_AddColumns)->ArgName("columns")->Arg(7)->Arg(50)->Arg(255);

template <class T>
void BM_Greater(benchmark::State& state) {
  const auto a = (rand<double>({state.range(0)}, 1) * 100.0).to<T>();
  check_and_time(
      state, [&] { return a > T{4}; }, [&](index_t i) { return a.data()[i] > T{4}; });
}
BENCHMARK_TEMPLATE(BM_Greater, float)->ArgName("size")->Arg(4096)->Arg(65536)->Arg(1 << 24);
BENCHMARK_TEMPLATE(BM_Greater, double)->ArgName("size")->Arg(65536);
BENCHMARK_TEMPLATE(BM_Greater, int)->ArgName("size")->Arg(65536);
BENCHMARK_TEMPLATE(BM_Greater, std::uint8_t)->ArgName("size")->Arg(65536);

template <class T>
void BM_Where(benchmark::State& state) {
  const auto a = (rand<double>({state.range(0)}, 1) * 100.0).to<T>();
  const auto b = (rand<double>({state.range(0)}, 2) * 100.0).to<T>();
  const auto m = rand<float>({state.range(0)}, 3) > 0.5F;
  check_and_time(
      state, [&] { return where(m, a, b); },
      [&](index_t i) { return m.data()[i] ? a.data()[i] : b.data()[i]; });
}
BENCHMARK_TEMPLATE(BM_Where, float)->ArgName("size")->Arg(65536)->Arg(1 << 24);
BENCHMARK_TEMPLATE(BM_Where, double)->ArgName("size")->Arg(65536);

template <class From, class To>
void BM_Convert(benchmark::State& state) {
  const auto a = (rand<double>({state.range(0)}, 1) * 100.0).to<From>();
  check_and_time(
      state, [&] { return a.template to<To>(); },
      [&](index_t i) { return static_cast<To>(a.data()[i]); });
}
BENCHMARK_TEMPLATE(BM_Convert, float, double)->ArgName("size")->Arg(65536);
BENCHMARK_TEMPLATE(BM_Convert, double, float)->ArgName("size")->Arg(65536);
BENCHMARK_TEMPLATE(BM_Convert, float, int)->ArgName("size")->Arg(65536);
BENCHMARK_TEMPLATE(BM_Convert, int, float)->ArgName("size")->Arg(65536);
BENCHMARK_TEMPLATE(BM_Convert, index_t, int)->ArgName("size")->Arg(65536);
BENCHMARK_TEMPLATE(BM_Convert, int, index_t)->ArgName("size")->Arg(65536);

void BM_Fill(benchmark::State& state) {
  const auto a = empty<float>({state.range(0)});
  for (auto _ : state) {
    a.fill_(3.F);
    benchmark::DoNotOptimize(a.data());
  }
  bench::count_elements(state, a.numel());
}
BENCHMARK(BM_Fill)->ArgName("size")->Arg(4096)->Arg(65536);

}  // namespace
