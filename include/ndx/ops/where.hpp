// where: choosing between two operands, element by element.
#pragma once

#include <ndx/base/bit_cast.hpp>
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

/// An unsigned integer of so many bytes; void where there is none.
template <std::size_t N>
using word_t = std::conditional_t<
    N == 1, std::uint8_t,
    std::conditional_t<N == 2, std::uint16_t,
                       std::conditional_t<N == 4, std::uint32_t,
                                          std::conditional_t<N == 8, std::uint64_t, void>>>>;

/// Without a branch where elements fit a word: conditions are seldom foreseeable, and compilers use
/// vectors for what is read whatever the condition.
template <class R>
struct Choose {
  template <class C, class A, class B>
  R operator()(const C& condition, const A& a, const B& b) const {
    const R chosen = convert_element<R>(a);
    const R other = convert_element<R>(b);
    using Word = word_t<sizeof(R)>;
    if constexpr (std::is_void_v<Word>) {
      return condition != C{} ? chosen : other;
    } else {
      const auto x = detail::bit_cast<Word>(chosen);
      const auto y = detail::bit_cast<Word>(other);
      const auto mask = static_cast<Word>(-static_cast<int>(condition != C{}));
      return detail::bit_cast<R>(static_cast<Word>(y ^ ((x ^ y) & mask)));
    }
  }
};

}  // namespace detail

/// Operands between which is chosen: elements of one type, or numbers that meet in one.
template <class A, class B>
concept ChoiceOperands = NumberOperands<A, B> || (Scalar<A> && Scalar<B>) ||
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
        "where", [=](const Condition& c, const detail::element_t<A>& x) { return choose(c, x, b); },
        condition, a);
  } else if constexpr (detail::is_tensor_v<B>) {
    return detail::map_elements<R>(
        "where", [=](const Condition& c, const detail::element_t<B>& y) { return choose(c, a, y); },
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
