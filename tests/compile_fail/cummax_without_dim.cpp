// expect: cummax is in <ndx/numpy\.hpp>: write cummax\(t, 0\)
// What is said holds with the header and without it.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return cummax(t, 0); }
#else
auto part(const ndx::Tensor<float>& t) { return cummax(t); }
#endif
