// The operators + - * / and unary -, element-wise with broadcasting, out of place and in place.
//
// The operands are two tensors, or a tensor and a scalar. promote.hpp defines the result type.
// Integers wrap around. For bools, + is logical or and * is logical and; they cannot be subtracted. /
// is true division, where integers give double.
#pragma once

#include <ndx/ops/core/elementwise.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

struct Subtract {
  using Pairs = kernel::pairs::Difference;
  template <class T>
  T operator()(const T& a, const T& b) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b));
    } else {
      return a - b;
    }
  }
};

struct Divide {
  using Pairs = kernel::pairs::Quotient;
  template <class T>
  T operator()(const T& a, const T& b) const {
    return a / b;
  }
};

struct Negate {
  using Pairs = kernel::pairs::Negative;
  template <class T>
  T operator()(const T& x) const {
    if constexpr (std::is_integral_v<T>) {
      return Subtract{}(T{0}, x);
    } else {
      return -x;
    }
  }
  static std::uint16_t of_bits(std::uint16_t half) {
    return static_cast<std::uint16_t>(half ^ 0x8000U);
  }
};

/// The type in which Op is computed for operands whose common type is R. True division of integers is
/// computed in double.
template <class Op, class R>
using calculated_t =
    std::conditional_t<std::is_same_v<Op, Divide> && std::is_integral_v<R>, double, R>;

/// Converts both operands to R, then applies Op.
template <class Op, class R>
struct In : kernel::VectorsOf<Op, R>, kernel::PairsOf<Op> {
  template <class A>
  R operator()(const A& a) const {
    return Op{}(convert_element<R>(a));
  }
  template <class A, class B>
  R operator()(const A& a, const B& b) const {
    return Op{}(convert_element<R>(a), convert_element<R>(b));
  }
};

/// Applies Op to two operands in their common type.
template <class Op, class Call, class A, class B>
auto operate(Call call, const A& a, const B& b) {
  using R = calculated_t<Op, result_t<A, B>>;
  const char* const name = name_of(call);
  return map_elements<R>(call, In<Op, computed_t<R>>{}, as_operand_of<Op, R>(name, a),
                         as_operand_of<Op, R>(name, b));
}

/// Computes Op in R and converts the result back to the target's type.
template <class Op, class R, class T>
struct ConvertedUpdate : kernel::PairsOf<Op> {
  template <class B>
  computed_t<T> operator()(const computed_t<T>& a, const B& b) const {
    return result_element<T>(Op{}(convert_element<R>(a), convert_element<R>(b)));
  }
};

/// The type in which a target of T is updated by a V. Integers are computed in the target's own type,
/// where wrapping gives the same result as in any wider type.
template <class T, class V>
using update_t =
    typename std::conditional_t<Integer<T> && Integer<element_t<V>>, std::type_identity<T>,
                                OperandResult<Tensor<T>, V>>::type;

/// The element type of an in-place operator's target, which may be any reference to a tensor.
template <class A>
using target_t = element_t<std::remove_cvref_t<A>>;

/// A tensor of numbers, and numbers by which it could be updated.
template <class A, class V>
concept TargetAndNumbers = NumberTensor<std::remove_cvref_t<A>> && (NumberTensor<V> || Scalar<V>);

/// Applies an in-place operator and returns the target as it was given.
template <class Op, class A, class V>
A operate_on(const char* call, std::remove_reference_t<A>& target, const V& value) {
  using R = calculated_t<Op, update_t<target_t<A>, V>>;
  using T = std::remove_const_t<target_t<A>>;
  update_elements(call, ConvertedUpdate<Op, computed_t<R>, T>{}, target,
                  as_operand_of<Op, R>(call, value));
  return static_cast<A&&>(target);
}

}  // namespace detail

/// Operands whose common type is bool, for which - is not defined.
template <class A, class B>
concept BooleanOperands = NumberOperands<A, B> && Boolean<result_t<A, B>>;
namespace detail {
template <class A, class B>
concept NoBoolOperands = NumberOperands<A, B> && !BooleanOperands<A, B>;
}  // namespace detail

/// A tensor A and a V such that `a += v` compiles: A's elements can hold the kind of number that
/// results.
template <class A, class V>
concept UpdateOperands =
    detail::TargetAndNumbers<A, V> &&
    !detail::LosesKind<detail::update_t<detail::target_t<A>, V>, detail::target_t<A>>;

