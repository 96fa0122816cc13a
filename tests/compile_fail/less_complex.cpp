// expect first: complex numbers have no order and are not rounded: take real\(t\), imag\(t\) or abs\(t\)
// Complex numbers are not compared by order.
#include <complex>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<double>;
#else
using Values = ndx::Tensor<std::complex<double>>;
#endif

auto is_less(const Values& values) { return values < 1; }
