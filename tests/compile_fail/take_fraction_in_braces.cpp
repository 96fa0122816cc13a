// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// Indices in braces are integers, as sizes are.
#include <ndx/ndx.hpp>

auto read(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return ndx::take(t, {0, 2}, 1);
#else
  return ndx::take(t, {0, 2.5}, 1);
#endif
}
