// expect: a floating-point number cannot be an index: convert it to an integer
// A floating-point number is not an index.
#include <ndx/ndx.hpp>

auto read(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return t.index({2});
#else
  return t.index({2.7});
#endif
}
