// Whether the second side of a test, which may be compiled for AVX2, can run on this processor.
#pragma once

inline bool second_can_run() {
#ifdef NDX_SECOND_NEEDS_AVX2
  return __builtin_cpu_supports("avx2");
#else
  return true;
#endif
}
