// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// Sizes are integers, as separate arguments too.
#include <ndx/ndx.hpp>

auto two_rows(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return t.reshape(2, 12);
#else
  return t.reshape(2, 12.0);
#endif
}
