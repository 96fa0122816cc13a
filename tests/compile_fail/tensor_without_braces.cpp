// expect: the elements are in braces: write tensor\(\{1, 2, 3\}\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::tensor({4, 5, 6}); }
#else
auto part() { return ndx::tensor(4, 5, 6); }
#endif
