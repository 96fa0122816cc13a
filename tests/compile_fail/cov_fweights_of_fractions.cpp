// expect: fweights are integers, the number of times that each observation occurs
#include <ndx/statistics.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<float>& w) {
  return cov(t, {.aweights = w});
}
#else
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<float>& w) {
  return cov(t, {.fweights = w});
}
#endif
