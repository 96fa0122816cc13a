// expect: concatenate is in <ndx/numpy\.hpp>
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
#include <ndx/numpy.hpp>
#endif

auto part(const ndx::Tensor<float>& t) { return ndx::concatenate({t, t}, 0); }
