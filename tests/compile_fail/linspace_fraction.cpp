// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// The third argument is the number of values.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto values() { return ndx::linspace(0, 1, 3); }
#else
auto values() { return ndx::linspace(0, 1, 0.5); }
#endif
