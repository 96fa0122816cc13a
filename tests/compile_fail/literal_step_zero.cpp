// expect anywhere: the step of a slice cannot be 0.*[^0-9]4[})]
// Known at run time as a ValueError.
// The reason is known when the text is parsed, and a static_assert says nothing but what is written in
// the source: compilers show the reason among the arguments of the function that fails, in a note.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("1:2:1"_ix); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("1:2:0"_ix); }
#endif
