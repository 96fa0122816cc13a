// The only access to xsimd: the widest vectors that the translation unit's flags allow.
//
// Not used on x86, where kernels are dispatched at run time (kernel/cpu.hpp), which xsimd, tied to
// the flags, cannot do; including it would cost a third of a second. There, and where xsimd knows
// no vector unit, a one-lane vector with the same members replaces it, so that kernels are written
// once.
#pragma once

#include <ndx/base/types.hpp>

#if !NDX_X86
#include <xsimd/xsimd.hpp>
#endif

NDX_NAMESPACE_BEGIN
namespace simd {

#if !NDX_X86 && !defined(XSIMD_NO_SUPPORTED_ARCHITECTURE)

template <class T>
using Batch = xsimd::batch<T>;

#else

template <class T>
struct Batch {
  static constexpr std::size_t size = 1;
  Batch(T lane) : lane_(lane) {}  // NOLINT(google-explicit-constructor): like xsimd's
  static Batch load_unaligned(const T* from) { return *from; }
  void store_unaligned(T* to) const { *to = lane_; }
  friend Batch operator-(Batch a, Batch b) { return a.lane_ - b.lane_; }
  friend Batch operator|(Batch a, Batch b) { return a.lane_ | b.lane_; }

 private:
  T lane_;
};

#endif

template <class T>
inline constexpr index_t kLanes = static_cast<index_t>(Batch<T>::size);

}  // namespace simd
NDX_NAMESPACE_END
