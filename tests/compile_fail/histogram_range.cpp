// expect: the range is a pair: write histogram\(t, 10, \{0, 1\}\)
// Limits that are no pair.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return histogram(t, 4, {0, 8}); }
#else
auto part(const ndx::Tensor<float>& t) { return histogram(t, 4, 0.0, 8.0); }
#endif
