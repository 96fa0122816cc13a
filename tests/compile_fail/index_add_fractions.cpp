// expect: integers hold no fractions: convert one of the two, v\.to<int>\(\) or int\(v\), or t\.to<double>\(\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void add(const ndx::Tensor<int>& t, const ndx::Tensor<float>& v) {
  index_add_(t, 0, {1, 1}, v.to<int>());
}
#else
void add(const ndx::Tensor<int>& t, const ndx::Tensor<float>& v) { index_add_(t, 0, {1, 1}, v); }
#endif
