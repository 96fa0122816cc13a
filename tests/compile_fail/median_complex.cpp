// expect first: complex numbers have no order
// Complex numbers have no median.
#include <complex>

#include <ndx/ops/quantile.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<double>;
#else
using Values = ndx::Tensor<std::complex<double>>;
#endif

auto middle(const Values& values) { return ndx::median(values, 0); }
