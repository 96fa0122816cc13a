// expect: the tensors have different element types: write t\.to<ndx::index_t>\(\) to cut fractions off, or floor_divide\(a, b\) for a quotient
// A quotient of integers has the element type double.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void half(const ndx::Tensor<ndx::index_t>& t, ndx::Tensor<ndx::index_t>& h) {
  h = floor_divide(t, 2);
}
#else
void half(const ndx::Tensor<ndx::index_t>& t, ndx::Tensor<ndx::index_t>& h) { h = t / 2; }
#endif
