// expect: tensor takes elements alone: write tensor\(v\)\.reshape\(\{2, 3\}\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const std::vector<float>& v) { return ndx::tensor(v).reshape({2, 3}); }
#else
auto part(const std::vector<float>& v) { return ndx::tensor(v, {2, 3}); }
#endif
