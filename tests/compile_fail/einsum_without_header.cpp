// expect: include <ndx/eigen\.hpp>, which has einsum
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
// One's own needs no header.
auto einsum(const char* /*subscripts*/, const ndx::Tensor<double>& t) { return t; }
#endif

auto part(const ndx::Tensor<double>& t) { return einsum("ii->i", t); }
