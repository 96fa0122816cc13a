// expect: a list in braces is no term: write \{Slice\(\), tensor\(\{0, 1\}\)\}
#include <ndx/ndx.hpp>

ndx::Tensor<int> read(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  return t.index({ndx::Slice(), ndx::tensor({0, 2})});
#else
  return t.index({ndx::Slice(), {0, 2}});
#endif
}
