// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// An index of at.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
float part(const ndx::Tensor<float>& t) { return t.at(0); }
#else
float part(const ndx::Tensor<float>& t) { return t.at(0.5); }
#endif
