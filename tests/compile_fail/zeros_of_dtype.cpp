// expect: the element type is a template argument: write zeros<double>\(\{2, 3\}\)
// An element type at run time, as in NumPy and PyTorch.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::zeros<double>({2, 3}); }
#else
auto part() { return ndx::zeros({2, 3}, ndx::DType::float64); }
#endif
