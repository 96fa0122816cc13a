// Looks for performance cliffs at some element size or index type: runs the same operations for
// each and prints the time in ns per element, for tensors that fit in cache. Prints one line per
// operation: its name, then the times, in the order of the header line before it.
#include <array>
#include <chrono>
#include <cstdio>

#include <benchmark/benchmark.h>

#include <ndx/ndx.hpp>

#include "support/data.hpp"

namespace {

using namespace ndx;

template <std::size_t N>
struct Opaque {
  std::array<std::uint8_t, N> bytes;
};

constexpr index_t kCount = 1 << 14;
constexpr index_t kSide = 256;

template <class T>
Tensor<T> some(const Dims& shape) {
  Tensor<T> result = empty<T>(shape);
  std::memset(static_cast<void*>(result.data()), 7,
              static_cast<std::size_t>(result.storage().bytes()));
  return result;
}
template <class I>
Tensor<I> places(index_t limit) {
  Tensor<I> result = empty<I>({kCount});
  for (index_t k = 0; k < kCount; ++k) result.data()[k] = static_cast<I>(bench::draw(limit, 1, k));
  return result;
}
Tensor<bool> half() {
  Tensor<bool> result = empty<bool>({kCount});
  for (index_t k = 0; k < kCount; ++k) result.data()[k] = bench::draw(2, 2, k) == 1;
  return result;
}

/// The least time of a call, in ns per element.
template <class Call>
double time(index_t elements, const Call& call) {
  using Clock = std::chrono::steady_clock;
  double least = 1e9;
  for (int turn = 0; turn < 40; ++turn) {
    const auto begin = Clock::now();
    for (int repeat = 0; repeat < 4; ++repeat) {
      call();
      benchmark::ClobberMemory();
    }
    const std::chrono::duration<double, std::nano> took = Clock::now() - begin;
    const double each = took.count() / 4 / static_cast<double>(elements);
    least = each < least ? each : least;
  }
  return least;
}

/// Prints one line: the time `work(type)` for each of the types.
template <class... T, class Work>
void line(const char* name, const Work& work) {
  std::printf("%s", name);
  (std::printf(" %.3f", work(T{})), ...);
  std::printf("\n");
  std::fflush(stdout);
}

template <class Work>
void of_sizes(const char* name, const Work& work) {
  line<Opaque<1>, Opaque<2>, Opaque<3>, Opaque<4>, Opaque<6>, Opaque<8>, Opaque<12>, Opaque<16>,
       Opaque<24>>(name, work);
}
template <class Work>
void of_widths(const char* name, const Work& work) {
  line<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
       std::uint32_t, std::uint64_t>(name, work);
}

template <class Result>
void keep(const Result& result) {
  benchmark::DoNotOptimize(result);
}

void measure_sizes() {
  std::printf("bytes 1 2 3 4 6 8 12 16 24\n");
  const auto index = places<index_t>(kCount);
  const auto rows = places<index_t>(kSide);
  const auto mask = half();
  const index_t set = count_nonzero(mask).item();
  of_sizes("gather", [&]<class T>(T) {
    return time(kCount, [&, x = some<T>({kCount})] { keep(x.index({index})); });
  });
  of_sizes("columns", [&]<class T>(T) {
    return time(kSide * kSide, [&, x = some<T>({kSide, kSide}), i = rows.narrow(0, 0, kSide)] {
      keep(x.index({Slice(), i}));
    });
  });
  of_sizes("scatter", [&]<class T>(T) {
    return time(kCount,
                [&, x = some<T>({kCount}), v = some<T>({kCount})] { x.index_put_({index}, v); });
  });
  of_sizes("masked_read", [&]<class T>(T) {
    return time(kCount, [&, x = some<T>({kCount})] { keep(x.index({mask})); });
  });
  of_sizes("masked_fill", [&]<class T>(T) {
    return time(kCount, [&, x = some<T>({kCount})] { x.index_put_({mask}, T{}); });
  });
  of_sizes("masked_put", [&]<class T>(T) {
    return time(kCount,
                [&, x = some<T>({kCount}), v = some<T>({set})] { x.index_put_({mask}, v); });
  });
  of_sizes("copy_every_other", [&]<class T>(T) {
    return time(kCount,
                [x = some<T>({2 * kCount}).slice(0, Slice(None, None, 2))] { keep(x.clone()); });
  });
  of_sizes("copy_reversed", [&]<class T>(T) {
    return time(kCount, [x = some<T>({kCount}).flip()] { keep(x.clone()); });
  });
  of_sizes("copy_transposed", [&]<class T>(T) {
    return time(kSide * kSide, [x = some<T>({kSide, kSide}).transpose()] { keep(x.clone()); });
  });
  of_sizes("channels_last", [&]<class T>(T) {
    return time(3 * kCount, [x = some<T>({3, kCount}).transpose()] { keep(x.clone()); });
  });
  of_sizes("channels_first", [&]<class T>(T) {
    return time(3 * kCount, [x = some<T>({kCount, 3}).transpose()] { keep(x.clone()); });
  });
}

void measure_widths() {
  std::printf("index int8 int16 int32 int64 uint8 uint16 uint32 uint64\n");
  const auto x = some<float>({100});
  const auto square = some<float>({100, 100});
  const auto rows = some<float>({100, 16});
  const auto value = some<float>({kCount});
  of_widths("gather", [&]<class I>(I) {
    return time(kCount, [&, i = places<I>(100)] { keep(x.index({i})); });
  });
  of_widths("gather_pairs", [&]<class I>(I) {
    return time(kCount, [&, i = places<I>(100)] { keep(square.index({i, i})); });
  });
  of_widths("gather_rows_of_16", [&]<class I>(I) {
    return time(kCount, [&, i = places<I>(100)] { keep(rows.index({i})); });
  });
  of_widths("every_other_index", [&]<class I>(I) {
    return time(kCount / 2,
                [&, i = places<I>(100).slice(0, Slice(None, None, 2))] { keep(x.index({i})); });
  });
  of_widths("scatter", [&]<class I>(I) {
    return time(kCount, [&, i = places<I>(100)] { x.index_put_({i}, value); });
  });
  of_widths("accumulate", [&]<class I>(I) {
    return time(kCount, [&, i = places<I>(100)] { x.index_put_({i}, value, true); });
  });
}

}  // namespace

int main() {
  measure_sizes();
  measure_widths();
}
