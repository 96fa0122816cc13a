// Functions that sorting, selecting and searching share: the first and the last number in order, NaN,
// and the lines of a tensor along a dim.
#pragma once

#include <initializer_list>
#include <limits>

#include <ndx/kernel/math/number_order.hpp>
#include <ndx/ops/core/elementwise.hpp>
#include <ndx/ops/core/values_and_indices.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// Refuses complex numbers in functions that only real numbers have. It returns `auto`, so that the
/// compiler reports this message before errors about the use of the result.
template <class... A>
auto refuse_complex() {
  static_assert(kNever<A...>, "not of complex numbers: take real(t), imag(t) or abs(t)");
  return refused<A...>();
}

/// Whether T has NaN, and that NaN. The NaN of complex numbers has an imaginary component of 0.
template <class T>
inline constexpr bool kHasNan = Floating<T> || Complex<T>;
template <class T>
constexpr T not_a_number() {
  if constexpr (Complex<T>) {
    return {not_a_number<typename T::value_type>()};
  } else {
    return std::numeric_limits<T>::quiet_NaN();
  }
}

/// The element that comes before every number or, if `last`, after every number.
template <class T, bool last>
constexpr T outermost_element() {
  using Limits = std::numeric_limits<T>;
  if constexpr (Complex<T>) {
    constexpr auto part = outermost_element<typename T::value_type, last>();
    return {part, part};
  } else if constexpr (Floating<T>) {
    return last ? Limits::infinity() : -Limits::infinity();
  } else {
    return last ? Limits::max() : Limits::lowest();
  }
}

/// Returns numbers in braces as a tensor. It is a template so that only files that call it compile
/// a copy of doubles.
template <class Number>
Tensor<Number> listed(std::initializer_list<Number> numbers) {
  const auto list =
      make_uninitialized<Number>("tensor", Dims{static_cast<index_t>(numbers.size())});
  Number* to = list.data();
  for (const Number& number : numbers) *to++ = number;
  return list;
}

/// Returns the dim along which lines run. A tensor of rank 0 is treated as rank 1, as in PyTorch.
template <class T>
std::size_t line_dim(const char* call, const Tensor<T>& t, index_t dim) {
  if (t.dim() == 0 && (dim == 0 || dim == -1)) return 0;
  return wrap_dim(call, dim, t.shape().size());
}
template <class T>
index_t line_length(const Tensor<T>& t, std::size_t dim) {
  return t.dim() == 0 ? 1 : t.shape()[dim];
}

}  // namespace detail
NDX_NAMESPACE_END
