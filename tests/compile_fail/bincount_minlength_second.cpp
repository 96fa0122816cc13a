// expect: minlength comes after the weights: write bincount\(t, None, 5\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto counts(const ndx::Tensor<int>& t) { return bincount(t, {}, 5); }
#else
auto counts(const ndx::Tensor<int>& t) { return bincount(t, 5); }
#endif
