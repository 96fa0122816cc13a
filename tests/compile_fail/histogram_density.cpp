// expect: write histogram\(t, 10\)\.density\(\)
// NumPy has it as an argument.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return histogram(t, 4).density(); }
#else
auto part(const ndx::Tensor<float>& t) { return histogram(t, 4, true); }
#endif
