// expect: write auto a = t\.size\(0\), b = t\.size\(1\)
// A rank is known when the program runs.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto area(const ndx::Tensor<int>& t) {
  const auto a = t.size(0), b = t.size(1);
  return a * b;
}
#else
auto area(const ndx::Tensor<int>& t) {
  const auto [a, b] = t.shape();
  return a * b;
}
#endif
