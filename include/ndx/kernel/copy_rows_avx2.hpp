// Rows that are read backwards or every other element of which is read, for processors with AVX2:
// elements of 1, 2, 4 or 8 bytes backwards, of 4 or 8 every other one.
#pragma once

#include <ndx/kernel/bytes.hpp>
#include <ndx/kernel/cpu.hpp>

#if NDX_X86

#include <immintrin.h>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

/// For a shuffle of 16 bytes: the elements of N bytes in reverse order.
template <std::size_t N>
struct ReverseMask {
  alignas(16) char byte[16] = {};
  constexpr ReverseMask() {
    for (std::size_t i = 0; i < 16; ++i) byte[i] = static_cast<char>(16 - N - i / N * N + i % N);
  }
};
template <std::size_t N>
inline constexpr ReverseMask<N> kReverseMask;

/// out[i] = in[-i]. Returns how many elements were moved: all but less than a vector.
template <std::size_t N>
NDX_TARGET_AVX2 index_t copy_backwards(std::byte* out, const std::byte* in, index_t count) {
  constexpr auto lanes = static_cast<index_t>(32 / N);
  const __m256i mask = _mm256_broadcastsi128_si256(
      _mm_load_si128(reinterpret_cast<const __m128i*>(kReverseMask<N>.byte)));
  index_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const std::byte* const from = in - bytes_of<N>(i + lanes - 1);
    const __m256i values = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    const __m256i turned = _mm256_shuffle_epi8(_mm256_permute4x64_epi64(values, 0x4E), mask);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + bytes_of<N>(i)), turned);
  }
  return i;
}

/// out[i] = in[2·i]; reads nothing behind the last element of the row. Returns how many elements
/// were moved.
template <std::size_t N>
NDX_TARGET_AVX2 index_t copy_every_other(std::byte* out, const std::byte* in, index_t count) {
  constexpr auto lanes = static_cast<index_t>(32 / N);
  index_t i = 0;
  for (; i + lanes < count; i += lanes) {
    const auto* const from = reinterpret_cast<const float*>(in + bytes_of<N>(2 * i));
    const __m256 a = _mm256_loadu_ps(from);
    const __m256 b = _mm256_loadu_ps(from + 8);
    __m256 even;
    if constexpr (N == 4) {
      even = _mm256_shuffle_ps(a, b, 0x88);
    } else {
      even = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(a), _mm256_castps_pd(b)));
    }
    const __m256i in_order = _mm256_permute4x64_epi64(_mm256_castps_si256(even), 0xD8);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + bytes_of<N>(i)), in_order);
  }
  return i;
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
