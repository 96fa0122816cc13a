// expect: write \{\.invert = true\}
// isin has options, which are named.
#include <ndx/numpy.hpp>

auto others(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  return ndx::isin(t, {1, 2}, {.invert = true});
#else
  return ndx::isin(t, {1, 2}, true);
#endif
}
