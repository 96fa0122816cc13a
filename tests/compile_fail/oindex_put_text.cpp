// expect: a value is a number or a tensor whose elements convert
// No method that writes takes text.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void write(const ndx::Tensor<float>& t) { t.oindex_put_({0}, 1); }
#else
void write(const ndx::Tensor<float>& t) { t.oindex_put_({0}, "a"); }
#endif
