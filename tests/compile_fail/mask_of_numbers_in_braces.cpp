// expect: a mask is of bools: write \{true, false\}
// Numbers could be indices.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return masked_select(t, {true, false, true}); }
#else
auto part(const ndx::Tensor<float>& t) { return masked_select(t, {1, 0, 1}); }
#endif
