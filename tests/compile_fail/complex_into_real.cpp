// expect: a value is a number or a tensor whose elements convert to the target.s
// Complex elements do not convert to real ones: which part is meant is for the caller to say.
#include <complex>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Target = ndx::Tensor<std::complex<double>>;
#else
using Target = ndx::Tensor<double>;
#endif

void write(const Target& t, std::complex<float> value) { t.index_put_({0}, value); }
