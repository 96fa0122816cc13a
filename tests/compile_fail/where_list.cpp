// expect: where takes tensors and numbers: write tensor\(v\) for a list
// A list as what is chosen.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) {
  return where(t > 0, ndx::tensor(std::vector<int>{1, 2}), t);
}
#else
auto part(const ndx::Tensor<float>& t) { return where(t > 0, std::vector<int>{1, 2}, t); }
#endif
