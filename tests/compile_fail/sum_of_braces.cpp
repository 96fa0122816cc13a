// expect: a list is no tensor: write sum\(tensor\(\{1, 2\}\)\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::sum(ndx::tensor({1, 2})); }
#else
auto part() { return ndx::sum({1, 2}); }
#endif
