// expect: in a list of subscripts name the type of the elements: cat<float>\(\{t\[0\], t\[1\]\}\)
// A list is made of copies, which subscripts do not have.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto both(const ndx::Tensor<float>& t) { return ndx::stack<float>({t[0], t[1]}); }
#else
auto both(const ndx::Tensor<float>& t) { return ndx::stack({t[0], t[1]}); }
#endif
