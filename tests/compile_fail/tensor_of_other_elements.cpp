// expect: the tensors have different element types: write t\.to<int>\(\)
// As torch.tensor(x, dtype=int) it is said, not done unasked.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  const ndx::Tensor<int> u = t.to<int>();
  static_cast<void>(u);
#else
  const ndx::Tensor<int> u = t;
  static_cast<void>(u);
#endif
}
