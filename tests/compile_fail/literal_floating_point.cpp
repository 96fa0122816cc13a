// expect: a floating-point number cannot be an index: convert it to an integer
// What is no term of an index is no argument of a literal.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("{}, 1"_ix(2)); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("{}, 1"_ix(2.7)); }
#endif
