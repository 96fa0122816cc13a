// expect: a shape is no vector: write std::vector<ndx::index_t> v\(s\.begin\(\), s\.end\(\)\), of auto s = t\.shape\(\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto sizes(const ndx::Tensor<int>& t) {
  const auto s = t.shape();
  const std::vector<ndx::index_t> v(s.begin(), s.end());
  return v;
}
#else
auto sizes(const ndx::Tensor<int>& t) {
  const std::vector<ndx::index_t> v = t.shape();
  return v;
}
#endif
