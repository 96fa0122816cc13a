// expect: the elements do not have this reduction: add, multiply, minimum and maximum are for
// Structs without an operator are assigned, or reduced by the caller's function.
#include <ndx/ndx.hpp>

struct Plain {
  int value;
};

void write(const ndx::Tensor<Plain>& t) {
#ifndef MUST_FAIL
  t.index_put_({0}, Plain{1}, {.reduce = ndx::Reduce::assign});
#else
  t.index_put_({0}, Plain{1}, {.reduce = ndx::Reduce::add});
#endif
}
