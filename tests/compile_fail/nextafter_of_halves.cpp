// expect: nextafter computes in float, whose next number is no number of 16 bits
// The next number of a half says what to write.
#include <ndx/half.hpp>
#include <ndx/special.hpp>

void f(const ndx::Tensor<ndx::float16>& a) {
#ifndef MUST_FAIL
  static_cast<void>(ndx::nextafter(a.to<float>(), 1));
#else
  static_cast<void>(ndx::nextafter(a, a));
#endif
}
