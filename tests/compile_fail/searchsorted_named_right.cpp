// expect: write searchsorted\(sorted, t, \\?"right\\?"\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto places(const ndx::Tensor<int>& t) { return searchsorted(t, t, "right"); }
#else
auto places(const ndx::Tensor<int>& t) { return searchsorted(t, t, {.right = true}); }
#endif
