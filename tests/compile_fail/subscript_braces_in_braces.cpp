// expect: write \{0, 1\} for two terms, \{tensor\(\{0, 1\}\)\} for one list
// Two ranks of braces could be two terms or a list of them.
#include <ndx/ndx.hpp>

void write(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  t[{0, 1}] = 1;
#else
  t[{{0, 1}}] = 1;
#endif
}
