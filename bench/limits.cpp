// Measures the limits of this machine, to which the report compares every case. Each probe is the
// simplest loop that reaches the limit, without any library, built for this CPU.
//
//   BM_LimitRead, Write, Copy     bandwidth, working sets of several sizes; Copy reads and writes
//   …Streaming                    the same with streaming stores, which bypass the caches
//   BM_LimitRandom                independent loads at random positions
//   BM_LimitGather                the same by 64-bit indices, and stored
//   BM_LimitStrided               loads 2 KB apart, in order and prefetched
//   …Prefetched, PrefetchedToL2   with prefetches a fixed number of loads ahead, into the first
//                                 or the second-level cache
//   BM_LimitPageFault             the first touch of fresh memory, on pages of 4 KB and of 2 MB
//   BM_LimitMalloc                one small allocation, made and freed
//
// "elements" counts bytes for bandwidth (for Copy, those read and written), else loads, pages or
// calls.
#include "support/harness.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace {

using namespace bench;

constexpr Index kKilo = 1024;
constexpr Index kMega = 1024 * 1024;

using Vector [[gnu::vector_size(64), gnu::may_alias]] = std::uint64_t;
constexpr Index kWidth = sizeof(Vector);

void report(benchmark::State& state, Index elements) {
  state.counters["elements"] = static_cast<double>(elements);
}

/// Memory that has been written to; the same allocation as long as the size is the same.
const Buffer<char>& touched(Index bytes) {
  static Buffer<char> memory;
  if (memory.size() != bytes) {
    memory = Buffer<char>();
    memory = Buffer<char>(bytes);
    std::memset(memory.data(), 1, static_cast<std::size_t>(bytes));
  }
  return memory;
}
Vector* vectors(const Buffer<char>& buffer) { return reinterpret_cast<Vector*>(buffer.data()); }

void BM_LimitRead(benchmark::State& state) {
  const auto& memory = touched(state.range(0));
  const Vector* const data = vectors(memory);
  for (auto _ : state) {
    Vector a{}, b{}, c{}, d{};
    for (Index i = 0; i < memory.size() / kWidth; i += 4) {
      a += data[i];
      b += data[i + 1];
      c += data[i + 2];
      d += data[i + 3];
    }
    benchmark::DoNotOptimize(a + b + c + d);
  }
  report(state, memory.size());
}

/// Uses streaming stores if `streaming` is set and the CPU has them.
void store(Vector* to, Vector value, bool streaming) {
#if defined(__SSE2__)
  if (streaming) {
    __m128i quarters[4];
    std::memcpy(quarters, &value, sizeof(value));
    for (int i = 0; i < 4; ++i) _mm_stream_si128(reinterpret_cast<__m128i*>(to) + i, quarters[i]);
    return;
  }
#endif
  *to = value;
}

template <bool streaming>
void write(benchmark::State& state) {
  const auto& memory = touched(state.range(0));
  Vector value{};
  for (auto _ : state) {
    benchmark::DoNotOptimize(value);
    for (Index i = 0; i < memory.size() / kWidth; ++i) store(vectors(memory) + i, value, streaming);
    benchmark::ClobberMemory();
  }
  report(state, memory.size());
}
void BM_LimitWrite(benchmark::State& state) { write<false>(state); }
void BM_LimitWriteStreaming(benchmark::State& state) { write<true>(state); }

template <bool streaming>
void copy(benchmark::State& state) {
  Vector* const from = vectors(touched(state.range(0)));
  const Index half = state.range(0) / 2 / kWidth;
  for (auto _ : state) {
    for (Index i = 0; i < half; ++i) store(from + half + i, from[i], streaming);
    benchmark::ClobberMemory();
  }
  report(state, state.range(0));
}
void BM_LimitCopy(benchmark::State& state) { copy<false>(state); }
void BM_LimitCopyStreaming(benchmark::State& state) { copy<true>(state); }

constexpr Index kAhead = 64;  // prefetch distance, in loads

enum class Prefetch { none, first_level, second_level };
template <Prefetch to>
void prefetch(const void* address) {
  if (to == Prefetch::first_level) __builtin_prefetch(address);
  if (to == Prefetch::second_level) __builtin_prefetch(address, 0, 2);
}

/// Random positions in that much memory, enough of them that none of their cache lines is cached.
template <class I>
const Buffer<I>& random_places(Index bytes) {
  static Buffer<I> places;
  static Index limit = 0;
  if (limit != bytes / 4) {
    limit = bytes / 4;
    const Index count = std::clamp<Index>(limit, 4 * kKilo, 2 * kMega);
    places = Buffer<I>(count + kAhead);
    for (Index i = 0; i < count + kAhead; ++i)
      places[i] = static_cast<I>(draw(limit, 1, i % count));
  }
  return places;
}

