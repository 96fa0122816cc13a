// expect: the only text that is an index is .*: write Slice\(1, 3\) or|text_is_no_index_write_Slice_or_parse_index
// t.index("...") is the whole tensor.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  static_cast<void>(t.index("..."));
#else
  static_cast<void>(t.index("abc"));
#endif
}
