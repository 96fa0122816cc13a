// expect: mean is a function: write mean\(t\)
// A method of a part.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return mean(t[0]); }
#else
auto part(const ndx::Tensor<float>& t) { return t[0].mean(); }
#endif
