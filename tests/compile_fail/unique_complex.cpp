// expect first: complex numbers have no order
// The different complex numbers could not be listed in order.
#include <complex>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<float>;
#else
using Values = ndx::Tensor<std::complex<float>>;
#endif

auto different(const Values& values) { return ndx::unique(values, 0).values; }
