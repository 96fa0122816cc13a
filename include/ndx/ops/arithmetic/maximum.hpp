// Element-wise maximum, minimum, fmax and fmin; clamp, clip, clamp_min and clamp_max, which move each
// element into a range.
//
// maximum, minimum and clamp give NaN where an operand is NaN; fmax and fmin give the other operand.
#pragma once

#include <ndx/grammar/terms/optional.hpp>
#include <ndx/grammar/terms/slice.hpp>
#include <ndx/kernel/math/number_order.hpp>
#include <ndx/ops/arithmetic/arithmetic.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the larger, or smaller, of two numbers. If one is NaN, it returns NaN or, with
/// `skips_nan`, the other.
template <bool larger, bool skips_nan>
struct ExtremeOfTwo {
  // A scalar outside the range of the elements may be replaced by the bound of that range.
  static constexpr auto kWideScalars = larger ? WideScalars::raised : WideScalars::lowered;
  template <class T>
  T operator()(const T& a, const T& b) const {
    if constexpr (skips_nan)
      return (larger ? is_less_or_equal(b, a) : is_less_or_equal(a, b)) || b != b ? a : b;
    return (larger ? is_less(b, a) : is_less(a, b)) || a != a ? a : b;
  }
};
using Maximum = ExtremeOfTwo<true, false>;
using Minimum = ExtremeOfTwo<false, false>;
using NumberMaximum = ExtremeOfTwo<true, true>;
using NumberMinimum = ExtremeOfTwo<false, true>;

/// Computes minimum(maximum(x, low), high) in R.
template <class R>
struct Clamp {
  template <class T, class Low, class High>
  R operator()(const T& x, const Low& low, const High& high) const {
    return Minimum{}(Maximum{}(convert_element<R>(x), convert_element<R>(low)),
                     convert_element<R>(high));
  }
};

/// Clamps between two numbers in fewer instructions. Comparisons with NaN are false, so an element
/// that is NaN stays. The addend is NaN if a bound is NaN; otherwise it is -0, which changes nothing.
template <class R>
struct ClampToNumbers {
  R low;
  R high;
  R addend = low != low || high != high ? low + high : -R{0};
  template <class T>
  R operator()(const T& x) const {
    const R element = convert_element<R>(x);
    const R raised = element < low ? low : element;
    const R clamped = raised > high ? high : raised;
    if constexpr (!std::is_floating_point_v<R>) return clamped;
    return clamped + addend;
  }
};

/// A bound of clamp that is left out.
template <class X>
concept NoBound = std::is_same_v<X, NoneType> || Nullopt<X>;

/// Clamps to the bounds that are given. One bound alone is a maximum or a minimum.
template <class Call, class A, class Low, class High>
auto map_clamp(Call call, const A& t, const Low& low, const High& high) {
  if constexpr (NoBound<High>) {
    return operate<Maximum>(call, t, low);
  } else if constexpr (NoBound<Low>) {
    return operate<Minimum>(call, t, high);
  } else {
    using R = typename OperandResult<Tensor<result_t<A, Low>>, High>::type;
    const auto& least = as_operand_of<Maximum, R>(name_of(call), low);
    const auto& most = as_operand_of<Minimum, R>(name_of(call), high);
    if constexpr (is_tensor_v<Low> || is_tensor_v<High> || Complex<R>) {
      return map_elements<R>(call, Clamp<computed_t<R>>{}, t, least, most);
    } else {
      return map_elements<R>(call, ClampToNumbers<computed_t<R>>{least, most}, t);
    }
  }
}

/// Bounds of clamp, of which one may be None.
template <class A, class Low, class High>
concept ClampBounds =
    (NumberOperands<A, Low> || NoBound<Low>) && (NumberOperands<A, High> || NoBound<High>) &&
    (NumberOperands<A, Low> || NumberOperands<A, High>);

}  // namespace detail

/// Returns the larger of each two elements, of two tensors that broadcast, or of a tensor and a
/// scalar, as a fresh tensor of the type that arithmetic on them gives. The result is NaN where
/// either is NaN. minimum returns the smaller. Throws ShapeError if the shapes do not broadcast, as
/// all functions here do.
///   maximum(tensor({1, 5}), tensor({3, 2})) -> 3 5
NDX_ENTRY_FUNCTION(maximum, NumberOperands, operate<detail::Maximum>)
NDX_ENTRY_FUNCTION(minimum, NumberOperands, operate<detail::Minimum>)
/// Returns the larger, or for fmin the smaller, of each two elements. Where one is NaN, the result is
/// the other.
NDX_ENTRY_FUNCTION(fmax, NumberOperands, operate<detail::NumberMaximum>)
NDX_ENTRY_FUNCTION(fmin, NumberOperands, operate<detail::NumberMinimum>)

/// Moves each element into low … high: minimum(maximum(t, low), high). Each bound is a scalar or a
/// tensor that broadcasts. Where low is above high, the result is high. One of the two may be None or
/// std::nullopt: clamp(t, 0) and clamp(t, 0, None) are maximum(t, 0), clamp(t, None, 6) is minimum(t,
/// 6). Returns a fresh tensor. Throws ShapeError if the shapes do not broadcast.
///   clamp(tensor({-1, 5, 9}), 0, 6) -> 0 5 6
template <NumberTensor A, class Low, class High = NoneType>
  requires detail::ClampBounds<A, Low, High>
[[nodiscard]] auto clamp(const A& t, const Low& low, const High& high = None) {
  return detail::map_clamp("clamp", t, low, high);
}
// Without this overload, std::clamp would be found and preferred for three tensors whose element
// type is in namespace std, such as std::complex.
template <class T>
  requires Scalar<std::remove_const_t<T>>
[[nodiscard]] auto clamp(const Tensor<T>& t, const Tensor<T>& low, const Tensor<T>& high) {
  return detail::map_clamp("clamp", t, low, high);
}
/// Clamps by one bound: clamp_min(t, low) is clamp(t, low), clamp_max(t, high) is clamp(t, None,
/// high). The names are PyTorch's.
///   clamp_min(tensor({-1, 5}), 0) -> 0 5
template <NumberTensor A, class Low>
  requires NumberOperands<A, Low>
[[nodiscard]] auto clamp_min(const A& t, const Low& low) {
  return detail::map_clamp("clamp_min", t, low, None);
}
template <NumberTensor A, class High>
  requires NumberOperands<A, High>
[[nodiscard]] auto clamp_max(const A& t, const High& high) {
  return detail::map_clamp("clamp_max", t, None, high);
}
/// Does what clamp does. The name is NumPy's.
template <NumberTensor A, class Low, class High = NoneType>
  requires detail::ClampBounds<A, Low, High>
[[nodiscard]] auto clip(const A& t, const Low& low, const High& high = None) {
  return detail::map_clamp("clip", t, low, high);
}

NDX_NAMESPACE_END
