// expect: the terms are a list: write t\.index_put_\(\{mask\}, value\)
// Of a tensor that is not const, for which basic terms in braces have a function of their own.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(ndx::Tensor<float> t) { t.index_put_({0}, 5); }
#else
void part(ndx::Tensor<float> t) { t.index_put_(0, 5); }
#endif
