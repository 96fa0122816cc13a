// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A number of classes.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<int>& t) { return one_hot(t, 2); }
#else
auto part(const ndx::Tensor<int>& t) { return one_hot(t, 2.5); }
#endif
