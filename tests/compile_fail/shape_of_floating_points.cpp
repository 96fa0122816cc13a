// expect: narrow(ing conversion of .2.5e|ed to )
// Sizes are integers.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto make() { return ndx::zeros<float>({2, 3}); }
#else
auto make() { return ndx::zeros<float>({2.5, 3.}); }
#endif
