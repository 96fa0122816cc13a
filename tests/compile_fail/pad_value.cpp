// expect: the option is called values: write pad\(t, 1, \{\.values = 9\}\)
// PyTorch's name.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto wide(const ndx::Tensor<int>& t) { return pad(t, 1, {.values = 9}); }
#else
auto wide(const ndx::Tensor<int>& t) { return pad(t, 1, {.value = 9}); }
#endif
