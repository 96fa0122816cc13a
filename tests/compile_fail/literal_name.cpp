// expect anywhere: a literal knows no names: write \{\}.*[^0-9]3[})]
// Names are looked up at run time, by parse_index.
// The reason is known when the text is parsed, and a static_assert says nothing but what is written in
// the source: compilers show the reason among the arguments of the function that fails, in a note.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, {}"_ix(1)); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, @rows"_ix); }
#endif
