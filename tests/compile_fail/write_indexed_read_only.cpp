// expect: a Tensor<const T> is read-only: write to a clone\(\) of it
// An indexed view of a read-only tensor is read-only, too.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<const float>& t) { return t.indexed({0}).read(); }
#else
void part(const ndx::Tensor<const float>& t) { t.indexed({0}).write_(1); }
#endif
