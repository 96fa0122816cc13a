// expect: write \{0, 1\} for two terms, \{tensor\(\{0, 1\}\)\} for one list
// Nor is a single number in two ranks of braces a list of one.
#include <ndx/ndx.hpp>

void write(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  t[{0}] = t.index({ndx::tensor({0})});
#else
  t[{{0}}] = t.index({{0}});
#endif
}
