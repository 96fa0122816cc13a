// The vector types of each instruction set.
//
// They are the compilers' own vectors on every processor. The portable ones have 16 bytes, since
// every processor with vectors has these, or 32 if the flags enable AVX2.
#pragma once

#include <cstring>
#include <utility>

#include <ndx/kernel/loop/bytes.hpp>
#include <ndx/kernel/simd/dispatch.hpp>

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
/// Returns part k of 64 bits. A part has as many bits as 64 bytes have elements of N bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE std::uint64_t part_of(std::uint64_t bits, std::size_t k) {
  return N == 1 ? bits : bits >> (k * 64 / N) & ((std::uint64_t{1} << (64 / N % 64)) - 1);
}

/// Prefetches the data of a later block of 64 elements. This costs next to nothing if it is already
/// in cache.
template <std::size_t N>
NDX_ALWAYS_INLINE void fetch_ahead(const std::byte* from) {
  constexpr index_t ahead = 4096;
  for (index_t k = 0; k < static_cast<index_t>(N); ++k) prefetch_line(from, ahead + 64 * k);
}

namespace portable {
#if defined(__AVX2__)
inline constexpr std::size_t kVectorBytes = 32;
#else
inline constexpr std::size_t kVectorBytes = 16;
#endif
}  // namespace portable
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
