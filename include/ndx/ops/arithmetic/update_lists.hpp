// The in-place operators with a list in braces: t += {1, 2}, t *= {{1, 2}, {3, 4}}.
//
// C++ deduces no type from braces, so each operator is declared here once more. It makes a tensor of
// the list and applies the operator of tensors, with its types and errors.
#pragma once

#include <ndx/ops/core/promote.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

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
