// expect: write both limits: randint\(0, 10, \{3\}, 42\)
// A size in braces converts to a number, and the seed to a size.
#include <ndx/random.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::randint(0, 10, {3}, 42); }
#else
auto part() { return ndx::randint(10, {3}, 42); }
#endif
