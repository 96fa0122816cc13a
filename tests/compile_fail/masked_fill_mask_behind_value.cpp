// expect: the mask comes before the value: write masked_fill_\(t, mask, 0\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(const ndx::Tensor<float>& t, const ndx::Tensor<bool>& m) { masked_fill_(t, m, 0); }
#else
void part(const ndx::Tensor<float>& t, const ndx::Tensor<bool>& m) { masked_fill_(t, 0, m); }
#endif
