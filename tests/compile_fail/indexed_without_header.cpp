// expect: include <ndx/indexed.hpp> for t.indexed\(\{ids\}\)
// Indexed views have a header of their own.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<int>& ids) { return t.index({ids}); }
#else
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<int>& ids) { return t.indexed({ids}); }
#endif
