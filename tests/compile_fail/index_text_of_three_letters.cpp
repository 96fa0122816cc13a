// expect: the only text that is an index is
// Nor is text that is as long as "...".
#include <ndx/ndx.hpp>

auto read(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return t.index({"..."});
#else
  return t.index({"abc"});
#endif
}
