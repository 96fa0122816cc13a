// expect: write \{0, 1\} for two terms, \{tensor\(\{0, 1\}\)\} for one list
// Two ranks of braces are no mask either.
#include <ndx/ndx.hpp>

void write(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  t.index_put_({ndx::tensor({true, false})}, 1);
#else
  t.index_put_({{true, false}}, 1);
#endif
}
