// expect: the tensors have different element types: convert one, t\.to<float>
// A list has one type.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto both(const ndx::Tensor<float>& t, const ndx::Tensor<int>& u) {
  return ndx::cat({t, u.to<float>()});
}
#else
auto both(const ndx::Tensor<float>& t, const ndx::Tensor<int>& u) { return ndx::cat({t, u}); }
#endif
