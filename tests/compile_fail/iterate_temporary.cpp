// expect: the elements may be gone with the temporary: give it a name first
// An iterator looks at the handle that it came from; a temporary handle is gone at once.
#include <ndx/ndx.hpp>

float first(const ndx::Tensor<float>& x) {
#ifdef MUST_FAIL
  return *x.select(0, 0).begin();
#else
  const auto row = x.select(0, 0);
  return *row.begin();
#endif
}
