// Streaming stores, which bypass the caches: for results too large to still be cached when read.
//
// They avoid reading the overwritten memory first. They are slower into pages that the system has
// yet to map, and where a cache would have kept the result.
#pragma once

#include <ndx/kernel/avx2.hpp>
#include <ndx/kernel/bytes.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// How results are stored: normally, or bypassing the caches.
enum class Stores { cached, streamed };

/// Threshold for streaming; smaller results fit in a cache.
inline constexpr index_t kStreamedBytes = index_t{16} << 20;

/// Whether `to` is aligned for streaming stores; always false off x86.
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

/// Copies, with streaming stores if AVX2 is available. may_stream_to(to) must hold;
/// finish_streaming() must follow.
inline void stream(std::byte* to, const std::byte* from, index_t bytes) {
#if NDX_X86
  if (has_avx2()) return avx2::stream(to, from, bytes);
#endif
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

/// Makes streamed stores visible to other threads before any later store.
inline void finish_streaming() {
#if NDX_X86
  avx2::finish_streams();
#endif
}

}  // namespace kernel
NDX_NAMESPACE_END
