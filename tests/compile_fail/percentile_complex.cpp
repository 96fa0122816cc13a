// expect: not of complex numbers: take real\(t\), imag\(t\) or abs\(t\)
// There are no percentiles of complex numbers, of none of a list in braces either.
#include <complex>

#include <ndx/statistics.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<double>;
#else
using Values = ndx::Tensor<std::complex<double>>;
#endif

auto quartiles(const Values& values) { return ndx::percentile(values, {25, 75}); }
