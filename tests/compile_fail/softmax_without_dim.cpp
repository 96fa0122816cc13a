// expect: softmax goes along a dim: write softmax\(t, -1\)
// PyTorch guesses the dim, with a warning.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return softmax(t, -1); }
#else
auto part(const ndx::Tensor<float>& t) { return softmax(t); }
#endif
