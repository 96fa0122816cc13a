// expect: a tensor has many truth values: write any\(t\), all\(t\) or t\.item\(\)
// A comparison of a sum is a tensor, too.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
bool large(const ndx::Tensor<float>& t) { return sum(t).item() > 3; }
#else
bool large(const ndx::Tensor<float>& t) { return sum(t) > 3; }
#endif
