// expect: a tensor is no number: write t\.item\(\), or t\(i, j\)
// A mean of floats in a double, and in an integer, of which compilers warn.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
double part(const ndx::Tensor<float>& t) {
  const double x = mean(t).item();
  return x + mean(t).item<int>();
}
#else
double part(const ndx::Tensor<float>& t) {
  const double x = mean(t);
  const int n = mean(t);
  return x + n;
}
#endif
