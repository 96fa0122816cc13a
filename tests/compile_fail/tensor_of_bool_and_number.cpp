// expect: a truth value beside numbers: write tensor<int>\(\{true, 2\}\)
// A truth value is no number.
#include <ndx/ndx.hpp>

void f() {
#ifndef MUST_FAIL
  static_cast<void>(ndx::tensor({1, 2.5}));
#else
  static_cast<void>(ndx::tensor({true, 1}));
#endif
}
