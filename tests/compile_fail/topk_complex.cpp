// expect: not of complex numbers: take real\(t\), imag\(t\) or abs\(t\)
// The largest of complex numbers are not selected.
#include <complex>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<float>;
#else
using Values = ndx::Tensor<std::complex<float>>;
#endif

auto largest(const Values& values) { return ndx::topk(values, 3); }
