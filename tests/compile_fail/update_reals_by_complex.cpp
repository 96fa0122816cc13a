// expect: real elements hold no complex numbers: write real\(v\), of ndx/complex\.hpp
#include <complex>

#include <ndx/all.hpp>

#ifndef MUST_FAIL
void add(const ndx::Tensor<float>& t, const ndx::Tensor<std::complex<float>>& v) { t += real(v); }
#else
void add(const ndx::Tensor<float>& t, const ndx::Tensor<std::complex<float>>& v) { t += v; }
#endif
