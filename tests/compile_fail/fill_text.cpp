// expect: a value is a number or a tensor whose elements convert
// A text is no value.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void write(const ndx::Tensor<float>& t) { t.fill_(1); }
#else
void write(const ndx::Tensor<float>& t) { t.fill_("a"); }
#endif
