// Overloads that refuse operands: text, a list or a struct beside a tensor, and numbers that the operation
// does not have, such as complex numbers for %, fractions for & and bools for /; and options that are not
// named. Their messages say what to write instead.
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/mask/where.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Braces as a default template argument, because no type is deduced from them.
using RefusedBraces = std::initializer_list<double>;

/// Text, or a list that could be made a tensor.
template <class X>
concept TextOrList = std::is_convertible_v<X, const char*> || std::is_same_v<X, RefusedBraces> ||
                     requires(const X& list) {
                       list.data();
                       list.size();
                       typename X::value_type;
                       requires !requires { list.layout(); };
                     };

/// A tensor whose elements are no numbers, such as structs.
template <class X>
concept StructTensor = is_tensor_v<X> && !NumberTensor<X>;

/// A tensor, and text or a list, which no operator takes beside it.
template <class A, class B>
concept RefusedOperands = (is_tensor_v<A> && TextOrList<B>) || (is_tensor_v<B> && TextOrList<A>);

/// Such operands, or structs, which can be compared but not used in arithmetic.
template <class A, class B>
concept RefusedNumbers = RefusedOperands<A, B> || StructTensor<A> || StructTensor<B>;

/// Text, a list or None where a tensor or a number is meant.
template <class X>
concept RefusedChoice = TextOrList<X> || std::is_same_v<X, NoneType>;

/// A vector, and a number or a list beside it.
template <class A, class B>
concept RefusedVectors = (NumberTensor<A> && (Scalar<B> || TextOrList<B>)) ||
                         (NumberTensor<B> && (Scalar<A> || TextOrList<A>));

/// Made by names alone, because {0} is a list of dims. Compilers print the name of the struct.
struct write_all_dims_before_the_options {
  enum class Unnamed {} first = {};
  double correction = 0;
  double ddof = 0;
  bool keepdim = false;
};

/// Refuses operands. It returns `auto`, so that the compiler reports this message before errors about
/// the use of the result.
template <class A, class B>
auto refuse_operands() {
  static_assert(kNever<A, B>,
                "an operand is a number or a tensor of numbers: write tensor(v) for a list");
  return refused<A, B>();
}
template <class A, class B>
auto refuse_vectors() {
  static_assert(
      kNever<A, B>,
      "products of vectors take two tensors: write t * 5 for a number, tensor(v) for a list");
}

/// Numbers of which one is complex.
template <class A, class B>
concept ComplexOperands = NumberOperands<A, B> && Complex<result_t<A, B>>;

/// Numbers without bits to combine, because one is floating-point or complex.
template <class A, class B>
concept OperandsWithoutBits = NumberOperands<A, B> && !std::is_integral_v<result_t<A, B>>;

// They return `auto`, so that the compiler reports this message before errors about the use of the
// result.
#define NDX_ENTRY(name, message)          \
  template <class... A>                   \
  auto name() {                           \
    static_assert(kNever<A...>, message); \
    return refused<A...>();               \
  }
NDX_ENTRY(refuse_bits, "bits are those of integers and bools: convert with .to<index_t>()")
NDX_ENTRY(refuse_division, "bools are not divided: convert them to integers")
NDX_ENTRY(refuse_power, "bools have no powers: convert them to integers")
NDX_ENTRY(refuse_shift, "bools are not shifted: convert them to integers")
#undef NDX_ENTRY

}  // namespace detail

#define NDX_ENTRY(op, Refused)                       \
  template <class A, class B>                        \
    requires detail::Refused<A, B>                   \
  auto operator op(const A& /*a*/, const B& /*b*/) { \
    return detail::refuse_operands<A, B>();          \
  }
#define NDX_ENTRY_NUMBERS(op) NDX_ENTRY(op, RefusedNumbers)
#define NDX_ENTRY_OPERANDS(op) NDX_ENTRY(op, RefusedOperands)
#define NDX_ENTRY_EACH(X) X(+) X(-) X(*) X(/) X(%) X(&) X(|) X(^)
#define NDX_ENTRY_UPDATES(X) X(+=) X(-=) X(*=) X(/=) X(%=) X(&=) X(|=) X(^=)
#define NDX_ENTRY_COMPARISONS(X) X(==) X(!=) X(<) X(<=) X(>) X(>=)
NDX_ENTRY_EACH(NDX_ENTRY_NUMBERS)
NDX_ENTRY_UPDATES(NDX_ENTRY_NUMBERS)
NDX_ENTRY_COMPARISONS(NDX_ENTRY_OPERANDS)
#undef NDX_ENTRY_COMPARISONS
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY_OPERANDS
#undef NDX_ENTRY_NUMBERS
#undef NDX_ENTRY

