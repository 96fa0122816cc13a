// expect: a subscript is not kept: write Tensor<T> part = t\[\{0\}\], or
// A reference to a subscript is not assigned through.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void f(const ndx::Tensor<int>& t) { t[0] = 5; }
#else
void f(const ndx::Tensor<int>& t) {
  auto&& part = t[0];
  part = 5;
}
#endif
