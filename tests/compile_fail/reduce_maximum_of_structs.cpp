// expect: the elements do not have this reduction: .* minimum and maximum are for
// Structs that can be added have no order.
#include <ndx/ndx.hpp>

struct Amount {
  int value;
  friend Amount operator+(const Amount& a, const Amount& b) { return {a.value + b.value}; }
};

void write(const ndx::Tensor<Amount>& t) {
#ifndef MUST_FAIL
  t.index_put_({0}, Amount{1}, {.reduce = ndx::Reduce::add});
#else
  t.index_put_({0}, Amount{1}, {.reduce = ndx::Reduce::maximum});
#endif
}
