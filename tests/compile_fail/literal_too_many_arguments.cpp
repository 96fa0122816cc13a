// expect: an index literal takes one argument for each of its \{\}
// One place, two arguments.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("{}, 1"_ix(0)); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("{}, 1"_ix(0, 1)); }
#endif
