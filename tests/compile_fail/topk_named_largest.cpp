// expect: or topk\(t, 3, -1, false\) for the smallest
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return topk(t, 3, -1, false); }
#else
auto part(const ndx::Tensor<float>& t) { return topk(t, 3, {.largest = false}); }
#endif
