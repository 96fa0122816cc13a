// Sums of floats and doubles with AVX2, for kernel/loops/reduce_rows.inc: eight double accumulators
// stay in registers.
#pragma once

#include <ndx/kernel/avx2.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
NDX_BEGIN_AVX2
namespace kernel {
namespace avx2 {

/// The first four floats as doubles, and the last four.
NDX_ALWAYS_INLINE F64x4 widen_low(F32x8 values) {
#if defined(__clang__)
  return __builtin_convertvector(__builtin_shufflevector(values, values, 0, 1, 2, 3), F64x4);
#else
  return __builtin_ia32_cvtps2pd256(__builtin_ia32_ps_ps256(values));
#endif
}
NDX_ALWAYS_INLINE F64x4 widen_high(F32x8 values) {
#if defined(__clang__)
  return __builtin_convertvector(__builtin_shufflevector(values, values, 4, 5, 6, 7), F64x4);
#else
  return __builtin_ia32_cvtps2pd256(__builtin_ia32_vextractf128_ps256(values, 1));
#endif
}

inline constexpr bool kHasEightSums = true;

template <class T>
using Addends = std::conditional_t<sizeof(T) == 4, F32x8, F64x4>;

/// Adds the vector at `in` and the N-1 that follow `distance` apart, pairwise as a tree.
template <index_t N, class T>
NDX_ALWAYS_INLINE Addends<T> paired(const T* in, index_t distance) {
  if constexpr (N == 1) {
    return load<Addends<T>>(in);
  } else {
    return paired<N / 2>(in, distance) + paired<N / 2>(in + N / 2 * distance, distance);
  }
}

struct EightSums {
  F64x4 low;
  F64x4 high;
};
template <class T>
NDX_ALWAYS_INLINE EightSums eight_sums(const T* /*elements to be added*/) {
  return {F64x4{}, F64x4{}};
}

/// Adds eight elements, and the Depth-1 that follow each of them `distance` apart.
template <index_t Depth>
NDX_ALWAYS_INLINE void accumulate(EightSums& sums, const float* in, index_t distance) {
  const F32x8 addends = paired<Depth>(in, distance);
  sums.low += widen_low(addends);
  sums.high += widen_high(addends);
}
template <index_t Depth>
NDX_ALWAYS_INLINE void accumulate(EightSums& sums, const double* in, index_t distance) {
  sums.low += paired<Depth>(in, distance);
  sums.high += paired<Depth>(in + 4, distance);
}

/// Adds eight columns of Depth rows to their sums.
template <index_t Depth, class T>
NDX_ALWAYS_INLINE void accumulate_columns(double* total, const T* in, index_t row_step) {
  EightSums sums{load<F64x4>(total), load<F64x4>(total + 4)};
  accumulate<Depth>(sums, in, row_step);
  store(total, sums.low);
  store(total + 4, sums.high);
}

}  // namespace avx2
}  // namespace kernel
NDX_END_AVX2
NDX_NAMESPACE_END

#endif
