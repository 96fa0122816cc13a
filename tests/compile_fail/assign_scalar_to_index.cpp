// expect: write t\[\{0\}\] = value, or t\.index_put_\(\{0\}, value\)
// Nor does a number assign to it.
#include <ndx/ndx.hpp>

void write(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  t.index({0}).fill_(7.f);
#else
  t.index({0}) = 7.f;
#endif
}
