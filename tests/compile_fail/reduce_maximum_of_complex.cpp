// expect: the elements do not have this reduction: .* minimum and maximum for real numbers
// Complex numbers have no maximum to reduce by.
#include <complex>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Element = float;
#else
using Element = std::complex<float>;
#endif

void write(const ndx::Tensor<Element>& t) {
  t.index_put_({0}, 1, {.reduce = ndx::Reduce::maximum});
}
