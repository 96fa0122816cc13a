// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// The function as the member.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return narrow(t, 0, 0, 1); }
#else
auto part(const ndx::Tensor<float>& t) { return narrow(t, 0, 0, 1.5); }
#endif
