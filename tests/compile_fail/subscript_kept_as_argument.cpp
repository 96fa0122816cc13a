// expect: write Tensor<T> part = t\[\{0\}\]
// A lambda whose parameter is of any type gets a subscript, not a tensor.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  const ndx::Tensor<int> part = t[0];
#else
  const auto& part = t[0];
#endif
  [](const auto& any) { static_cast<void>(sum(any)); }(part);
}
