// Storing past the caches: for results that are too large to be found there again.
//
// It spares the memory that is overwritten from being read first. Into memory that the system has
// yet to hand out, or where a cache would have kept the result, it is slower.
#pragma once

#include <ndx/kernel/avx2.hpp>
#include <ndx/kernel/bytes.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// How results are stored: as ever, or past the caches.
enum class Stores { cached, streamed };

/// Results of fewer bytes are kept by a cache.
inline constexpr index_t kStreamedBytes = index_t{16} << 20;

/// Whether `to` is where streaming may begin.
inline bool may_stream_to([[maybe_unused]] const void* to) {
#if NDX_X86
  return reinterpret_cast<std::uintptr_t>(to) % 32 == 0;
#else
  return false;
#endif
}

#if NDX_X86
namespace avx2 {
NDX_TARGET_AVX2 inline void stream(std::byte* to, const std::byte* from, index_t bytes) {
  index_t i = 0;
  for (; i + 64 <= bytes; i += 64) {
    stream(to + i, load<I64x4>(from + i));
    stream(to + i + 32, load<I64x4>(from + i + 32));
  }
  std::memcpy(to + i, from + i, static_cast<std::size_t>(bytes - i));
}
}  // namespace avx2
#endif

/// Copies, where there are vectors for it past the caches, to where may_stream_to allows it.
/// finish_streaming() must follow.
inline void stream(std::byte* to, const std::byte* from, index_t bytes) {
#if NDX_X86
  if (has_avx2()) return avx2::stream(to, from, bytes);
#endif
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

/// Orders what was streamed before what is stored next, for other threads.
inline void finish_streaming() {
#if NDX_X86
  avx2::finish_streams();
#endif
}

}  // namespace kernel
NDX_NAMESPACE_END
