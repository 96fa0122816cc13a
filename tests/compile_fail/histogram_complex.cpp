// expect: not of complex numbers: take real\(t\), imag\(t\) or abs\(t\)
// Complex numbers fall into no bins.
#include <complex>

#include <ndx/statistics.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<double>;
#else
using Values = ndx::Tensor<std::complex<double>>;
#endif

auto count(const Values& values) { return ndx::histogram(values, 10).counts; }
