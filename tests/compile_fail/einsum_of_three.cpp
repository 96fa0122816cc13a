// expect: include <ndx/eigen\.hpp>, which has einsum
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
// One's own needs no header.
auto einsum(const char* /*subscripts*/, const ndx::Tensor<double>& a, const ndx::Tensor<double>& b,
            const ndx::Tensor<double>& c) {
  return a * b * c;
}
#endif

auto part(const ndx::Tensor<double>& t) { return einsum("ij,jk,ki->", t, t, t); }
