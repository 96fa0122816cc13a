// where selects between two operands, element by element.
//
// The condition, both operands and the result are one loop with broadcasting. Elements of 16 bits are
// selected as integers with the same bits, because selecting needs no arithmetic.
#pragma once

#include <ndx/base/bit_cast.hpp>
#include <ndx/ops/mask/nonzero.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The element type of a selection between A and B, tensors or scalars: their own type if it is the
/// same, otherwise their promoted type.
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

/// Selects without a branch if elements fit in a word. Conditions are hard to predict, and compilers
/// vectorise the selection only if both operands are read whatever the condition.
template <class R>
struct Choose {
  template <class C, class A, class B>
  R operator()(const C& condition, const A& a, const B& b) const {
    const R chosen = convert_element<R>(a);
    const R other = convert_element<R>(b);
    using Word = UnsignedOfSize<sizeof(R)>;
    if constexpr (sizeof(Word) != sizeof(R)) {
      return condition != C{} ? chosen : other;
    } else {
      const auto x = detail::bit_cast<Word>(chosen);
      const auto y = detail::bit_cast<Word>(other);
      const auto mask = static_cast<Word>(-static_cast<int>(condition != C{}));
      return detail::bit_cast<R>(static_cast<Word>(y ^ ((x ^ y) & mask)));
    }
  }
};

/// Returns tensors and numbers of 16 bits as integers with the same bits.
template <class X>
auto as_words(const X& x) {
  if constexpr (is_tensor_v<X>) {
    return Tensor<const std::uint16_t>(x.storage(), Layout(x.layout()));
  } else {
    return x.bits();
  }
}

/// Selects in the common type of a and b. float16 and bfloat16 are selected as 16-bit words.
template <class Call, class C, class A, class B>
auto choose(Call call, const C& condition, const A& a, const B& b) {
  using R = typename decltype(chosen<A, B>())::type;
  check_held<R>(name_of(call), a);
  check_held<R>(name_of(call), b);
  if constexpr (Half<R> && std::is_same_v<element_t<A>, element_t<B>> &&
                std::is_same_v<Call, const char*>) {
    const auto words = choose(call, condition, as_words(a), as_words(b));
    return Tensor<R>(words.storage(), Layout(words.layout()));
  } else {
    return map_elements<R>(call, Choose<computed_t<R>>{}, condition, as_operand<R>(a),
                           as_operand<R>(b));
  }
}

}  // namespace detail

/// Types that are accepted as a condition: bools in braces, or a tensor of numbers, of which nonzero
/// ones are true.
template <class X>
concept ConditionValues = NumberTensor<X> || std::is_same_v<X, detail::BracedMask>;

/// Operands of where: elements of one type, or numbers that have a common type.
template <class A, class B>
concept ChoiceOperands = NumberOperands<A, B> || (Scalar<A> && Scalar<B>) ||
                         std::is_same_v<detail::element_t<A>, detail::element_t<B>>;

/// Selects a where the condition is nonzero, else b. Returns a fresh tensor of the broadcast shape of
/// all three.
///   where(t > 0, t, 0.f)      where(mask, 1, 0)
/// Each of a and b may be a scalar. Operands of the same element type keep it; numbers of different
/// types give the type that arithmetic on them would give (promote.hpp): an int tensor and 0.5 give
/// double. Throws ShapeError if the shapes do not broadcast. Source: torch.where, but as in NumPy the
/// condition may be any number.
///   where(tensor({true, false}), tensor({1, 2}), 9) -> 1 9
template <ConditionValues C = detail::BracedMask, class A, class B>
  requires ChoiceOperands<A, B>
[[nodiscard]] auto where(const C& condition, const A& a, const B& b) {
  return detail::choose("where", detail::unbraced(condition), a, b);
}

/// Returns nonzero_tuple(condition), one index tensor per dim: the positions where the condition
/// holds.
template <NumberTensor C>
[[nodiscard]] IndexTuple where(const C& condition) {
  return nonzero_tuple(condition);
}

NDX_NAMESPACE_END
