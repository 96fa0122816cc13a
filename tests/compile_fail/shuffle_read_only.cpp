// expect: a Tensor<const T> is read-only: write permutation\(t\)
// The elements of a read-only tensor.
#include <ndx/random.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<const float>& t) { return permutation(t); }
#else
auto part(const ndx::Tensor<const float>& t) { return shuffle_(t); }
#endif
