// expect: no match for .operator=. |no viable overloaded '='
// Nor does a number assign to it.
#include <ndx/ndx.hpp>

void write(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  t.index({0}).fill_(7.f);
#else
  t.index({0}) = 7.f;
#endif
}
