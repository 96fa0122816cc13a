// expect: write Tensor<T> part = t\[\{0\}\]
// What t[{…}] gives is not kept: its terms are gone when the statement is over.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  const ndx::Tensor<int> part = t[{0}];
  static_cast<void>(part);
#else
  auto part = t[{0}];
  static_cast<void>(part);
#endif
}
