// expect: write bucketize\(t, edges, true\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto places(const ndx::Tensor<int>& t) { return bucketize(t, t, true); }
#else
auto places(const ndx::Tensor<int>& t) { return bucketize(t, t, {.right = true}); }
#endif
