// expect: the terms are a list: write t\.index_put_\(\{mask\}, value\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(const ndx::Tensor<float>& t, const ndx::Tensor<bool>& m) { t.index_put_({m}, 5); }
#else
void part(const ndx::Tensor<float>& t, const ndx::Tensor<bool>& m) { t.index_put_(m, 5); }
#endif
