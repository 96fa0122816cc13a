// expect: alpha is an integer if the elements are: convert them, t\.to<float>
// Integers have no fractional multiple: alpha of index_add_ must be an integer for them.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
constexpr int kAlpha = 2;
#else
constexpr double kAlpha = 0.5;
#endif

void add(const ndx::Tensor<int>& t, const ndx::Tensor<int>& index) {
  index_add_(t, 0, index, t, kAlpha);
}
