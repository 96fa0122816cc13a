// Reducing rows of integers in lanes of 64 bits, for which only AVX-512 has instructions that multiply
// and that take the larger of two. Results are the same with all vectors.
#pragma once

#include <ndx/kernel/reduce/reduce_rows.hpp>

#define NDX_LOOPS <ndx/kernel/reduce/integer_rows.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Reducers whose lanes are integers of 64 bits.
template <class R>
concept HasWideLanes = std::is_integral_v<detail::lane_t<R>> && sizeof(detail::lane_t<R>) == 8;

/// Reduces `count` elements of a dense row, at most kReduceBlock<R>.
template <HasWideLanes R, class In>
typename R::Accumulator reduce_integers(const R& reducer, const In* in, index_t count) {
  return dispatch<portable::IntegerRows, avx2::IntegerRows, avx512::IntegerRows>(
      [&](auto rows) { return rows.block(reducer, count, Dense<In>{in}); });
}

}  // namespace kernel
NDX_NAMESPACE_END
