// expect: a mask is a tensor of bools: write mask != 0
#include <ndx/numpy.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<int>& m) {
  return sum(t, 1, {.where = m != 0});
}
#else
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<int>& m) {
  return sum(t, 1, {.where = m});
}
#endif
