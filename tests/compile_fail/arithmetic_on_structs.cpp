// expect: NumberOperands
// Element-wise arithmetic asks for the arithmetic it uses; a plain struct is moved about, not
// added.
#include <ndx/ndx.hpp>

struct Pixel {
  unsigned char red, green, blue;
};
#ifndef MUST_FAIL
using Addend = float;
#else
using Addend = Pixel;
#endif

auto add(const ndx::Tensor<Addend>& a, const ndx::Tensor<Addend>& b) { return a + b; }
