// Storing past the caches: for results that are too large to be found there again.
//
// It spares the memory that is overwritten from being read first. Into memory that the system has
// yet to hand out, or where a cache would have kept the result, it is slower.
#pragma once

#include <ndx/kernel/bytes.hpp>
#include <ndx/kernel/cpu.hpp>

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
namespace detail {

using StreamedWord = long long __attribute__((vector_size(16), may_alias));
using WideStreamedWord = long long __attribute__((vector_size(32), may_alias));

NDX_ALWAYS_INLINE void stream_word(StreamedWord* to, const std::byte* from) {
  StreamedWord word;
  std::memcpy(&word, from, sizeof(word));
#if defined(__clang__)
  __builtin_nontemporal_store(word, to);
#else
  __builtin_ia32_movntdq(to, word);
#endif
}
NDX_TARGET_AVX2 inline void stream_word(WideStreamedWord* to, const std::byte* from) {
  WideStreamedWord word;
  std::memcpy(&word, from, sizeof(word));
#if defined(__clang__)
  __builtin_nontemporal_store(word, to);
#else
  __builtin_ia32_movntdq256(to, word);
#endif
}

/// As many whole cache lines as there are; the number of bytes.
template <class Word>
NDX_ALWAYS_INLINE index_t stream_lines(std::byte* to, const std::byte* from, index_t bytes) {
  index_t i = 0;
  for (; i + 64 <= bytes; i += 64) {
    for (std::size_t at = 0; at < 64; at += sizeof(Word))
      stream_word(reinterpret_cast<Word*>(to + i + at), from + i + at);
  }
  return i;
}

}  // namespace detail
#endif

namespace portable {
inline void stream(std::byte* to, const std::byte* from, index_t bytes) {
  index_t done = 0;
#if NDX_X86
  done = detail::stream_lines<detail::StreamedWord>(to, from, bytes);
#endif
  std::memcpy(to + done, from + done, static_cast<std::size_t>(bytes - done));
}
}  // namespace portable

#if NDX_X86
namespace avx2 {
NDX_TARGET_AVX2 inline void stream(std::byte* to, const std::byte* from, index_t bytes) {
  const index_t done = detail::stream_lines<detail::WideStreamedWord>(to, from, bytes);
  std::memcpy(to + done, from + done, static_cast<std::size_t>(bytes - done));
}
}  // namespace avx2
#endif

/// Copies past the caches, to where may_stream_to allows it. finish_streaming() must follow.
inline void stream(std::byte* to, const std::byte* from, index_t bytes) {
#if NDX_X86
  if (has_avx2()) return avx2::stream(to, from, bytes);
#endif
  portable::stream(to, from, bytes);
}

/// Orders what was streamed before what is stored next, for other threads.
inline void finish_streaming() {
#if NDX_X86
  __builtin_ia32_sfence();
#endif
}

}  // namespace kernel
NDX_NAMESPACE_END
