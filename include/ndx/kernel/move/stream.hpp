// Stores that bypass the caches (streaming stores), for results that are too large to be cached
// when they are read.
//
// They avoid that the overwritten memory is read first. They are slower into pages that the system
// has yet to map, and 2 to 3 times as slow where a cache would have kept the result. Only x86 has
// them here. storage/cache.hpp has the threshold.
#pragma once

#include <ndx/kernel/loop/bytes.hpp>
#include <ndx/kernel/simd/vec.hpp>
#include <ndx/storage/cache.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// How results are stored: normally, bypassing the caches, or by way of a buffer, a block at a
/// time, so that the output may be one of the inputs, element for element.
enum class Stores { cached, streamed, buffered };

/// Returns true if `to` is aligned for streaming stores. Without such stores it is always false.
inline bool may_stream_to(const void* to) {
  return kStreams && reinterpret_cast<std::uintptr_t>(to) % 32 == 0;
}

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/move/stream.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Copies with streaming stores if there are any, else normally. may_stream_to(to) must be true,
/// and the caller must call finish_streaming() afterwards.
NDX_NOINLINE inline void stream(std::byte* to, const std::byte* from, index_t bytes) {
  dispatch<portable::Stream, avx2::Stream>([=](auto s) { s.copy(to, from, bytes); });
}

/// Makes streamed stores visible to other threads before any later store.
inline void finish_streaming() {
  if constexpr (kStreams) avx2::finish_streams();
}

}  // namespace kernel
NDX_NAMESPACE_END
