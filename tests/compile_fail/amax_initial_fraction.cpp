// expect: the initial value has a type that the result cannot hold: convert the tensor
#include <ndx/numpy.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<int>& t) { return amax(t, 1, {.initial = 2}); }
#else
auto part(const ndx::Tensor<int>& t) { return amax(t, 1, {.initial = 2.5}); }
#endif