template <Prefetch to = Prefetch::none>
void random(benchmark::State& state) {
  const auto* const data = reinterpret_cast<const float*>(touched(state.range(0)).data());
  const auto& places = random_places<std::uint32_t>(state.range(0));
  const Index count = places.size() - kAhead;
  for (auto _ : state) {
    float sums[4] = {};
    for (Index i = 0; i < count; i += 4) {
      for (Index j = 0; j < 4; ++j) {
        prefetch<to>(data + places[i + kAhead + j]);
        sums[j] += data[places[i + j]];
      }
    }
    benchmark::DoNotOptimize(sums);
  }
  report(state, count);
}
void BM_LimitRandom(benchmark::State& state) { random(state); }
void BM_LimitRandomPrefetched(benchmark::State& state) { random<Prefetch::first_level>(state); }
void BM_LimitRandomPrefetchedToL2(benchmark::State& state) {
  random<Prefetch::second_level>(state);
}

template <Prefetch to = Prefetch::none>
void gather(benchmark::State& state) {
  const auto* const data = reinterpret_cast<const std::uint32_t*>(touched(state.range(0)).data());
  const auto& places = random_places<Index>(state.range(0));
  const Index count = places.size() - kAhead;
  constexpr Index kBlock = 4096;
  const Buffer<std::uint32_t> out(kBlock);
  for (auto _ : state) {
    for (Index start = 0; start < count; start += kBlock) {
      const Index* const place = places.data() + start;
      for (Index i = 0; i < kBlock; i += 8) {
        std::uint32_t loaded[8];
        for (Index j = 0; j < 8; ++j) {
          prefetch<to>(data + place[i + kAhead + j]);
          loaded[j] = data[place[i + j]];
        }
        std::memcpy(out.data() + i, loaded, sizeof(loaded));
      }
      benchmark::ClobberMemory();
    }
  }
  report(state, count);
}
void BM_LimitGather(benchmark::State& state) { gather(state); }
void BM_LimitGatherPrefetched(benchmark::State& state) { gather<Prefetch::first_level>(state); }
void BM_LimitGatherPrefetchedToL2(benchmark::State& state) {
  gather<Prefetch::second_level>(state);
}

void BM_LimitStrided(benchmark::State& state) {
  const auto& memory = touched(state.range(0));
  const Index step = 2 * kKilo;
  Index column = 0;
  for (auto _ : state) {
    unsigned sum = 0;
    for (Index i = column; i < memory.size(); i += step) {
      __builtin_prefetch(memory.data() + std::min(i + 32 * step, memory.size() - 1));
      sum += static_cast<unsigned char>(memory[i]);
    }
    benchmark::DoNotOptimize(sum);
    column = (column + 64 * 7) % step;  // other cache lines than before
  }
  report(state, memory.size() / step);
}

#if defined(MADV_HUGEPAGE)
void BM_LimitPageFault(benchmark::State& state) {
  const Index page = state.range(0);
  const auto bytes = static_cast<std::size_t>(32 * kMega);
  for (auto _ : state) {
    void* const mapped =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(mapped, bytes, page == 2 * kMega ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    for (std::size_t i = 0; i < bytes; i += static_cast<std::size_t>(page))
      static_cast<volatile char*>(mapped)[i] = 1;
    munmap(mapped, bytes);
  }
  report(state, 32 * kMega / page);
}
BENCHMARK(BM_LimitPageFault)->ArgName("bytes")->Arg(4 * kKilo)->Arg(2 * kMega);
#endif

void BM_LimitMalloc(benchmark::State& state) {
  for (auto _ : state) {
    void* const block = std::malloc(hidden(std::size_t{128}));
    benchmark::DoNotOptimize(block);
    std::free(block);
  }
  report(state, 1);
}
BENCHMARK(BM_LimitMalloc);

void sizes(benchmark::internal::Benchmark* probe) {
  probe->ArgName("bytes")->Arg(16 * kKilo)->Arg(256 * kKilo)->Arg(8 * kMega)->Arg(256 * kMega);
}
BENCHMARK(BM_LimitRead)->Apply(sizes);
BENCHMARK(BM_LimitWrite)->Apply(sizes);
BENCHMARK(BM_LimitCopy)->Apply(sizes);
BENCHMARK(BM_LimitWriteStreaming)->ArgName("bytes")->Arg(256 * kMega);
BENCHMARK(BM_LimitCopyStreaming)->ArgName("bytes")->Arg(256 * kMega);
BENCHMARK(BM_LimitGather)->Apply(sizes);
BENCHMARK(BM_LimitGatherPrefetched)->ArgName("bytes")->Arg(8 * kMega)->Arg(256 * kMega);
BENCHMARK(BM_LimitGatherPrefetchedToL2)->ArgName("bytes")->Arg(8 * kMega)->Arg(256 * kMega);
BENCHMARK(BM_LimitRandom)->Apply(sizes)->Arg(1200 * kMega);
BENCHMARK(BM_LimitRandomPrefetched)->ArgName("bytes")->Arg(256 * kMega)->Arg(1200 * kMega);
BENCHMARK(BM_LimitRandomPrefetchedToL2)->ArgName("bytes")->Arg(256 * kMega)->Arg(1200 * kMega);
BENCHMARK(BM_LimitStrided)->ArgName("bytes")->Arg(256 * kMega);

}  // namespace

BENCHMARK_MAIN();
