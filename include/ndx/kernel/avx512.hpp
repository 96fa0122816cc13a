// The primitives of AVX-512's vectors of 64 bytes that the mask kernels need; the rest is AVX2's. A
// comparison gives a bit mask here, one bit per lane.
#pragma once

#include <ndx/kernel/avx2.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
NDX_BEGIN_AVX512
namespace kernel {
namespace avx512 {

using namespace avx2;  // what this namespace does not say better

using I8x64 = VectorOf<char, 64>::Type;
using I16x32 = VectorOf<std::int16_t, 64>::Type;
using I32x16 = VectorOf<std::int32_t, 64>::Type;
using I64x8 = VectorOf<long long, 64>::Type;

/// One bit for each of 64 bytes: whether it is nonzero.
NDX_ALWAYS_INLINE std::uint64_t set_bits(const void* bytes) {
  return static_cast<std::uint64_t>(
      __builtin_ia32_cmpb512_mask(load<I8x64>(bytes), I8x64{}, 4, ~std::uint64_t{0}));
}

/// Packs the lanes with set bits to the front (1-byte and 2-byte lanes); the remaining lanes keep
/// their values. Zeroing them instead would add a dependency on the register's previous value.
NDX_ALWAYS_INLINE I64x8 pack_bytes(I64x8 values, std::uint64_t bits) {
  const auto bytes = reinterpret_cast<I8x64>(values);
  return reinterpret_cast<I64x8>(__builtin_ia32_compressqi512_mask(bytes, bytes, bits));
}
NDX_ALWAYS_INLINE I64x8 pack_pairs(I64x8 values, std::uint64_t bits) {
  const auto pairs = reinterpret_cast<I16x32>(values);
  return reinterpret_cast<I64x8>(
      __builtin_ia32_compresshi512_mask(pairs, pairs, static_cast<std::uint32_t>(bits)));
}

/// Widens 16 bytes, starting at byte `first`, to 32-bit lanes; sign-extends.
template <int first>
NDX_ALWAYS_INLINE I32x16 widen(I64x8 bytes) {
  const auto narrow =
      reinterpret_cast<I8x16>(__builtin_shufflevector(bytes, bytes, first / 8, first / 8 + 1));
#if defined(__clang__)
  return __builtin_convertvector(narrow, I32x16);
#else
  return __builtin_ia32_pmovsxbd512_mask(narrow, I32x16{}, 0xFFFF);
#endif
}

/// Result lane i is lane lanes[i] mod 32 of the concatenation of `low` and `high`.
NDX_ALWAYS_INLINE I32x16 permute(I32x16 low, I32x16 high, I32x16 lanes) {
#if defined(__clang__)
  return __builtin_ia32_vpermi2vard512(low, lanes, high);
#else
  return __builtin_ia32_vpermt2vard512_mask(lanes, low, high, 0xFFFF);
#endif
}

/// Writes the values, in order, to the N-byte lanes with set bits; other lanes are those of
/// `other`.
template <std::size_t N>
NDX_ALWAYS_INLINE I64x8 expand(I64x8 other, I64x8 values, std::uint64_t bits) {
  if constexpr (N == 1) {
    return reinterpret_cast<I64x8>(__builtin_ia32_expandqi512_mask(
        reinterpret_cast<I8x64>(values), reinterpret_cast<I8x64>(other), bits));
  } else if constexpr (N == 2) {
    return reinterpret_cast<I64x8>(__builtin_ia32_expandhi512_mask(
        reinterpret_cast<I16x32>(values), reinterpret_cast<I16x32>(other),
        static_cast<std::uint32_t>(bits)));
  } else if constexpr (N == 4) {
    return reinterpret_cast<I64x8>(__builtin_ia32_expandsi512_mask(
        reinterpret_cast<I32x16>(values), reinterpret_cast<I32x16>(other),
        static_cast<std::uint16_t>(bits)));
  } else {
    return __builtin_ia32_expanddi512_mask(values, other, static_cast<std::uint8_t>(bits));
  }
}

}  // namespace avx512
}  // namespace kernel
NDX_END_AVX512
NDX_NAMESPACE_END

#endif
