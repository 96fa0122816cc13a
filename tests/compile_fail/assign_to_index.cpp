// expect: write t\[\{0\}\] = value, or t\.index_put_\(\{0\}, value\)
// What index returns is a temporary handle: assigning to it would change no element.
#include <ndx/ndx.hpp>

void write(const ndx::Tensor<float>& t, const ndx::Tensor<float>& value) {
#ifndef MUST_FAIL
  t.index_put_({0}, value);
  t.index({0}).copy_(value);
#else
  t.index({0}) = value;
#endif
}
