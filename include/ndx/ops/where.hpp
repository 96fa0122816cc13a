// where: choosing between two operands, element by element.
#pragma once

#include <ndx/ops/search.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// What a choice between A and B, tensors or scalars, gives: their own type where they have the
/// same, else the numbers' common one.
template <class A, class B>
constexpr auto chosen() {
  if constexpr (std::is_same_v<element_t<A>, element_t<B>>) {
    return std::type_identity<element_t<A>>{};
  } else if constexpr (Scalar<A> && Scalar<B>) {
    return std::type_identity<promote_t<A, B>>{};
  } else {
    return std::type_identity<result_t<A, B>>{};
  }
}

/// By value, so that both are read whatever the condition: compilers then use vectors.
template <class R>
struct Choose {
  template <class C, class A, class B>
  R operator()(const C& condition, A a, B b) const {
    return condition != C{} ? convert_element<R>(a) : convert_element<R>(b);
  }
};

}  // namespace detail

/// Operands between which is chosen: elements of one type, or numbers that meet in one.
template <class A, class B>
concept ChoiceOperands = NumberOperands<A, B> ||(Scalar<A>&& Scalar<B>) ||
                         std::is_same_v<detail::element_t<A>, detail::element_t<B>>;

/// a where the condition is not zero, else b: a fresh tensor of the three's common shape.
///   where(t > 0, t, 0.f)      where(mask, 1, 0)
/// Each of a and b may be a scalar. Two of one element type give that type, numbers of two types
/// what arithmetic on them gives (promote.hpp): an int tensor and 0.5 give double.
/// ShapeError when the shapes do not broadcast. Source: torch.where; NumPy's takes any number as a
/// condition, as this does.
template <NumberTensor C, class A, class B>
requires ChoiceOperands<A, B>
[[nodiscard]] auto where(const C& condition, const A& a, const B& b) {
  using R = typename decltype(detail::chosen<A, B>())::type;
  using Condition = detail::element_t<C>;
  const detail::Choose<R> choose;
  if constexpr (detail::is_tensor_v<A> && detail::is_tensor_v<B>) {
    return detail::map_elements<R>("where", choose, condition, a, b);
  } else if constexpr (detail::is_tensor_v<A>) {
    return detail::map_elements<R>(
        "where", [=](const Condition& c, detail::element_t<A> x) { return choose(c, x, b); },
        condition, a);
  } else if constexpr (detail::is_tensor_v<B>) {
    return detail::map_elements<R>(
        "where", [=](const Condition& c, detail::element_t<B> y) { return choose(c, a, y); },
        condition, b);
  } else {
    return detail::map_elements<R>(
        "where", [=](const Condition& c) { return choose(c, a, b); }, condition);
  }
}

/// Where the condition is not zero: nonzero_tuple(condition), one index tensor for each dim.
template <NumberTensor C>
[[nodiscard]] IndexTuple where(const C& condition) {
  return nonzero_tuple(condition);
}

NDX_NAMESPACE_END
