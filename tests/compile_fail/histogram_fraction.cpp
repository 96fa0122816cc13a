// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A number of bins.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return histogram(t, 2); }
#else
auto part(const ndx::Tensor<float>& t) { return histogram(t, 2.5); }
#endif
