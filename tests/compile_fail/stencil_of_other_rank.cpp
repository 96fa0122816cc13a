// expect: a stencil takes an offset for each dim: write at\(0, -1\) in a stencil_into<1, 1>
// A stencil over two dims that reads by one offset.
#include <ndx/all.hpp>

void blur(const ndx::Tensor<float>& out, const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  ndx::stencil_into<1, 1>(out, [](auto at) { return at(0, 1); }, t);
#else
  ndx::stencil_into<1, 1>(out, [](auto at) { return at(1); }, t);
#endif
}
