// expect: median is in <ndx/statistics\.hpp>: write median
// A function of a header that ndx.hpp does not include.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
#include <ndx/statistics.hpp>
#endif

auto part(const ndx::Tensor<float>& t) { return median(t); }
