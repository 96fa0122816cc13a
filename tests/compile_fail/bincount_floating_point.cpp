// expect: the values are not integers: convert with .to<index_t>\(\)
// Floating-point numbers are not counted by value.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Values = ndx::Tensor<int>;
#else
using Values = ndx::Tensor<float>;
#endif

auto counts(const Values& values) { return ndx::bincount(values); }
