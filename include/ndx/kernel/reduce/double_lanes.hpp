// Reduces floats and doubles in 32 lanes of double: products, and sums of what a reducer makes of
// the elements, such as squares.
//
// These are limited by arithmetic, so vectors of 64 bytes are worth it: on Sapphire Rapids, a norm
// of 64 K doubles takes .057 ns an element this way, and took .093. The number of lanes is the same
// for all vectors. But AVX-512 multiplies and adds in one step, so the last bits of a sum of
// inexact products may depend on the processor, as may those of complex products.
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

/// A reducer whose steps are the same for doubles and for vectors of doubles.
template <class R, class... In>
concept StepsLanes = ((std::same_as<In, float> || std::same_as<In, double>) && ...) &&
                     requires(const R& reducer, double& totals, const In&... x) {
                       reducer.step_lanes(totals, static_cast<double>(x)...);
                     };

/// A reducer that adds products, for which floats may be multiplied and added in float.
template <class R, class... In>
concept StepsFloats = StepsLanes<R, In...> && (std::same_as<In, float> && ...) && R::kStepsFloats;

/// A reducer that multiplies floats, whose total is itself a factor.
template <class R, class... In>
concept MultipliesFloats = StepsLanes<R, In...> && sizeof...(In) == 1 &&
                           (std::same_as<In, float> && ...) && R::kMultiplies;

/// A reducer that multiplies complex floats or doubles.
template <class R, class In>
concept MultipliesPairs = Complex<In> && requires {
  requires R::kMultiplies;
  requires std::same_as<typename R::Accumulator::value_type, double>;
};

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

/// Reduces dense lines of `count` elements, line_step apart, each into its total. Short lines never
/// use AVX-512, which would add products in one step: the result would differ from that of elements
/// that are not dense.
template <class R, class In>
void reduce_lines_in_doubles(const R& reducer, double* totals, index_t total_step, const In* in,
                             index_t count, index_t lines, index_t line_step) {
  if (count < detail::kFewElements) {
    dispatch<portable::DoubleLanes, avx2::DoubleLanes>([&](auto lanes_of) {
      lanes_of.short_lines(reducer, totals, total_step, in, count, lines, line_step);
    });
  } else {
    dispatch<portable::DoubleLanes, avx2::DoubleLanes, avx512::DoubleLanes>([&](auto lanes_of) {
      lanes_of.lines(reducer, totals, total_step, in, count, lines, line_step);
    });
  }
}

/// Multiplies `count` complex elements of a dense row. If the product is NaN, elements are
/// multiplied one by one, since it may then be infinite.
template <class R, class In>
typename R::Accumulator multiply_in_doubles(const R& reducer, index_t count, const In* in) {
  const auto product = dispatch<portable::DoubleLanes, avx2::DoubleLanes, avx512::DoubleLanes>(
      [&](auto lanes) { return lanes.multiply_pairs(reducer, count, in); });
  if (product == product) return product;
  return detail::reduce_lanes(reducer, count, Dense<In>{in});
}

}  // namespace kernel
NDX_NAMESPACE_END
