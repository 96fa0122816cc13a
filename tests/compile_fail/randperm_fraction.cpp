// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A number of indices.
#include <ndx/random.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::randperm(10); }
#else
auto part() { return ndx::randperm(10 * 0.8); }
#endif
