// expect: include <ndx/half\.hpp> for elements of 16 bits
// The types are declared, for concepts, but defined in a header of their own.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
#include <ndx/half.hpp>
#endif

auto part(const ndx::Tensor<float>& t) { return t.to<ndx::float16>(); }
