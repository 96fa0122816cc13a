// expect: the step of a slice cannot be 0
// expect anywhere: [cC]haracter.*[^0-9]4[})]
// Known at run time as a ValueError.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("1:2:1"_ix); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("1:2:0"_ix); }
#endif