#define NDX_ENTRY(name, Operands, refuse)     \
  template <class A, class B>                 \
    requires Operands<A, B>                   \
  auto name(const A& /*a*/, const B& /*b*/) { \
    return detail::refuse<A, B>();            \
  }
NDX_ENTRY(operator%, detail::ComplexOperands, refuse_complex)
NDX_ENTRY(operator&, detail::OperandsWithoutBits, refuse_bits)
NDX_ENTRY(operator|, detail::OperandsWithoutBits, refuse_bits)
NDX_ENTRY(operator^, detail::OperandsWithoutBits, refuse_bits)
NDX_ENTRY(operator<<, detail::OperandsWithoutBits, refuse_bits)
NDX_ENTRY(operator>>, detail::OperandsWithoutBits, refuse_bits)
NDX_ENTRY(operator%, BooleanOperands, refuse_division)
NDX_ENTRY(floor_divide, BooleanOperands, refuse_division)
NDX_ENTRY(fmod, BooleanOperands, refuse_division)
NDX_ENTRY(remainder, BooleanOperands, refuse_division)
NDX_ENTRY(operator<<, BooleanOperands, refuse_shift)
NDX_ENTRY(operator>>, BooleanOperands, refuse_shift)
NDX_ENTRY(pow, BooleanOperands, refuse_power)
#undef NDX_ENTRY

// In-place operators whose result the elements cannot hold.
#define NDX_ENTRY(symbol)                                                                \
  template <class A, class V>                                                            \
    requires(detail::TargetAndNumbers<A, V> && !UpdateOperands<A, V>)                    \
  decltype(auto) operator symbol(A&& target, const V& /*value*/) {                       \
    detail::check_kind<detail::update_t<detail::target_t<A>, V>, detail::target_t<A>>(); \
    return static_cast<A&&>(target);                                                     \
  }
NDX_ENTRY_UPDATES(NDX_ENTRY)
#undef NDX_ENTRY_UPDATES
#undef NDX_ENTRY

template <NumberTensor A>
  requires(!std::is_integral_v<detail::element_t<A>>)
auto operator~(const A& /*t*/) {
  return detail::refuse_bits<A>();
}

#define NDX_ENTRY(name)                                                        \
  template <NumberTensor A, class Low, class High = NoneType>                  \
    requires(detail::TextOrList<Low> || detail::TextOrList<High>)              \
  auto name(const A& /*t*/, const Low& /*low*/, const High& /*high*/ = None) { \
    return detail::refuse_operands<Low, High>();                               \
  }
NDX_ENTRY(clamp)
NDX_ENTRY(clip)
#undef NDX_ENTRY

#define NDX_ENTRY(name)                                                          \
  template <NumberTensor A>                                                      \
  auto name(const A& /*t*/, NoneType /*low*/ = None, NoneType /*high*/ = None) { \
    static_assert(detail::kNever<A>,                                             \
                  "one of two bounds is a number: write " #name "(t, 0, None)"); \
    return detail::refused<A>();                                                 \
  }
NDX_ENTRY(clamp)
NDX_ENTRY(clip)
#undef NDX_ENTRY

#define NDX_ENTRY(name)                                                                        \
  template <NumberTensor A, class F, class... Rest>                                            \
    requires std::is_invocable_v<const F&, const detail::element_t<A>&>                        \
  auto name(const A& /*t*/, const F& /*function*/, const Rest&... /*rest*/) {                  \
    static_assert(detail::kNever<A>, "a mask is a tensor of bools, no function: write t > 0"); \
    return detail::refused<A>();                                                               \
  }
NDX_ENTRY(masked_fill)
NDX_ENTRY(masked_fill_)
NDX_ENTRY(masked_select)
#undef NDX_ENTRY

template <class C = detail::BracedMask, class A = detail::RefusedBraces,
          class B = detail::RefusedBraces>
  requires(detail::TextOrList<C> || detail::RefusedChoice<A> || detail::RefusedChoice<B>)
auto where(const C& /*condition*/, const A& /*a*/, const B& /*b*/) {
  static_assert(detail::kNever<A, B>,
                "where takes tensors and numbers: write tensor(v) for a list");
  return detail::refused<A, B>();
}

template <NumberTensor A, std::size_t length, class... Rest>  // 0 would convert to a pointer
auto norm(const A& /*t*/, const char (& /*p*/)[length], const Rest&... /*rest*/) {
  static_assert(detail::kNever<A>,
                "p is a number: norm(t) is the Frobenius norm, Eigen's SVD has the nuclear one");
  return detail::refused<A>();
}

NDX_NAMESPACE_END
