// expect: the arguments of sort are not named: write sort\(t, -1, true\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return sort(t, -1, true); }
#else
auto part(const ndx::Tensor<float>& t) { return sort(t, {.descending = true}); }
#endif
