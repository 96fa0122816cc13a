// expect: indices are integers: convert them with \.to<index_t>\(\)
// Classes are indices.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<int>& t) { return one_hot(t, 2); }
#else
auto part(const ndx::Tensor<float>& t) { return one_hot(t, 2); }
#endif
