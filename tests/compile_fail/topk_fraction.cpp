// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// There are no two and a half largest elements.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto largest(const ndx::Tensor<float>& t) { return topk(t, 2).values; }
#else
auto largest(const ndx::Tensor<float>& t) { return topk(t, 2.5).values; }
#endif
