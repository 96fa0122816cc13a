// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A dim behind a list of tensors.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto both(const ndx::Tensor<float>& t) { return ndx::cat({t, t}, 1); }
#else
auto both(const ndx::Tensor<float>& t) { return ndx::cat({t, t}, 0.5); }
#endif
