// expect: the result does not convert to the elements of out: of complex numbers, write the real
// A complex result is not written into real numbers.
#include <complex>

#include <ndx/all.hpp>

void scale(const ndx::Tensor<float>& out, const ndx::Tensor<std::complex<float>>& z) {
#ifndef MUST_FAIL
  ndx::abs_into(out, z);
#else
  ndx::multiply_into(out, z, 2);
#endif
}
