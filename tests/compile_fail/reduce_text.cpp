// expect: a reduction is a value of Reduce, by name reduce_from_name\("amax"\), or a function
// A name where an option is a value.
#include <ndx/ndx.hpp>

void write(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  t.index_put_({0}, 1, {.reduce = ndx::reduce_from_name("amax")});
#else
  t.index_put_({0}, 1, {.reduce = "amax"});
#endif
}
