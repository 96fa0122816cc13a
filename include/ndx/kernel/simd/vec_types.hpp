// The vector types of each instruction set.
//
// Arithmetic on indices uses xsimd::batch where the translation unit's flags alone decide, as they
// always do off x86. On x86, kernels are dispatched at run time, which xsimd cannot follow, and
// including it would cost a third of a second. Everything else uses the compilers' own vectors,
// above all permutations, which xsimd 8.1 lacks. They have 16 bytes where the flags decide, since
// every processor with vectors has these.
#pragma once

#include <cstring>
#include <utility>

#include <ndx/kernel/loop/bytes.hpp>
#include <ndx/kernel/simd/dispatch.hpp>

#if !NDX_X86
#if !__has_include(<xsimd/xsimd.hpp>)
#error "off x86-64 and with NDX_PORTABLE ndx needs xsimd 8.1 or newer (Debian: libxsimd-dev)"
#include <nothing: it ends the compilation, whose further errors would hide the one above>
#endif
#include <xsimd/xsimd.hpp>
#endif

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The compilers' vector of `bytes` bytes.
template <class Lane, std::size_t bytes>
struct VectorOf {
  typedef Lane Type __attribute__((vector_size(bytes)));  // NOLINT: no alias can depend on `bytes`
};

/// The integer that lanes of N bytes consist of. For N > 8 a lane consists of several.
template <std::size_t N>
using LaneOfSize = std::conditional_t<N == 1, char, std::make_signed_t<UnsignedOfSize<N>>>;

using I8x16 = VectorOf<char, 16>::Type;
using U8x16 = VectorOf<std::uint8_t, 16>::Type;
using I16x8 = VectorOf<std::int16_t, 16>::Type;
using I32x4 = VectorOf<std::int32_t, 16>::Type;
using I64x2 = VectorOf<std::int64_t, 16>::Type;
using U64x2 = VectorOf<std::uint64_t, 16>::Type;

/// Returns the number of set bits.
NDX_ALWAYS_INLINE index_t count_bits(std::uint64_t bits) { return __builtin_popcountll(bits); }
/// Returns the position of the lowest set bit.
NDX_ALWAYS_INLINE index_t lowest_bit(std::uint64_t bits) { return __builtin_ctzll(bits); }

namespace detail {
#if !NDX_X86 && !defined(XSIMD_NO_SUPPORTED_ARCHITECTURE)
/// Wraps xsimd::batch, because argument-dependent lookup would take xsimd's own load and store,
/// which are aligned, for ours.
template <class T>
struct XsimdVector {
  xsimd::batch<T> lanes;
  static XsimdVector all(T value) { return {xsimd::batch<T>(value)}; }
  friend XsimdVector larger(const XsimdVector& a, const XsimdVector& b) {
    return {xsimd::select(a.lanes > b.lanes, a.lanes, b.lanes)};  // g++ warns of AVX-512's max
  }
  friend XsimdVector operator+(const XsimdVector& a, const XsimdVector& b) {
    return {a.lanes + b.lanes};
  }
  friend XsimdVector operator-(const XsimdVector& a, const XsimdVector& b) {
    return {a.lanes - b.lanes};
  }
  friend XsimdVector operator*(const XsimdVector& a, const XsimdVector& b) {
    return {a.lanes * b.lanes};
  }
  friend XsimdVector operator|(const XsimdVector& a, const XsimdVector& b) {
    return {a.lanes | b.lanes};
  }
};
/// The vector for arithmetic on T.
template <class T, std::size_t bytes>
struct WideOf {
  using Type = XsimdVector<T>;
};
#else
template <class T, std::size_t bytes>
struct WideOf {
  using Type = typename VectorOf<T, bytes>::Type;
};
#endif
}  // namespace detail

namespace portable {
inline constexpr std::size_t kVectorBytes = 16;
}
#if NDX_X86
namespace avx2 {
inline constexpr std::size_t kVectorBytes = 32;
}
namespace avx512 {
inline constexpr std::size_t kVectorBytes = 64;
}
#endif

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/simd/vec.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/simd/for_each_target.inc>
