// expect: a bool is no dim: write the dim before it, .*topk\(t, 2, -1, false\)
// largest, which stands behind the dim.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return topk(t, 2, -1, false); }
#else
auto part(const ndx::Tensor<float>& t) { return topk(t, 2, false); }
#endif
