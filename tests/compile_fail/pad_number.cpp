// expect: values are an option: write pad\(t, 1, \{\.values = 9\}\)
// What is added, where a mode is meant.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return pad(t, 1, {.values = 9}); }
#else
auto part(const ndx::Tensor<float>& t) { return pad(t, 1, 9); }
#endif
