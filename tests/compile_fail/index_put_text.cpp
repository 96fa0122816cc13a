// expect: a value is a number or a tensor whose elements convert
// A text is no value.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  t.index_put_({0}, 'a' - '0');
#else
  t.index_put_({0}, "a");
#endif
}
