// expect: write t\.index\(\{Slice\(i, i \+ rows\), Slice\(j, j \+ cols\)\}\)
// As in Eigen.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.index({ndx::Slice(1, 3), ndx::Slice(0, 2)}); }
#else
auto part(const ndx::Tensor<float>& t) { return t.block(1, 0, 2, 2); }
#endif
