// expect: (invalid use of (non-static )?member function|reference to non-static member function must be called)
// As in NumPy. The address of a static function would compare with another.
#include <ndx/ndx.hpp>

bool are_alike(const ndx::Tensor<float>& a, const ndx::Tensor<int>& b) {
#ifndef MUST_FAIL
  return a.dtype() == b.dtype();
#else
  return a.dtype == b.dtype;
#endif
}
