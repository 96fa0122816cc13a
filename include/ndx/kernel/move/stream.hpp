// Streaming stores, which bypass the caches: for results too large to still be cached when read.
//
// They avoid reading the overwritten memory first. They are slower into pages that the system has
// yet to map, and where a cache would have kept the result.
#pragma once

#include <ndx/kernel/loop/bytes.hpp>
#include <ndx/kernel/simd/vec.hpp>
#include <ndx/storage/cache.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// How results are stored: normally, bypassing the caches, or from a buffer, piece by piece, so that
/// the output may be one of the inputs, element for element.
enum class Stores { cached, streamed, buffered };

/// Stores::cached, known at compile time.
using AlwaysCached = std::integral_constant<Stores, Stores::cached>;

/// Whether `to` is aligned for streaming stores; always false where there are none.
inline bool may_stream_to(const void* to) {
  return kStreams && reinterpret_cast<std::uintptr_t>(to) % 32 == 0;
}

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/move/stream.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Copies with streaming stores, if there are any. may_stream_to(to) must hold; finish_streaming()
/// must follow.
NDX_NOINLINE inline void stream(std::byte* to, const std::byte* from, index_t bytes) {
  dispatch<portable::Stream, avx2::Stream>([=](auto s) { s.copy(to, from, bytes); });
}

/// Makes streamed stores visible to other threads before any later store.
inline void finish_streaming() {
  if constexpr (kStreams) avx2::finish_streams();
}

}  // namespace kernel
NDX_NAMESPACE_END
