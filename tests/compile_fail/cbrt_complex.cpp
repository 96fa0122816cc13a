// expect: not of complex numbers
// NumPy has no cube root of complex numbers.
#include <complex>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return cbrt(t); }
#else
auto part(const ndx::Tensor<std::complex<float>>& t) { return cbrt(t); }
#endif
