// expect: write borrow\(data, \{2, 3\}\), whose data must outlive it
// PyTorch's name.
#include <ndx/ndx.hpp>

auto part(float* data) {
#ifdef MUST_FAIL
  return ndx::from_blob(data, {2, 3});
#else
  return ndx::borrow(data, {2, 3});
#endif
}
