// expect: name how far the function reaches along each dim: write stencil_into<1, 1>\(out, f, t\)
// A stencil whose reach is not named.
#include <ndx/all.hpp>

void blur(const ndx::Tensor<float>& out, const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  ndx::stencil_into<1, 1>(out, [](auto at) { return at(0, 1) + at(0, -1); }, t);
#else
  ndx::stencil_into(out, [](auto at) { return at(0, 1) + at(0, -1); }, t);
#endif
}
