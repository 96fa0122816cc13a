// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A dim before indices.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return gather(t, 1, {{0}, {2}}); }
#else
auto part(const ndx::Tensor<float>& t) { return gather(t, 0.5, {{0}, {2}}); }
#endif
