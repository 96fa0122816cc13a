// Reduces floats and doubles in 32 lanes of double: products, and sums of terms that a reducer makes
// of the elements, such as squares. Lanes of 64-bit integers are reduced here too.
//
// These are limited by arithmetic, so vectors of 64 bytes are worth it: on Sapphire Rapids, a norm
// of 64 K doubles takes .057 ns an element this way, and took .093. The number of lanes is the same
// for all vectors. But AVX-512 multiplies and adds in one step, so the last bits of a sum of
// inexact products may depend on the processor, as may those of complex products. Only AVX-512 has
// instructions that multiply integers of 64 bits and that take the larger of two: on an Intel Xeon,
// max of 64 K int64 takes .049 ns an element this way, and .128 with AVX2.
#pragma once

#include <concepts>

#include <ndx/kernel/reduce/reduce_rows.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// The number of lanes.
inline constexpr index_t kDoubleLanes = 32;
/// The number of products of floats that are added in float before their sum is converted.
inline constexpr index_t kFloatDepth = 8;

}  // namespace detail

/// A reducer of terms or factors that are floats or doubles, or of products of two rows.
template <class R, class... In>
concept StepsLanes = ((std::same_as<In, float> || std::same_as<In, double>) && ...) &&
                     (R::kLoop == RowLoop::terms || R::kLoop == RowLoop::float_terms ||
                      R::kLoop == RowLoop::factors || sizeof...(In) == 2);

/// A reducer that adds products, for which floats may be multiplied and added in float.
template <class R, class... In>
concept StepsFloats = StepsLanes<R, In...> && (std::same_as<In, float> && ...) &&
                      (R::kLoop == RowLoop::float_terms || sizeof...(In) == 2);

/// A reducer that multiplies complex floats or doubles.
template <class R, class In>
concept MultipliesPairs = Complex<In> && R::kLoop == RowLoop::factors &&
                          std::same_as<typename R::Accumulator::value_type, double>;

/// A reducer whose lanes are integers of 64 bits.
template <class R>
concept HasWideLanes = std::is_integral_v<typename R::Lane> && sizeof(typename R::Lane) == 8;

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/reduce/double_lanes.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Reduces `count` elements, at most kReduceBlock<R>, of one or more dense rows.
template <class R, class... In>
double reduce_in_doubles(const R& reducer, index_t count, const In*... in) {
  return dispatch<portable::DoubleLanes, avx2::DoubleLanes, avx512::DoubleLanes>(
      [&](auto lanes) { return lanes.block(reducer, count, in...); });
}

}  // namespace kernel
NDX_NAMESPACE_END
