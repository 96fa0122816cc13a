// expect: the option is called values: write pad\(t, 1, \{\.values = 9\}\)
// NumPy's name.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto wide(const ndx::Tensor<int>& t) { return pad(t, 1, {.values = 9}); }
#else
auto wide(const ndx::Tensor<int>& t) { return pad(t, 1, {.constant_values = 9}); }
#endif
