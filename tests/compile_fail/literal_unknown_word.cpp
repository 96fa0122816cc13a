// expect: expected an integer, a slice, a list, `\.\.\.`, None
// expect anywhere: [cC]haracter.*[^0-9]3[})]
// A word that the grammar does not know.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, None"_ix); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, Nil"_ix); }
#endif
