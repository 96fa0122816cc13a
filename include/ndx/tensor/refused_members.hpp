// Members of Tensor for arguments that they do not take, which say so: fractions as dims, sizes and
// indices. Only meant as a base of IndexMethods<T>; Tensor<T> names them next to those that it has.
#pragma once

#include <ndx/tensor/refused_methods.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class RefusedMembers : public RefusedMethods {
 public:
  // clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(at) X(chunk) X(diagonal) X(flatten) X(flip) X(movedim) X(narrow) X(select) X(size) X(split) X(squeeze) \
  X(stride) X(transpose) X(unbind) X(unfold) X(unsqueeze)
  // clang-format on
#define NDX_ENTRY(name)                      \
  template <class... Args>                   \
    requires WithFraction<Args...>           \
  auto name(const Args&... /*args*/) const { \
    return refuse_fraction<Args...>();       \
  }
  NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_EACH
};

}  // namespace detail
NDX_NAMESPACE_END
