// Fills strided elements of N bytes with one value, regardless of their type.
//
// A contiguous row is filled a cache line at a time, or streamed past the caches a page at a time.
// A row with a stride is filled element by element, four at a time: g++ -O2 does not unroll loops.
#pragma once

#include <ndx/kernel/loop/bytes.hpp>
#include <ndx/kernel/loop/walk.hpp>
#include <ndx/kernel/move/stream.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Writes `element` to `count` contiguous elements, a cache line at a time, which compilers turn
/// into vector stores.
template <std::size_t N>
void fill_dense(std::byte* to, const Bytes<N>& element, index_t count) {
  constexpr std::size_t together = N < 64 ? 64 / N : 1;
  constexpr auto step = static_cast<index_t>(together);
  index_t i = 0;
  if (count >= step) {
    std::byte line[together * N];
    for (std::size_t k = 0; k < together; ++k) store<N>(line + k * N, element);
    for (; i + step <= count; i += step) move_element<together * N>(to + bytes_of<N>(i), line);
  }
  for (; i < count; ++i) store<N>(to + bytes_of<N>(i), element);
}

/// Writes `element` to `count` contiguous elements, bypassing the caches. may_stream_to(to) must be
/// true, and the caller must call finish_streaming() afterwards.
template <std::size_t N>
void stream_fill(std::byte* to, const Bytes<N>& element, index_t count) {
  static_assert(kPageBytes % N == 0, "each piece must begin where streaming may begin");
  constexpr auto page = kPageBytes / static_cast<index_t>(N);
  std::byte pattern[kPageBytes];
  for (std::size_t k = 0; k < sizeof(pattern); k += N) store<N>(pattern + k, element);
  index_t i = 0;
  for (; i + page <= count; i += page) stream(to + bytes_of<N>(i), pattern, sizeof(pattern));
  fill_dense<N>(to + bytes_of<N>(i), element, count - i);
}

/// Writes `element` to `count` contiguous elements. Bypasses the caches if `stores` asks for it and
/// `to` allows it; the caller must then call finish_streaming().
template <std::size_t N>
void fill_contiguous(std::byte* to, const Bytes<N>& element, index_t count,
                     [[maybe_unused]] Stores stores) {
  if constexpr (kPageBytes % N == 0) {
    if (stores == Stores::streamed && may_stream_to(to)) return stream_fill<N>(to, element, count);
  }
  fill_dense<N>(to, element, count);
}

/// Writes the N bytes at `value` to every element.
template <std::size_t N>
void fill_strided(std::byte* to, const std::byte* value, const Loop<1>& loop,
                  Stores stores = Stores::cached) {
  if (is_empty(loop)) return;
  const Bytes<N> element = load<N>(value);
  RowWalk<1> row(loop);
  do {
    std::byte* const out = to + bytes_of<N>(row.at[0]);
    if (row.step[0] == 1) {
      fill_contiguous<N>(out, element, row.count, stores);
      continue;
    }
    const Bytes<N> own = element;  // the compiler knows that the stores do not change a local
    const index_t apart = bytes_of<N>(row.step[0]);
    const index_t count = row.count;
    index_t i = 0;
    for (; i + 4 <= count; i += 4) {
      store<N>(out + i * apart, own);
      store<N>(out + (i + 1) * apart, own);
      store<N>(out + (i + 2) * apart, own);
      store<N>(out + (i + 3) * apart, own);
    }
    for (; i < count; ++i) store<N>(out + i * apart, own);
  } while (row.next());
  if (stores == Stores::streamed) finish_streaming();
}

}  // namespace kernel
NDX_NAMESPACE_END
