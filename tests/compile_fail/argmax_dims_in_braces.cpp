// expect: what is in braces are options, \{\.keepdim = true\}, not dims
// The dims would count as options: last = false, keepdim = true.
#include <ndx/ndx.hpp>

ndx::Tensor<ndx::index_t> place(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return ndx::argmax(t, 0);
#else
  return ndx::argmax(t, {0, 1});
#endif
}
