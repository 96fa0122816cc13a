// Operators between a tensor and what is no operand, text or a list, which say what to write instead.
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

/// A tensor and what no operator takes beside it.
template <class A, class B>
concept RefusedOperands = (is_tensor_v<A> && TextOrList<B>) || (is_tensor_v<B> && TextOrList<A>);

}  // namespace detail

// `auto`, so that the message comes before those on what is done with the result.
#define NDX_ENTRY(op)                                                                           \
  template <class A, class B>                                                                   \
    requires detail::RefusedOperands<A, B>                                                      \
  auto operator op(const A&, const B&) {                                                        \
    static_assert(detail::kNever<A, B>,                                                         \
                  "an operand is a number or a tensor of numbers: write tensor(v) for a list"); \
  }
NDX_ENTRY(+)
NDX_ENTRY(-)
NDX_ENTRY(*)
NDX_ENTRY(/)
NDX_ENTRY(%)
NDX_ENTRY(&)
NDX_ENTRY(|)
NDX_ENTRY(^)
NDX_ENTRY(==)
NDX_ENTRY(!=)
NDX_ENTRY(<)
NDX_ENTRY(<=)
NDX_ENTRY(>)
NDX_ENTRY(>=)
#undef NDX_ENTRY

NDX_NAMESPACE_END
