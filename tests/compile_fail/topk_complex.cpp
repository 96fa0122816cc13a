// expect first: complex numbers have no order
// Of complex numbers none is the largest.
#include <complex>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<float>;
#else
using Values = ndx::Tensor<std::complex<float>>;
#endif

auto largest(const Values& values) { return ndx::topk(values, 3); }