// A row of these macros, here and in the headers that include this one, declares a function or an operator:
// its name, the concept of its operands, and the template that computes it.
#define NDX_ENTRY_FUNCTION(name, Operands, ...)     \
  template <class A, class B>                       \
    requires Operands<A, B>                         \
  [[nodiscard]] auto name(const A& a, const B& b) { \
    return detail::__VA_ARGS__(#name, a, b);        \
  }
#define NDX_ENTRY_FUNCTION_IN_PLACE(name, Operands, ...) \
  template <class A, class V>                            \
    requires Operands<A, V>                              \
  A name(A&& target, const V& value) {                   \
    return detail::__VA_ARGS__(#name, target, value);    \
  }

/// Returns the sum, as a fresh tensor of the operands' broadcast shape. Throws ShapeError if the
/// shapes do not broadcast, as all operators do.
///   tensor({1, 2, 3}) + tensor({{10}, {20}}) -> 11 12 13 / 21 22 23
NDX_ENTRY_FUNCTION(operator+, NumberOperands, operate<Reduce::Add>)

/// Returns the difference. Types, shapes and errors are those of +.
///   tensor({5, 7}) - 2 -> 3 5
NDX_ENTRY_FUNCTION(operator-, NumberOperands, operate<detail::Subtract>)
template <class A, class B>
  requires BooleanOperands<A, B>
auto operator-(const A&, const B&) {
  static_assert(detail::kNever<A, B>, "bools have no difference: use ^ or logical_xor");
  return detail::refused<A, B>();
}

/// Returns the product, element by element. Types, shapes and errors are those of +.
///   tensor({1, 2}) * tensor({3, 4}) -> 3 8
NDX_ENTRY_FUNCTION(operator*, NumberOperands, operate<Reduce::Multiply>)

/// Returns the quotient. Integers give double. Dividing by zero gives inf or NaN, as in IEEE 754.
/// Shapes and errors are those of +.
///   tensor({1, 2}) / 2 -> 0.5 1
NDX_ENTRY_FUNCTION(operator/, NumberOperands, operate<detail::Divide>)

/// Returns the negative of each element. Unsigned integers wrap around.
template <NumberTensor A>
  requires(!Boolean<detail::element_t<A>>)
[[nodiscard]] auto operator-(const A& a) {
  return detail::map_in_type<detail::Negate>("operator-", a);
}
template <NumberTensor A>
  requires Boolean<detail::element_t<A>>
auto operator-(const A&) {
  static_assert(detail::kNever<A>, "bools have no negative: use ! or logical_not");
  return detail::refused<A>();
}

/// Returns a copy of the elements.
[[nodiscard]] auto operator+(const detail::NoBools auto& a) { return a.clone(); }
template <NumberTensor A>
  requires Boolean<detail::element_t<A>>
auto operator+(const A&) {
  static_assert(detail::kNever<A>, "bools have no sign: write t.clone() or t.to<int>()");
  return detail::refused<A>();
}

/// Adds in place, through any view. The result is converted to the target's element type, a double to
/// float for example. A fraction for an integer, a complex number for a real one and a number for a
/// bool do not compile, as NumPy and PyTorch refuse them. The target's shape does not change. The
/// value may overlap the target: it is read as if it had been copied first. Throws ShapeError if the
/// value does not broadcast to the target, ValueError if two positions of the target share an element
/// (as after expand).
NDX_ENTRY_FUNCTION_IN_PLACE(operator+=, UpdateOperands, operate_on<Reduce::Add, A>)

/// Subtracts, multiplies or divides in place. Types, overlap and errors are those of +=.
NDX_ENTRY_FUNCTION_IN_PLACE(operator-=, UpdateOperands, operate_on<detail::Subtract, A>)
template <class A, class V>
  requires UpdateOperands<A, V> && BooleanOperands<std::remove_cvref_t<A>, V>
auto operator-=(A&&, const V&) {
  static_assert(detail::kNever<A, V>, "bools have no difference: use ^= instead");
  return detail::refused<A, V>();
}

/// Multiplies in place, as -= subtracts.
NDX_ENTRY_FUNCTION_IN_PLACE(operator*=, UpdateOperands, operate_on<Reduce::Multiply, A>)

/// Divides in place, as -= subtracts. Integers do not compile, because they cannot hold a quotient.
NDX_ENTRY_FUNCTION_IN_PLACE(operator/=, UpdateOperands, operate_on<detail::Divide, A>)
template <class A, class V>
  requires UpdateOperands<A, V> && std::is_integral_v<detail::target_t<A>>
auto operator/=(A&&, const V&) {
  static_assert(detail::kNever<A, V>,
                "integers cannot hold a quotient: write t.to<double>() / v, or floor_divide(t, v)");
  return detail::refused<A, V>();
}

// The in-place operators with a list in braces: t += {1, 2}, t *= {{1, 2}, {3, 4}}. C++ deduces no type
// from braces, so each operator is declared here once more. It makes a tensor of the list and applies
// the operator of tensors, with its types and errors.
#define NDX_ENTRY(symbol)                                                                   \
  template <class A>                                                                        \
    requires NumberTensor<std::remove_cvref_t<A>>                                           \
  A operator symbol(                                                                        \
      A&& target,                                                                           \
      std::initializer_list<                                                                \
          detail::NestedList<detail::ValueLeaf<detail::element_t<std::remove_cvref_t<A>>>>> \
          values) {                                                                         \
    using T = detail::element_t<std::remove_cvref_t<A>>;                                    \
    target symbol detail::from_nested<T>(detail::NestedList<detail::ValueLeaf<T>>(values),  \
                                         "operator" #symbol);                               \
    return static_cast<A&&>(target);                                                        \
  }
#define NDX_ENTRY_EACH(X) X(+=) X(-=) X(*=) X(/=) X(%=) X(&=) X(|=) X(^=) X(<<=) X(>>=)
NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY

NDX_NAMESPACE_END
