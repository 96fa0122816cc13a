// expect: bits are those of integers and bools: convert with .to<index_t>\(\)
// Floating-point numbers have no bits to combine.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<int>;
#else
using Values = ndx::Tensor<float>;
#endif

auto both(const Values& a, const Values& b) { return a & b; }
