// expect first: complex numbers have no order
// Complex numbers have no largest.
#include <complex>

#include <ndx/ops/nan_reductions.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<double>;
#else
using Values = ndx::Tensor<std::complex<double>>;
#endif

auto largest(const Values& values) { return ndx::nanmax(values, 0); }
