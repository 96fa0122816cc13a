// expect first: complex numbers have no order
// Complex numbers are not sorted.
#include <complex>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<double>;
#else
using Values = ndx::Tensor<std::complex<double>>;
#endif

auto order(const Values& values) { return ndx::argsort(values, -1, true); }
