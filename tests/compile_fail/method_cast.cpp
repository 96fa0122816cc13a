// expect: write t\.to<float>\(\)
// A method with a template argument.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.to<double>(); }
#else
auto part(const ndx::Tensor<float>& t) { return t.cast<double>(); }
#endif
