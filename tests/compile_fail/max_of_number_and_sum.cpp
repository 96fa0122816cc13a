// expect anywhere: no matching function for call to .(std::)?max
// The language leaves that line to the compiler: std::max takes two values of one type.
#include <algorithm>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
float larger(float x, const ndx::Tensor<float>& t) { return std::max(x, sum(t).item()); }
#else
float larger(float x, const ndx::Tensor<float>& t) { return std::max(x, sum(t)); }
#endif
