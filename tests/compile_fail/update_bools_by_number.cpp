// expect: bools hold no numbers: convert one of the two, v\.to<bool>\(\) or t\.to<int>\(\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto count(const ndx::Tensor<bool>& t) { return t + 1; }
#else
auto count(const ndx::Tensor<bool>& t) { return t += 1; }
#endif
