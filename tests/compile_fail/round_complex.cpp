// expect: not of complex numbers: take real\(t\), imag\(t\) or abs\(t\)
// Complex numbers are not rounded.
#include <complex>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<double>;
#else
using Values = ndx::Tensor<std::complex<double>>;
#endif

auto round_down(const Values& values) { return ndx::floor(values); }
