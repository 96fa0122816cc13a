// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A compiler would cut 1.5 to 1.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.select(0, 1); }
#else
auto part(const ndx::Tensor<float>& t) { return t.select(0, 1.5); }
#endif
