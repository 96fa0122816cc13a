// What the processor can do, for tests of the kernels that are written for one kind: where it
// cannot, they say so, once a program, in a line that tests/run.sh and tests/platforms.sh repeat.
#pragma once

#include <cstdio>

#include <ndx/kernel/simd/dispatch.hpp>

namespace processor {

inline bool told(bool can, const char* what) {
  // The portable build has no such kernels, whatever the processor.
  if (!can && !NDX_PORTABLE)
    std::printf("this processor has no %s: the kernels for it were not run\n", what);
  return can;
}

inline bool runs_avx2() {
  static const bool can = told(ndx::kernel::detail::has_avx2(), "AVX2");
  return can;
}
inline bool runs_f16c() {
  static const bool can = told(ndx::kernel::detail::has_f16c(), "F16C");
  return can;
}
inline bool runs_avx512() {
  static const bool can = told(ndx::kernel::detail::has_avx512(), "AVX-512");
  return can;
}

}  // namespace processor
