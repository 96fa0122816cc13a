// expect: include <ndx/ops/quantile\.hpp>, which says what median takes
// A function of a header that ndx.hpp does not include.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
#include <ndx/ops/quantile.hpp>
#endif

auto part(const ndx::Tensor<float>& t) { return median(t); }
