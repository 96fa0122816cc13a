// expect: a Tensor<const T> is read-only
// Nothing is written into a read-only tensor.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
using Output = ndx::Tensor<float>;
#else
using Output = ndx::Tensor<const float>;
#endif

void add(const Output& out, const ndx::Tensor<float>& a) { ndx::add_into(out, a, 1); }
