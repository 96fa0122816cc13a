// expect: borrow takes a pointer and a shape: write borrow\(v\.data\(\), \{2, 3\}\), or tensor\(v\) to copy
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
float first(std::vector<float>& v) {
  const auto t = ndx::borrow(v.data(), {2, 3});
  return t(0, 0);
}
#else
float first(std::vector<float>& v) {
  const auto t = ndx::borrow(v);
  return t(0, 0);
}
#endif
