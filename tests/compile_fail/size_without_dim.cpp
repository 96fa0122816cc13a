// expect: write t\.numel\(\), or t\.size\(dim\)|write_t_numel_or_t_size_dim
// It would be the shape in PyTorch, the number of elements in NumPy, xtensor and Eigen. To generic code a
// tensor has no such member.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.numel(); }
#else
auto part(const ndx::Tensor<float>& t) { return t.size(); }
#endif
