// expect: not of complex numbers: take real\(t\), imag\(t\) or abs\(t\)
// There are no quantiles of complex numbers.
#include <complex>

#include <ndx/statistics.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<double>;
#else
using Values = ndx::Tensor<std::complex<double>>;
#endif

auto quarter(const Values& values) { return ndx::quantile(values, 0.25); }
