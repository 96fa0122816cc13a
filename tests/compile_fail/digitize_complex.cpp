// expect: not of complex numbers: take real\(t\), imag\(t\) or abs\(t\)
// Complex numbers fall into no bins.
#include <complex>

#include <ndx/statistics.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<float>;
#else
using Values = ndx::Tensor<std::complex<float>>;
#endif

auto bins(const ndx::Tensor<float>& edges, const Values& values) {
  return ndx::digitize(values, edges);
}
