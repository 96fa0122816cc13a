// expect: bools are not divided: convert them to integers
// What has no remainder says so.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<bool>& a) {
#ifndef MUST_FAIL
  static_cast<void>(a.to<int>() % 2);
#else
  static_cast<void>(a % true);
#endif
}
