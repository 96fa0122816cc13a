// expect: integers hold no fractions: convert one of the two, v\.to<int>\(\) or int\(v\), or t\.to<double>\(\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void scale(const ndx::Tensor<int>& t) { t.copy_(t * 1.5); }
#else
void scale(const ndx::Tensor<int>& t) { t *= 1.5; }
#endif
