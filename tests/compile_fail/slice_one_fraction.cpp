// expect: a bound of a slice is an integer or None: convert it
// Slice(1) is `1:`.
#include <ndx/ndx.hpp>

void f() {
#ifndef MUST_FAIL
  static_cast<void>(ndx::Slice(1));
#else
  static_cast<void>(ndx::Slice(1.5));
#endif
}
