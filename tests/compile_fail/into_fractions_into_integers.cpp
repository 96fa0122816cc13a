// expect: the elements of out hold no such numbers, .* write out\.copy_\(result\), which converts
// As NumPy's and PyTorch's out=.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
void halve(const ndx::Tensor<int>& out, const ndx::Tensor<int>& t) { out.copy_(t / 2); }
#else
void halve(const ndx::Tensor<int>& out, const ndx::Tensor<int>& t) { ndx::divide_into(out, t, 2); }
#endif
