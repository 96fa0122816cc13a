// expect: integers hold no fractions: convert one of the two, v\.to<int>\(\) or int\(v\), or t\.to<double>\(\)
// NumPy and PyTorch refuse it, too.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void add(const ndx::Tensor<int>& t, const ndx::Tensor<float>& v) { t += v.to<int>(); }
#else
void add(const ndx::Tensor<int>& t, const ndx::Tensor<float>& v) { t += v; }
#endif
