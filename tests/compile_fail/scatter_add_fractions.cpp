// expect: integers hold no fractions: convert one of the two, v\.to<int>\(\) or int\(v\), or t\.to<double>\(\)
// A plain scatter_ converts.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void add(const ndx::Tensor<int>& t, const ndx::Tensor<int>& i, const ndx::Tensor<float>& v) {
  scatter_(t, 0, i, v);
}
#else
void add(const ndx::Tensor<int>& t, const ndx::Tensor<int>& i, const ndx::Tensor<float>& v) {
  scatter_add_(t, 0, i, v);
}
#endif
