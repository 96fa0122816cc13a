// expect: an index literal takes one argument for each of its \{\}
// Two places, one argument.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("{}, {}"_ix(0, 1)); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("{}, {}"_ix(0)); }
#endif
