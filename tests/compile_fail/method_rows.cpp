// expect: write t\.size\(0\)|write_t_size_0
// As in Eigen.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.size(0); }
#else
auto part(const ndx::Tensor<float>& t) { return t.rows(); }
#endif
