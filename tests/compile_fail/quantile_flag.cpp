// expect: a bool is no dim
// A header that is included is not asked for.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return quantile(t, 0.5, ndx::all_dims, true); }
#else
auto part(const ndx::Tensor<float>& t) { return quantile(t, 0.5, true); }
#endif
