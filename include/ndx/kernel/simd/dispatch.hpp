// Chooses the instruction set at run time; no other file asks what the processor can do.
//
// The loops of a kernel are written once, as a class of static functions in an .inc file, and
// compiled for each instruction set by for_each_target.inc, which turns a class `Rows` into
// portable::Rows (compiled for the flags), avx2::Rows and avx512::Rows (compiled for that target,
// whatever the flags). dispatch() calls the best variant that the processor supports.
//
// The file is included several times, and not written as a template over instruction sets, because
// neither compiler lets a template use vector instructions: an always_inline function for AVX2 may
// be inlined only into a function for AVX2, and no attribute of a template can depend on its
// parameters.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// Returns true if functions compiled for AVX2 and BMI2 may be called.
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

/// Returns true if functions compiled for AVX2 and F16C may be called. Every processor with AVX2
/// has F16C, but a virtual machine may hide it, and clang's __builtin_cpu_supports knows it only
/// since version 19.
inline bool has_f16c() noexcept {
#if NDX_X86 && defined(__AVX2__) && defined(__F16C__)
  return true;
#elif NDX_X86
  static const bool listed = [] {
    unsigned a = 1;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    asm("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return (c >> 29 & 1) != 0;
  }();
  return listed && has_avx2();
#else
  return false;
#endif
}

/// Returns true if functions compiled for AVX-512 may be called.
inline bool has_avx512() noexcept {
#if NDX_X86 && defined(__AVX512VBMI2__) && defined(__AVX512BW__) && defined(__AVX512VL__) && \
    defined(__AVX512DQ__)
  return has_avx2();
#elif NDX_X86
  return has_avx2() && __builtin_cpu_supports("avx512vbmi2") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq");
#else
  return false;
#endif
}

/// Returns true if AVX-512 gathers elements faster than single loads do: on Intel since Sapphire
/// Rapids, the first with both VBMI2 and BF16. There a checked gather of floats in the first-level
/// cache takes .24 ns an element, and .34 by single loads. Earlier Intel processors gather slowly
/// since their microcode hides the data that gathers leave behind. Zen 3 takes .49 ns, and .34 by
/// single loads; Zen 5 takes .33 and .28, and as long as single loads in larger caches.
inline bool gathers_fast() noexcept {
#if NDX_X86
  return has_avx512() && __builtin_cpu_is("intel") && __builtin_cpu_supports("avx512bf16");
#else
  return false;
#endif
}

/// Returns true if the processor is by Intel.
inline bool is_intel() noexcept {
#if NDX_X86
  return __builtin_cpu_is("intel");
#else
  return false;
#endif
}

/// Returns true if the processor is by AMD.
inline bool is_amd() noexcept {
#if NDX_X86
  return __builtin_cpu_is("amd");
#else
  return false;
#endif
}

/// Returns true if the processor is by AMD and of family 25, which is Zen 3 or Zen 4.
inline bool is_amd_family_25() noexcept {
#if NDX_X86
  return __builtin_cpu_is("amdfam19h");
#else
  return false;
#endif
}

/// Returns true on Zen 4, the first of its family with AVX-512. Older compilers do not know its
/// name.
inline bool is_zen_4() noexcept { return is_amd_family_25() && has_avx512(); }

/// Returns true if rows at random offsets are prefetched into the second-level cache, which has
/// more requests to memory in flight than the first (on Intel 48, not 16). Times in ns an element
/// of 256 MB of floats, for the first-level and the second-level cache: Sapphire Rapids, gather
/// 11.5, 8.3; rows of four gathered 3.1, 2.1; rows of 64 put .60, .44. Zen 4, gather 8.6, 5.0; rows
/// of four 2.7, 1.3; rows of 64 put .55, .45. Rows in the order of memory are limited by bandwidth
/// (64 columns 3.6, 4.1), so they use the first. On Zen 3 there is no difference, and other
/// processors use the first.
NDX_NOINLINE inline bool prefetches_to_second_level() noexcept { return is_intel() || is_zen_4(); }

}  // namespace detail

#if !NDX_X86
namespace portable {}
namespace avx2 {
using namespace portable;
}
namespace avx512 {
using namespace portable;
}
#endif

/// The variant for processors that have no other: Scalar on x86, where it only serves those without
/// AVX2, and Portable elsewhere. Scalar code exists for the ends of rows anyway, so it keeps
/// programs small.
template <class Scalar, class Portable>
using Fallback = std::conditional_t<NDX_X86 != 0, Scalar, Portable>;

/// Returns true on x86 without AVX2, where scalar code replaces vectors.
NDX_ALWAYS_INLINE bool has_scalars_only() { return NDX_X86 != 0 && !detail::has_avx2(); }

/// Returns the function for AVX2 or AVX-512 if this processor has it, else the other.
template <class Function>
NDX_ALWAYS_INLINE Function* best_of(Function& other, Function& avx2) {
  return detail::has_avx2() ? &avx2 : &other;
}
template <class Function>
NDX_ALWAYS_INLINE Function* best_of(Function& other, Function& avx2, Function& avx512) {
  return detail::has_avx512() ? &avx512 : best_of(other, avx2);
}

/// Returns call(variant) for the best variant on this processor:
///   dispatch<portable::Rows, avx2::Rows>([&](auto rows) { return rows.count(mask, n); })
template <class Portable, class Avx2, class Avx512 = Avx2, class Call>
NDX_ALWAYS_INLINE decltype(auto) dispatch(const Call& call) {
#if NDX_X86
  if constexpr (!std::is_same_v<Avx2, Avx512>) {
    if (detail::has_avx512()) return call(Avx512{});
  }
  if (detail::has_avx2()) return call(Avx2{});
#endif
  return call(Portable{});
}

}  // namespace kernel
NDX_NAMESPACE_END
