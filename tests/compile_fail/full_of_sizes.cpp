// expect: the sizes of full are in braces: write full\(\{2, 3\}, 1\)
// NumPy's full(3, 1), which could be read as a shape without a value.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::full({3}, 1); }
#else
auto part() { return ndx::full(3, 1); }
#endif
