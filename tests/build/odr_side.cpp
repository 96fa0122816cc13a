// One side of the pair: the same inline code, compiled with flags of its own. The build gives the
// two functions a name for each side; nothing but plain data crosses to the other translation unit.
#include <ndx/ndx.hpp>

extern "C" const char* side_tag() { return ndx::abi_tag(); }

extern "C" void side_gather(float* data, long rows, long columns, const long* index, long count,
                            float* out) {
  auto matrix = ndx::borrow(data, {rows, columns});
  auto picked = matrix.index({ndx::Slice(), ndx::borrow(index, {count})});
  for (long i = 0; i < rows; ++i) {
    for (long j = 0; j < count; ++j) out[i * count + j] = picked(i, j);
  }
}
