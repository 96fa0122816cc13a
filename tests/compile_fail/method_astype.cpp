// expect: write t\.to<float>\(\)
// NumPy's name of to, as xtensor has it.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.to<int>(); }
#else
auto part(const ndx::Tensor<float>& t) { return t.astype<int>(); }
#endif
