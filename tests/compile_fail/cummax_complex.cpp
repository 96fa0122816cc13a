// expect first: complex numbers have no order
// Complex numbers have no running maximum.
#include <complex>

#include <ndx/ops/cumulative.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<double>;
#else
using Values = ndx::Tensor<std::complex<double>>;
#endif

auto largest(const Values& values) { return ndx::cummax(values, 0).values; }
