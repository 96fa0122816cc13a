// expect: concat is PyTorch's cat here: write cat\(\{a, b\}, 0\)
#include <ndx/ndx.hpp>

#ifdef MUST_FAIL
auto part(const ndx::Tensor<double>& t) { return ndx::concat({t, t}, 0); }
#else
auto part(const ndx::Tensor<double>& t) { return ndx::cat({t, t}, 0); }
#endif
