// expect: write a > b
// An operator by the name that it has in PyTorch.
#include <ndx/ndx.hpp>

auto part(const ndx::Tensor<float>& t) {
#ifdef MUST_FAIL
  return gt(t, 0.5);
#else
  return t > 0.5;
#endif
}
