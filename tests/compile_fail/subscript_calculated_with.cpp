// expect: no match for .operator\+.*Subscript|invalid operands to binary expression .*Subscript
// It is read or written; to calculate, it is read first.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  static_cast<void>(t.index({0}) + 1);
#else
  static_cast<void>(t[{0}] + 1);
#endif
}
