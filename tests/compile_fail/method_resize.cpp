// expect: a tensor keeps its size: write t\.reshape|write_t_reshape_or_t_assigned_empty
// As in NumPy and Eigen.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.reshape({2, 3}); }
#else
auto part(const ndx::Tensor<float>& t) { return t.resize({2, 3}); }
#endif
