// expect: a literal knows no names: write \{\}
// expect anywhere: [cC]haracter.*[^0-9]3[})]
// Names are looked up at run time, by parse_index.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, {}"_ix(1)); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, @rows"_ix); }
#endif
