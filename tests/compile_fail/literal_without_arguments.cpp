// expect: give its \{\} their arguments
// A literal with {} is not an index before it has its arguments.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("{}, 1"_ix(0)); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("{}, 1"_ix); }
#endif
