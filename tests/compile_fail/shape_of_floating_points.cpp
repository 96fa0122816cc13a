// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// Sizes are integers, also where a compiler would only warn.
#include <ndx/ndx.hpp>

auto make(double rows) {
#ifndef MUST_FAIL
  return ndx::zeros<float>({static_cast<ndx::index_t>(rows), 3});
#else
  return ndx::zeros<float>({rows, 3.});
#endif
}
