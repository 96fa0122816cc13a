// expect: expected ',' here
// expect anywhere: [cC]haracter.*[^0-9]5[})]
// A literal that is malformed: the message says what is wrong, and that it is at character 5.
#include <ndx/ndx.hpp>

using namespace ndx::literals;

#ifndef MUST_FAIL
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, 1, 2"_ix); }
#else
ndx::Tensor<int> read(const ndx::Tensor<int>& t) { return t.index("0, 1 2"_ix); }
#endif
