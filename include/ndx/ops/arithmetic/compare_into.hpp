// Comparisons, tests and choices that write to an existing tensor. The rules that all of them share
// are in ops/arithmetic/map_into.hpp.
#pragma once

#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/arithmetic/equal.hpp>
#include <ndx/ops/arithmetic/logical.hpp>
#include <ndx/ops/mask/masks.hpp>
#include <ndx/ops/mask/where.hpp>
#include <ndx/ops/math/classify.hpp>
#include <ndx/ops/math/nan_to_num.hpp>

NDX_NAMESPACE_BEGIN

/// Writes a == b.
template <class T, class A, class B>
  requires EqualityOperands<A, B>
void equal_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::compare<detail::Equal>(detail::Into{"equal_into", out}, a, b);
}

/// Writes a != b.
template <class T, class A, class B>
  requires EqualityOperands<A, B>
void not_equal_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::compare<detail::NotEqual>(detail::Into{"not_equal_into", out}, a, b);
}

/// Writes a < b.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void less_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::compare<detail::Less>(detail::Into{"less_into", out}, a, b);
}

/// Writes a <= b.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void less_equal_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::compare<detail::LessEqual>(detail::Into{"less_equal_into", out}, a, b);
}

/// Writes a > b.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void greater_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::compare<detail::Less>(detail::Into{"greater_into", out}, b, a);
}

/// Writes a >= b.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void greater_equal_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::compare<detail::LessEqual>(detail::Into{"greater_equal_into", out}, b, a);
}

/// Writes true where |a - b| <= atol + rtol·|b|.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void isclose_into(const Tensor<T>& out, const A& a, const B& b, double rtol = 1e-5,
                  double atol = 1e-8, bool equal_nan = false) {
  detail::compare_within(detail::Into{"isclose_into", out}, a, b,
                         detail::Tolerance{rtol, atol, equal_nan});
}

/// Writes logical_and(a, b), where nonzero is true.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void logical_and_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::map_operands<bool>(detail::Into{"logical_and_into", out},
                             detail::OnTruthValues<Reduce::BitwiseAnd>{}, a, b);
}

/// Writes logical_or(a, b), where nonzero is true.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void logical_or_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::map_operands<bool>(detail::Into{"logical_or_into", out},
                             detail::OnTruthValues<Reduce::BitwiseOr>{}, a, b);
}

/// Writes logical_xor(a, b), where nonzero is true.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void logical_xor_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::map_operands<bool>(detail::Into{"logical_xor_into", out},
                             detail::OnTruthValues<Reduce::BitwiseXor>{}, a, b);
}

/// Writes true where an element is zero.
template <class T, NumberTensor A>
void logical_not_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<bool>(detail::Into{"logical_not_into", out}, detail::IsZero{}, a);
}

/// Writes true where an element, or a component of it, is NaN.
template <class T, NumberTensor A>
void isnan_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<bool>(detail::Into{"isnan_into", out}, detail::IsNan{}, a);
}

/// Writes true where an element, or a component of it, is infinite.
template <class T, NumberTensor A>
void isinf_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<bool>(detail::Into{"isinf_into", out}, detail::IsInfinite{}, a);
}

/// Writes true where an element, with all its components, is neither infinite nor NaN.
template <class T, NumberTensor A>
void isfinite_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<bool>(detail::Into{"isfinite_into", out}, detail::IsFinite{}, a);
}

/// Writes true where the sign is negative.
template <class T, RealTensor A>
void signbit_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<bool>(detail::Into{"signbit_into", out}, detail::SignBit{}, a);
}

/// Writes the elements with NaN replaced by `nan`, and infinities by `largest` and `lowest`.
template <class T, NumberTensor A, class U = detail::element_t<A>, class Part = detail::part_t<U>>
void nan_to_num_into(const Tensor<T>& out, const A& t, std::type_identity_t<Part> nan = Part{0},
                     std::type_identity_t<Part> largest = std::numeric_limits<Part>::max(),
                     std::type_identity_t<Part> lowest = std::numeric_limits<Part>::lowest()) {
  detail::map_elements<U>(detail::Into{"nan_to_num_into", out},
                          detail::NanToNumber<computed_t<Part>>{nan, largest, lowest}, t);
}

/// Writes a where the condition is nonzero, else b.
template <class T, ConditionValues C = detail::BracedMask, class A, class B>
  requires ChoiceOperands<A, B>
void where_into(const Tensor<T>& out, const C& condition, const A& a, const B& b) {
  detail::choose(detail::Into{"where_into", out}, detail::unbraced(condition), a, b);
}

/// Writes the elements of t with `value`, a scalar or a tensor of rank 0, where the mask is true.
template <class T, class U, MaskValues M = detail::BracedMask, FillFor<U> V>
void masked_fill_into(const Tensor<T>& out, const Tensor<U>& t, const M& mask, const V& value) {
  const auto& own = detail::mask_tensor(mask);
  using Number = std::remove_const_t<U>;
  detail::map_operands<Number>(detail::Into{"masked_fill_into", out}, detail::Choose<Number>{}, own,
                               detail::fill_element<Number>("masked_fill_into", value), t);
}

NDX_NAMESPACE_END
