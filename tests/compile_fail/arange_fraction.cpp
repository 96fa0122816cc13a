// expect: a range of integers has integers as bounds: write arange\(0\.5, 3\.0\)\.to<int>\(\)
// A compiler would cut the step to 0.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto values() { return ndx::arange(0.5, 3.0).to<int>(); }
#else
auto values() { return ndx::arange<int>(0, 3, 0.5); }
#endif
