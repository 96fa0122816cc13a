// expect: one pair of braces holds all terms: write t\.index\(\{0, 1\}\)
// It would be t.index(0, 1), though each pair of braces looks like a list.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto read(const ndx::Tensor<float>& t) { return t.index({ndx::tensor({0}), ndx::tensor({1})}); }
#else
auto read(const ndx::Tensor<float>& t) { return t.index({0}, {1}); }
#endif
