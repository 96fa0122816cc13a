// expect: a list in braces is no term: write \{Slice\(\), tensor\(\{0, 1\}\)\}
// To C++ braces round a single number are nothing, but a reader sees a list of one.
#include <ndx/ndx.hpp>

void write(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  t[{ndx::Slice(), ndx::tensor({0})}] = t.index({ndx::Slice(), ndx::tensor({0})});
#else
  t[{ndx::Slice(), {0}}] = t.index({{0}, 1});
#endif
}
