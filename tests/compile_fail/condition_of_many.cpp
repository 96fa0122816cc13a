// expect: a tensor has many truth values: write any\(t\), all\(t\) or t\.item\(\)
// A comparison has a truth value for each element.
#include <ndx/ndx.hpp>

bool same(const ndx::Tensor<int>& a, const ndx::Tensor<int>& b) {
#ifndef MUST_FAIL
  if (all(a == b)) return true;
#else
  if (a == b) return true;
#endif
  return false;
}
