// Passes over a block of indices for processors with AVX2: widening, looking for what is out of
// bounds, multiplying with a stride. resolve.hpp and offsets.hpp have the same for every processor.
#pragma once

#include <cstring>

#include <ndx/kernel/cpu.hpp>
#include <ndx/kernel/signs.hpp>

#if NDX_X86

#include <immintrin.h>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

NDX_TARGET_AVX2 inline __m256i load_four(const index_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
NDX_TARGET_AVX2 inline void store_four(index_t* to, __m256i values) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), values);
}

/// Whether the sign bit of any lane is set.
NDX_TARGET_AVX2 inline bool any_sign(__m256i values) {
  return _mm256_movemask_pd(_mm256_castsi256_pd(values)) != 0;
}

/// As detail::scan.
NDX_TARGET_AVX2 inline Signs scan(const index_t* values, index_t n, index_t size) {
  const __m256i last = _mm256_set1_epi64x(size - 1);
  __m256i below = _mm256_setzero_si256();
  __m256i above = _mm256_setzero_si256();
  index_t i = 0;
  for (; i + 16 <= n; i += 16) {
    const __m256i a = load_four(values + i);
    const __m256i b = load_four(values + i + 4);
    const __m256i c = load_four(values + i + 8);
    const __m256i d = load_four(values + i + 12);
    below = _mm256_or_si256(below, _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d)));
    above = _mm256_or_si256(above,
                            _mm256_or_si256(_mm256_sub_epi64(last, a), _mm256_sub_epi64(last, b)));
    above = _mm256_or_si256(above,
                            _mm256_or_si256(_mm256_sub_epi64(last, c), _mm256_sub_epi64(last, d)));
  }
  const Signs rest = scan_one_by_one(values + i, n - i, size);
  return {any_sign(below) || rest.negative, any_sign(above) || rest.beyond};
}

/// sums = values·stride, or, unless they are the first, sums + values·stride. Values lie in
/// 0…2^31-1, the stride in 32 bits.
NDX_TARGET_AVX2 inline void add_offsets(index_t* sums, bool first, const index_t* values, index_t n,
                                        index_t stride) {
  const __m256i by = _mm256_set1_epi64x(stride);
  index_t i = 0;
  if (first) {
    for (; i + 4 <= n; i += 4) store_four(sums + i, _mm256_mul_epi32(load_four(values + i), by));
  } else {
    for (; i + 4 <= n; i += 4) {
      const __m256i offsets = _mm256_mul_epi32(load_four(values + i), by);
      store_four(sums + i, _mm256_add_epi64(load_four(sums + i), offsets));
    }
  }
  for (; i < n; ++i) {
    index_t value = 0;
    std::memcpy(&value, values + i, sizeof(value));
    sums[i] = (first ? 0 : sums[i]) + value * stride;
  }
}

/// n indices of 32 bits, next to each other, as 64-bit ones.
NDX_TARGET_AVX2 inline void widen(index_t* out, const std::byte* from, index_t n) {
  index_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 4 * i));
    store_four(out + i, _mm256_cvtepi32_epi64(four));
  }
  for (; i < n; ++i) {
    std::int32_t value = 0;
    std::memcpy(&value, from + 4 * i, sizeof(value));
    out[i] = value;
  }
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
