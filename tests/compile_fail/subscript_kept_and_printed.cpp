// expect: write Tensor<T> part = t\[\{0\}\]
// A reference to a subscript outlives its terms.
#include <iostream>

#include <ndx/ndx.hpp>

void f(std::ostream& out, const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  const ndx::Tensor<int> part = t[0];
#else
  auto&& part = t[0];
#endif
  out << part;
}
