// expect: ix_ takes lists of integers or masks
// A single integer is no list for ix_.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
const auto kRows = ndx::tensor({1});
#else
const int kRows = 1;
#endif

auto grid(const ndx::Tensor<int>& columns) { return ndx::ix_(kRows, columns); }
