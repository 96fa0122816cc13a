// expect: a bool is no dim: write the dim before it
// Whether to sort in descending order, where the dim stands.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return sort(t, -1, true); }
#else
auto part(const ndx::Tensor<float>& t) { return sort(t, true); }
#endif
