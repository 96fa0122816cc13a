// expect: the only text that is an index is .*: write Slice\(1, 3\) or
// Text other than "..." is not an index.
#include <ndx/ndx.hpp>

auto read(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return t.index({"..."});
#else
  return t.index({"abcd"});
#endif
}
