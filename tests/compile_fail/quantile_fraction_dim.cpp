// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// The dim behind a quantile, which is a fraction.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return quantile(t, 0.5, 1); }
#else
auto part(const ndx::Tensor<float>& t) { return quantile(t, 0.5, 1.5); }
#endif
