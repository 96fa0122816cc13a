// Every offence that the layering check knows in a header, but for the length.
#define NDX_STRAY 1
#include <algorithm>
#include <complex>
#include <vector>

#include <immintrin.h>
#include <xsimd/xsimd.hpp>

#include <ndx/base/dims.hpp>
#include <ndx/kernel/move/copy.hpp>
#include <ndx/ndx.hpp>
#include <ndx/numbers.hpp>

#include "sibling.hpp"

inline bool asks() { return __builtin_cpu_supports("avx2"); }

namespace ndx {
class Unversioned;
struct LineGroup {};
}  // namespace ndx
#define NDX_LOOPS \
  NDX_BEGIN_AVX2  \
  NDX_END_AVX2
