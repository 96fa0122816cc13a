// expect: takes no text: write .*parse_index\(s\)
// Text that is known only at run time is parsed where the call says so.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t, const char* text) {
#ifndef MUST_FAIL
  t[ndx::parse_index(text)] = 1;
  t[{text}] = 1;
#else
  t[text] = 1;
#endif
}
