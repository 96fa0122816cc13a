// expect: write Ellipsis, .*1:.*_ix
// A text is an index as a literal.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  using namespace ndx::literals;
  t["1:3"_ix] = 1;
#else
  t["1:3"] = 1;
#endif
}
