// Operators between a tensor and what is no operand, text, a list or structs, which say what to write
// instead.
#pragma once

#include <ndx/ops/promote.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Text, or a list that could be made a tensor of.
template <class X>
concept TextOrList = std::is_convertible_v<X, const char*> || requires(const X& list) {
  list.data();
  list.size();
  typename X::value_type;
  requires !requires { list.layout(); };
};

/// A tensor whose elements are no numbers, such as structs.
template <class X>
concept StructTensor = is_tensor_v<X> && !NumberTensor<X>;

/// A tensor and what no operator takes beside it.
template <class A, class B>
concept RefusedOperands = (is_tensor_v<A> && TextOrList<B>) || (is_tensor_v<B> && TextOrList<A>);

/// The same, or structs, which can be compared but not calculated with.
template <class A, class B>
concept RefusedNumbers = RefusedOperands<A, B> || StructTensor<A> || StructTensor<B>;

/// `auto`, so that the message comes before those on what is done with the result.
template <class A, class B>
auto refuse_operands() {
  static_assert(kNever<A, B>,
                "an operand is a number or a tensor of numbers: write tensor(v) for a list");
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

NDX_NAMESPACE_END
