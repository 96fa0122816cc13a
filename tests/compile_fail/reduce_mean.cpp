// expect: Reduce::mean is for scatter_reduce and index_reduce, which count the values
// A write combines two elements, which a mean does not.
#include <ndx/ndx.hpp>

void write(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  t.index_put_({0}, 1, {.reduce = ndx::Reduce::add});
#else
  t.index_put_({0}, 1, {.reduce = ndx::Reduce::mean});
#endif
}
