// expect first: complex numbers have no order
// Among complex numbers nothing is searched by order.
#include <complex>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<float>;
#else
using Values = ndx::Tensor<std::complex<float>>;
#endif

auto places(const ndx::Tensor<float>& sorted, const Values& values) {
  return ndx::searchsorted(sorted, values, "right");
}
