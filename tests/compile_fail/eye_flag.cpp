// expect: sizes, dims and indices are integers
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::eye(3); }
#else
auto part() { return ndx::eye(true); }
#endif
