// expect: bins are a number or a list of edges
// A rule of NumPy.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return histogram(t); }
#else
auto part(const ndx::Tensor<float>& t) { return histogram(t, "auto"); }
#endif
