// expect anywhere: expected .*,.* here\\?"[^5]*5[})]
// A literal that is malformed: the message says what is wrong, and that it is at character 5.
// The reason is known when the text is parsed, and a static_assert says nothing but what is written in
// the source: compilers show the reason among the arguments of the function that fails, in a note.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, 1, 2"_ix); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, 1 2"_ix); }
#endif
