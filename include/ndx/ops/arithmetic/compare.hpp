// The operators == != < <= > >=, element-wise with broadcasting. The result is a tensor of bools.
//
// Integers compare by value, whatever their types: -1 is less than any unsigned integer. Other
// operands are converted to the type that arithmetic on them would give. NaN is not equal to
// anything. Complex numbers are ordered by their real components, then by their imaginary ones, as in
// NumPy. Elements that are not numbers use their own ==.
#pragma once

#include <ndx/kernel/math/number_order.hpp>
#include <ndx/ops/core/elementwise.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether A and B are integers, one signed and the other unsigned.
template <class A, class B>
inline constexpr bool kMixedSigns =
    Integer<A> && Integer<B> && std::is_signed_v<A> != std::is_signed_v<B>;

/// Applies Op to operands of types A and B, whose common type is R.
template <class Op, class R, class A, class B>
struct Compare {
  bool operator()(const computed_t<A>& a, const computed_t<B>& b) const {
    if constexpr (kMixedSigns<A, B>) {
      return mixed(a, b);
    } else if constexpr (Integer<A> && Integer<B>) {
      return Op{}(a, b);
    } else {
      return Op{}(convert_element<computed_t<R>>(a), convert_element<computed_t<R>>(b));
    }
  }

 private:
  /// Compares a signed and an unsigned value. A negative value is less than every unsigned one, so it
  /// is compared as -1 with 0. Otherwise both values are non-negative and compare as uint64.
  static bool mixed(A a, B b) {
    if constexpr (std::is_signed_v<A>) {
      return a < 0 ? Op{}(-1, 0) : Op{}(static_cast<std::uint64_t>(a), std::uint64_t{b});
    } else {
      return b < 0 ? Op{}(0, -1) : Op{}(std::uint64_t{a}, static_cast<std::uint64_t>(b));
    }
  }
};

#define NDX_ENTRY(Name, ...)                        \
  struct Name {                                     \
    template <class T, class U>                     \
    bool operator()(const T& a, const U& b) const { \
      return __VA_ARGS__;                           \
    }                                               \
  };
NDX_ENTRY(Equal, a == b)
NDX_ENTRY(NotEqual, !(a == b))
NDX_ENTRY(Less, is_less(a, b))
NDX_ENTRY(LessEqual, is_less_or_equal(a, b))
#undef NDX_ENTRY

/// The function that compares operands A and B by Op.
template <class Op, class A, class B>
struct ComparisonOf {
  using type = Op;
};
template <class Op, class A, class B>
  requires NumberOperands<A, B>
struct ComparisonOf<Op, A, B> {
  using type = Compare<Op, result_t<A, B>, element_t<A>, element_t<B>>;
};
template <class Op, class A, class B>
using comparison_t = typename ComparisonOf<Op, A, B>::type;

/// The type in which a scalar X is compared with elements of T: T if that changes no result,
/// otherwise X.
template <class X, class T, class R>
using compared_t =
    std::conditional_t<(Floating<T> && std::is_same_v<R, T>) ||
                           (Integer<X> && Integer<T> &&
                            std::is_signed_v<X> == std::is_signed_v<T> && sizeof(X) <= sizeof(T)),
                       T, X>;

/// Whether X is the type of an integer scalar that elements of the tensor A may not be able to hold.
template <class A, class X>
inline constexpr bool kMayExceed = is_tensor_v<A> && Integer<X> && Integer<element_t<A>> &&
                                   !std::is_same_v<compared_t<X, element_t<A>, X>, element_t<A>>;

/// Returns the result of a comparison that is the same for all elements.
inline Tensor<bool> same_result(const char* call, const Dims& shape, bool result) {
  return make_filled(call, shape, result);
}
template <class T>
void same_result(const Into<T>& into, const Dims& shape, bool result) {
  check_output<bool>(into, shape);
  into.out.fill_(convert_element<T>(result));
}

