// expect: bools have no sign: write t.clone\(\) or t.to<int>\(\)
// A sign before bools says what to write.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<bool>& a) {
#ifndef MUST_FAIL
  static_cast<void>(+a.to<int>());
#else
  static_cast<void>(+a);
#endif
}
