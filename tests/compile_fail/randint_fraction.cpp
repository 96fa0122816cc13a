// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A bound of random integers.
#include <ndx/random.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::randint(0, 3, {2}); }
#else
auto part() { return ndx::randint(0.5, 3, {2}); }
#endif
