// expect: a value is a number or a tensor whose elements convert to the target.s
// Complex elements do not convert to real ones when a tensor is written either.
#include <complex>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Target = ndx::Tensor<std::complex<double>>;
#else
using Target = ndx::Tensor<double>;
#endif

void write(const Target& t, const ndx::Tensor<std::complex<float>>& value) { t.copy_(value); }
