// expect: no matching function for call to .tensor
// A truth value is no number.
#include <ndx/ndx.hpp>

void f() {
#ifndef MUST_FAIL
  static_cast<void>(ndx::tensor({1, 2.5}));
#else
  static_cast<void>(ndx::tensor({true, 1}));
#endif
}
