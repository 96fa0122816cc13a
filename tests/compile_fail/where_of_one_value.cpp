// expect: where takes a value for true and one for false: write where\(mask, 1, 0\)
#include <ndx/ndx.hpp>

#ifdef MUST_FAIL
auto part(const ndx::Tensor<bool>& mask) { return where(mask, 1); }
#else
auto part(const ndx::Tensor<bool>& mask) { return where(mask, 1, 0); }
#endif
