// expect: the element type is a template argument: write t\.to<double>\(\)
// As in PyTorch.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.to<double>(); }
#else
auto part(const ndx::Tensor<float>& t) { return t.to(ndx::DType::float64); }
#endif
