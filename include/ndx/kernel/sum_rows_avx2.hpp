// Sums of floats and doubles, along rows and across them, with AVX2: eight double accumulators stay
// in registers. Bitwise identical to kernel/reduce_rows.hpp, which works for any reducer.
#pragma once

#include <ndx/kernel/avx2.hpp>
#include <ndx/kernel/reduce_rows.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {
template <class T>
using Addends = std::conditional_t<sizeof(T) == 4, F32x8, F64x4>;

/// Adds the vector at `in` and the N-1 that follow `distance` apart, pairwise as a tree.
template <index_t N, class T>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 Addends<T> paired(const T* in, index_t distance) {
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

/// Adds eight elements, and the Depth-1 that follow each of them `distance` apart.
template <index_t Depth>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void accumulate(EightSums& sums, const float* in,
                                                  index_t distance) {
  const F32x8 addends = paired<Depth>(in, distance);
  sums.low += widen_low(addends);
  sums.high += widen_high(addends);
}
template <index_t Depth>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void accumulate(EightSums& sums, const double* in,
                                                  index_t distance) {
  sums.low += paired<Depth>(in, distance);
  sums.high += paired<Depth>(in + 4, distance);
}

/// Adds eight columns of Depth rows to their sums.
template <index_t Depth, class T>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void accumulate_columns(double* total, const T* in,
                                                          index_t row_step) {
  EightSums sums{load<F64x4>(total), load<F64x4>(total + 4)};
  accumulate<Depth>(sums, in, row_step);
  store(total, sums.low);
  store(total + 4, sums.high);
}

/// Adds Depth rows to the sums of their columns.
template <index_t Depth, class R, class T>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void accumulate_rows(const R& reducer, double* total, const T* in,
                                                       index_t count, index_t row_step) {
  index_t i = 0;
  for (; i + 16 <= count; i += 16) {  // a cache line of floats
    accumulate_columns<Depth>(total + i, in + i, row_step);
    accumulate_columns<Depth>(total + i + 8, in + i + 8, row_step);
  }
  for (; i < count; ++i)
    total[i] = detail::accumulate<Depth>(reducer, total[i], Dense<T>{in}, i, row_step);
}

template <AddsFloats R, class T>
NDX_TARGET_AVX2 double reduce_block(const R& reducer, index_t count, const Dense<T>& in) {
  constexpr index_t deep = 8 * kReduceDepth<R>;
  EightSums sums{};
  index_t i = 0;
  for (; i + deep <= count; i += deep) accumulate<kReduceDepth<R>>(sums, in.from + i, 8);
  for (; i + 8 <= count; i += 8) accumulate<1>(sums, in.from + i, 8);
  double lane[8];
  store(lane, sums.low);
  store(lane + 4, sums.high);
  const double total = detail::fold_lanes<8>(reducer, lane);
  if (i == count) return total;
  return reducer.merge(total, detail::reduce_short(reducer, i, count, in));
}

template <AddsFloats R, class T>
NDX_TARGET_AVX2 void reduce_rows(const R& reducer, double* total, const T* in, index_t count,
                                 index_t rows, index_t row_step) {
  constexpr index_t wide = detail::kReduceWidth;
  for (index_t c = 0; c < count; c += wide) {
    const index_t width = count - c < wide ? count - c : wide;
    const T* from = in + c;
    index_t left = rows;
    for (; left >= kReduceRows; left -= kReduceRows, from += kReduceRows * row_step)
      accumulate_rows<kReduceRows>(reducer, total + c, from, width, row_step);
    for (; left > 0; --left, from += row_step)
      accumulate_rows<1>(reducer, total + c, from, width, row_step);
  }
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
