// expect: the counts are a list: write repeat\(t, \{2, 3\}\); NumPy's repeat\(t, 2, axis\) is
#include <ndx/ndx.hpp>

#ifdef MUST_FAIL
auto part(const ndx::Tensor<double>& t) { return repeat(t, 2, 3); }
#else
auto part(const ndx::Tensor<double>& t) { return repeat(t, {2, 3}); }
#endif
