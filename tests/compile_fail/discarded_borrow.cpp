// expect: ignoring return value
// A borrowed tensor that nobody keeps is a mistake, and is reported as one.
#include <ndx/ndx.hpp>

void look(const float* data) {
#ifndef MUST_FAIL
  [[maybe_unused]] auto t = ndx::borrow(data, {2, 3});
#else
  ndx::borrow(data, {2, 3});
#endif
}
