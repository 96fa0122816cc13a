// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// Sizes that are no list.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto matrix() { return ndx::eye(2); }
#else
auto matrix() { return ndx::eye(2.5); }
#endif
