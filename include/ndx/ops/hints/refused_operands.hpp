// Overloads that refuse text, a list or a struct as the operand beside a tensor, and options that are
// not named. Their messages say what to write instead.
#pragma once

#include <ndx/ops/mask/where.hpp>
#include <ndx/ops/reduce/averages.hpp>

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

}  // namespace detail

#define NDX_ENTRY(op, Refused)                       \
  template <class A, class B>                        \
    requires detail::Refused<A, B>                   \
  auto operator op(const A& /*a*/, const B& /*b*/) { \
    return detail::refuse_operands<A, B>();          \
  }
NDX_ENTRY(+, RefusedNumbers)
NDX_ENTRY(-, RefusedNumbers)
NDX_ENTRY(*, RefusedNumbers)
NDX_ENTRY(/, RefusedNumbers)
NDX_ENTRY(%, RefusedNumbers)
NDX_ENTRY(&, RefusedNumbers)
NDX_ENTRY(|, RefusedNumbers)
NDX_ENTRY(^, RefusedNumbers)
NDX_ENTRY(+=, RefusedNumbers)
NDX_ENTRY(-=, RefusedNumbers)
NDX_ENTRY(*=, RefusedNumbers)
NDX_ENTRY(/=, RefusedNumbers)
NDX_ENTRY(%=, RefusedNumbers)
NDX_ENTRY(&=, RefusedNumbers)
NDX_ENTRY(|=, RefusedNumbers)
NDX_ENTRY(^=, RefusedNumbers)
NDX_ENTRY(==, RefusedOperands)
NDX_ENTRY(!=, RefusedOperands)
NDX_ENTRY(<, RefusedOperands)
NDX_ENTRY(<=, RefusedOperands)
NDX_ENTRY(>, RefusedOperands)
NDX_ENTRY(>=, RefusedOperands)
#undef NDX_ENTRY

#define NDX_ENTRY(name)                               \
  template <class A, class B = detail::RefusedBraces> \
    requires detail::RefusedOperands<A, B>            \
  auto name(const A& /*a*/, const B& /*b*/) {         \
    return detail::refuse_operands<A, B>();           \
  }
NDX_ENTRY(atan2)
NDX_ENTRY(clamp_max)
NDX_ENTRY(clamp_min)
NDX_ENTRY(copysign)
NDX_ENTRY(floor_divide)
NDX_ENTRY(fmax)
NDX_ENTRY(fmin)
NDX_ENTRY(fmod)
NDX_ENTRY(hypot)
NDX_ENTRY(maximum)
NDX_ENTRY(minimum)
NDX_ENTRY(pow)
NDX_ENTRY(remainder)
#undef NDX_ENTRY

#define NDX_ENTRY(name)                               \
  template <class A, class B = detail::RefusedBraces> \
    requires detail::RefusedVectors<A, B>             \
  auto name(const A& /*a*/, const B& /*b*/) {         \
    return detail::refuse_vectors<A, B>();            \
  }
NDX_ENTRY(dot)
NDX_ENTRY(outer)
NDX_ENTRY(vdot)
#undef NDX_ENTRY

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

#define NDX_ENTRY(name)                                                                           \
  template <NumberTensor A, class X, class... Rest>                                               \
    requires std::is_arithmetic_v<X>                                                              \
  auto name(const A& /*t*/, const ReducedDims& /*dims*/, X /*option*/, const Rest&... /*rest*/) { \
    return detail::refuse_option<X>();                                                            \
  }
NDX_ENTRY(nanstd)
NDX_ENTRY(nanvar)
NDX_ENTRY(std)
NDX_ENTRY(var)
#undef NDX_ENTRY
#define NDX_ENTRY_TEXT(name) \
  "dims come before the options: write " #name "(t, all_dims, {.correction = 1})"
// Calls that pass options in place of the dims. g++ 12 accepts {.ddof = 1} as the list {1} too, so
// these overloads must win against those with dims: by the reference and, for a const tensor of the
// common types, because they are no templates.
#define NDX_ENTRY(name)                                                    \
  template <class A>                                                       \
    requires detail::is_tensor_v<std::remove_cvref_t<A>>                   \
  auto name(A&& /*t*/, const detail::write_all_dims_before_the_options&) { \
    static_assert(detail::kNever<A>, NDX_ENTRY_TEXT(name));                \
    return detail::refused<A>();                                           \
  }
#if !defined(__clang__)
#define NDX_ENTRY_OF(T, name)                                                   \
  void name(const Tensor<T>&, const detail::write_all_dims_before_the_options&) \
      __attribute__((unavailable(NDX_ENTRY_TEXT(name))));
#define NDX_ENTRY_CONST(name) NDX_ENTRY_OF(float, name) NDX_ENTRY_OF(double, name)
NDX_ENTRY_CONST(nanstd)
NDX_ENTRY_CONST(nanvar)
NDX_ENTRY_CONST(std)
NDX_ENTRY_CONST(var)
#undef NDX_ENTRY_CONST
#undef NDX_ENTRY_OF
#endif
NDX_ENTRY(nanstd)
NDX_ENTRY(nanvar)
NDX_ENTRY(std)
NDX_ENTRY(var)
#undef NDX_ENTRY
#undef NDX_ENTRY_TEXT

template <NumberTensor A, std::size_t length, class... Rest>  // 0 would convert to a pointer
auto norm(const A& /*t*/, const char (& /*p*/)[length], const Rest&... /*rest*/) {
  static_assert(detail::kNever<A>,
                "p is a number: norm(t) is the Frobenius norm, Eigen's SVD has the nuclear one");
  return detail::refused<A>();
}

NDX_NAMESPACE_END
