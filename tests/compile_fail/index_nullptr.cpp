// expect: nullptr cannot be an index: write None or newaxis
// A null pointer is not an index.
#include <ndx/ndx.hpp>

auto read(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return t.index({ndx::None});
#else
  return t.index({nullptr});
#endif
}
