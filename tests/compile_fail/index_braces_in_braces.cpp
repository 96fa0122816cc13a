// expect: write \{0, 1\} for two terms, \{tensor\(\{0, 1\}\)\} for one list
// Two ranks of braces could be two terms or a list of them.
#include <ndx/ndx.hpp>

ndx::Tensor<int> read(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  return t.index({ndx::tensor({0, 1})});
#else
  return t.index({{0, 1}});
#endif
}