/// Compares two operands. A scalar is first converted to a type that needs no wider vectors than
/// the elements do.
template <class Op, class Call, class A, class B>
mapped_t<bool, Call> compare(Call call, const A& a, const B& b) {
  using Left = element_t<A>;
  using Right = element_t<B>;
  // Comparing in the scalar's wider type would put fewer elements into a vector, so the scalar is
  // converted to the elements' type. A scalar outside the range of that type compares with every
  // element as with 0.
  if constexpr (kMayExceed<A, B>) {
    if (is_held<Left>(b)) return compare<Op>(call, a, static_cast<Left>(b));
    return same_result(call, a.shape(), Compare<Op, B, Left, B>{}(Left{0}, b));
  } else if constexpr (kMayExceed<B, A>) {
    if (is_held<Right>(a)) return compare<Op>(call, static_cast<Right>(a), b);
    return same_result(call, b.shape(), Compare<Op, A, A, Right>{}(a, Right{0}));
  } else if constexpr (NumberOperands<A, B>) {
    using R = result_t<A, B>;
    const auto& x = as_operand<compared_t<Left, Right, R>>(a);
    const auto& y = as_operand<compared_t<Right, Left, R>>(b);
    using F = comparison_t<Op, std::remove_cvref_t<decltype(x)>, std::remove_cvref_t<decltype(y)>>;
    return map_elements<bool>(call, F{}, x, y);
  } else {
    return map_elements<bool>(call, Op{}, a, b);
  }
}

/// Does not compile for the second comparison of 0 < t < 10, which C++ reads as (0 < t) < 10. == is
/// allowed, because mask == 1 has one meaning.
template <class A, class B>
constexpr void require_no_chain() {
  constexpr bool is_mask = is_tensor_v<A> && Boolean<element_t<A>>;
  static_assert(!is_mask || is_tensor_v<B> || Boolean<B>,
                "C++ compares a mask with the number: write (t > 0) & (t < 10), or "
                "mask.to<int>() < 10");
}

}  // namespace detail

/// Tensors of one element type that is not a number but has its own ==.
template <class A, class B>
concept ComparableOperands =
    detail::is_tensor_v<A> && detail::is_tensor_v<B> &&
    std::is_same_v<detail::element_t<A>, detail::element_t<B>> && !NumberTensor<A> &&
    requires(const detail::element_t<A>& a, const detail::element_t<B>& b) {
      static_cast<bool>(a == b);
    };

/// Operands of == and !=: numbers, or elements with their own ==.
template <class A, class B>
concept EqualityOperands = NumberOperands<A, B> || ComparableOperands<A, B>;

/// Returns whether elements are equal, as a fresh tensor of bools of the operands' broadcast shape.
/// Throws ShapeError if the shapes do not broadcast, as all comparisons do.
///   tensor({1, 2}) == tensor({1, 3}) -> 1 0
template <class A, class B>
  requires EqualityOperands<A, B>
[[nodiscard]] Tensor<bool> operator==(const A& a, const B& b) {
  return detail::compare<detail::Equal>("operator==", a, b);
}
/// Returns whether elements differ. Shapes and errors are those of ==.
///   tensor({1, 2}) != 2 -> 1 0
template <class A, class B>
  requires EqualityOperands<A, B>
[[nodiscard]] Tensor<bool> operator!=(const A& a, const B& b) {
  return detail::compare<detail::NotEqual>("operator!=", a, b);
}
/// Returns whether elements are less, for numbers with an order: two tensors that broadcast, or a
/// tensor and a scalar. The result is false where one of them is NaN. Throws ShapeError if the shapes
/// do not broadcast.
///   tensor({1, 2}) < 2 -> 1 0
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> operator<(const A& a, const B& b) {
  detail::require_no_chain<A, B>();
  return detail::compare<detail::Less>("operator<", a, b);
}
/// Returns whether elements are less or equal. Operands and errors are those of <.
///   tensor({1, 2}) <= 1 -> 1 0
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> operator<=(const A& a, const B& b) {
  detail::require_no_chain<A, B>();
  return detail::compare<detail::LessEqual>("operator<=", a, b);
}
/// Returns whether elements are greater. Operands and errors are those of <.
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> operator>(const A& a, const B& b) {
  detail::require_no_chain<A, B>();
  return detail::compare<detail::Less>("operator>", b, a);
}
/// Returns whether elements are greater or equal. Operands and errors are those of <.
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> operator>=(const A& a, const B& b) {
  detail::require_no_chain<A, B>();
  return detail::compare<detail::LessEqual>("operator>=", b, a);
}

NDX_NAMESPACE_END
