// expect: the only text that is an index is .*: write Slice\(1, 3\) or|text_is_no_index_write_Slice_or_parse_index
// Nor is text that is as long as "...".
#include <ndx/ndx.hpp>

auto read(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return t.index({"..."});
#else
  return t.index({"abc"});
#endif
}
