// expect: a fraction among values of integers
#include <ndx/ndx.hpp>

void write_fraction() {
  const auto t = ndx::zeros<int>({2, 2});
#ifdef MUST_FAIL
  t[0] = {1.5, 2.};
#else
  t[0] = {1, 2};
#endif
}
