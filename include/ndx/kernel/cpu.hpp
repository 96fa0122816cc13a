// What the processor supports at run time, beyond what the translation unit's flags guarantee.
#pragma once

#include <ndx/base/config.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Whether functions marked NDX_TARGET_AVX2 may be called.
inline bool has_avx2() noexcept {
#if NDX_X86 && defined(__AVX2__) && defined(__BMI2__) && defined(__POPCNT__)
  return true;
#elif NDX_X86
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

/// Whether functions marked NDX_TARGET_AVX512 may be called.
inline bool has_avx512() noexcept {
#if NDX_X86 && defined(__AVX512VBMI2__) && defined(__AVX512BW__) && defined(__AVX512VL__)
  return has_avx2();
#elif NDX_X86
  return has_avx2() && __builtin_cpu_supports("avx512vbmi2") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

}  // namespace kernel
NDX_NAMESPACE_END
