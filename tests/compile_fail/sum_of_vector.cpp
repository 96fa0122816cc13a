// expect: a list is no tensor: write sum\(tensor\(v\)\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const std::vector<float>& v) { return ndx::sum(ndx::tensor(v)); }
#else
auto part(const std::vector<float>& v) { return ndx::sum(v); }
#endif
