// expect: a character cannot be an index: convert it to an integer
// A character is not an index, although C++ counts it among the integers.
#include <ndx/ndx.hpp>

auto read(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return t.index({97});
#else
  return t.index({'a'});
#endif
}
