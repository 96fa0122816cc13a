// expect: write Tensor<T> part = t\[\{0\}\]
// The first error names what is wrong, not what was done with the copy.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  const ndx::Tensor<int> part = t[0];
#else
  auto part = t[0];
#endif
  static_cast<void>(part + 1);
}
