// expect: integers hold no fractions: convert one of the two, v\.to<int>\(\) or int\(v\), or t\.to<double>\(\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto most(const ndx::Tensor<float>& t, const ndx::Tensor<int>& i, const ndx::Tensor<double>& v) {
  return scatter_reduce(t, 0, i, v, "amax");
}
#else
auto most(const ndx::Tensor<int>& t, const ndx::Tensor<int>& i, const ndx::Tensor<double>& v) {
  return scatter_reduce(t, 0, i, v, "amax");
}
#endif
