// expect: one pair of braces holds all terms: write t\.index\(\{0, 1\}\)
// The same with a term beside the list.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto read(const ndx::Tensor<float>& t) { return t.index({0, ndx::tensor({1})}); }
#else
auto read(const ndx::Tensor<float>& t) { return t.index(0, {1}); }
#endif
