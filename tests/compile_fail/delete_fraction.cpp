// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A position to delete.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return delete_(t, 1, 0); }
#else
auto part(const ndx::Tensor<float>& t) { return delete_(t, 1.5, 0); }
#endif
