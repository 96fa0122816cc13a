// expect: a text is no bound: write Slice\(1, 3\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::Slice(1, 3); }
#else
auto part() { return ndx::Slice("1:3"); }
#endif
