// expect: write Tensor<T> part = t\[\{0\}\]
// A reference to a subscript outlives its terms.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  const ndx::Tensor<int> part = t[0];
#else
  auto&& part = t[0];
#endif
  static_cast<void>(-part);
}
