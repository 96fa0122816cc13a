// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A width is an integer.
#include <ndx/numpy.hpp>

#ifndef MUST_FAIL
auto padded(const ndx::Tensor<float>& t) { return pad(t, 1); }
#else
auto padded(const ndx::Tensor<float>& t) { return pad(t, 1.5); }
#endif
