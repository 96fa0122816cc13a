// expect anywhere: expected an integer, a slice, a list.*[^0-9]3[})]
// A word that the grammar does not know.
// The reason is known when the text is parsed, and a static_assert says nothing but what is written in
// the source: compilers show the reason among the arguments of the function that fails, in a note.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, None"_ix); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, Nil"_ix); }
#endif
