// expect: a bound of a slice is an integer or None: convert it
// A bound of a slice is an integer.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
ndx::Slice half() { return ndx::Slice(ndx::None, 1); }
#else
ndx::Slice half() { return ndx::Slice(ndx::None, 1.5); }
#endif
