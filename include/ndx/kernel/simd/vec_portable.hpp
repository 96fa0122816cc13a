// The primitives of the portable vectors, of 16 bytes, that operators and constant permutations
// cannot express.
//
// They use the instructions that the translation unit's flags allow, on any processor: SSE2 and
// SSSE3, NEON, WebAssembly's, or plain integer arithmetic.
#pragma once

#include <ndx/kernel/simd/lane_tables.hpp>
#include <ndx/kernel/simd/vec_types.hpp>

// Vectors are passed only between functions that are inlined into each other, so it does not matter
// how a processor without vectors would pass them (32-bit x86 without SSE).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace portable {

/// True if loops over a few instructions use vectors. Fallback in dispatch.hpp uses scalar code on
/// x86.
inline constexpr bool kVectors = !NDX_X86;

/// Loads a value that is used more than once.
template <class Vector>
NDX_ALWAYS_INLINE Vector load_once(const void* from) {
  return load<Vector>(from);
}
/// Loads the only half of the vector. Larger vectors load their high half from `high`.
template <class Vector>
NDX_ALWAYS_INLINE Vector load_halves(const void* low, const void* /*there is no high half*/) {
  return load<Vector>(low);
}
/// Stores the only half of the vector. Larger vectors store their high half to `high`.
template <class Vector>
NDX_ALWAYS_INLINE void store_halves(void* low, void* /*high*/, Vector value) {
  store(low, value);
}

/// Multiplies lanes that fit in 32 bits, signed.
NDX_ALWAYS_INLINE WideI64 multiply_low(const WideI64& a, const WideI64& b) { return a * b; }
/// Multiplies the lanes' low 32 bits to 64-bit products.
NDX_ALWAYS_INLINE U64x2 multiply_low(U64x2 a, U64x2 b) {
#if defined(__SSE2__) && !defined(__clang__)
  return reinterpret_cast<U64x2>(
      __builtin_ia32_pmuludq128(reinterpret_cast<I32x4>(a), reinterpret_cast<I32x4>(b)));
#elif defined(__aarch64__) && defined(__ARM_NEON)
  return reinterpret_cast<U64x2>(vmull_u32(vmovn_u64(reinterpret_cast<uint64x2_t>(a)),
                                           vmovn_u64(reinterpret_cast<uint64x2_t>(b))));
#else
  return (a & UINT32_MAX) * (b & UINT32_MAX);
#endif
}
/// Widens eight integers to 64 bits.
template <class I>
NDX_ALWAYS_INLINE void widen_eight(index_t* out, const std::byte* from) {
  I value[8];
  std::memcpy(value, from, sizeof(value));
  for (int k = 0; k < 8; ++k) out[k] = static_cast<index_t>(value[k]);
}

/// Converts two floats to doubles.
NDX_ALWAYS_INLINE Doubles to_doubles(VectorOf<float, 8>::Type values) {
#if defined(__SSE2__) && !defined(__clang__)
  return __builtin_ia32_cvtps2pd(Floats{values[0], values[1]});
#elif defined(__aarch64__) && !defined(__clang__)
  return reinterpret_cast<Doubles>(vcvt_f64_f32(reinterpret_cast<float32x2_t>(values)));
#else
  return __builtin_convertvector(values, Doubles);
#endif
}
/// Converts the first two of four floats to doubles.
NDX_ALWAYS_INLINE Doubles widen_low(Floats values) {
#if defined(__SSE2__) && !defined(__clang__)
  return __builtin_ia32_cvtps2pd(values);
#else
  return to_doubles(__builtin_shufflevector(values, values, 0, 1));
#endif
}
/// Converts the last two of four floats to doubles.
NDX_ALWAYS_INLINE Doubles widen_high(Floats values) {
  return widen_low(__builtin_shufflevector(values, values, 2, 3, 2, 3));
}

// Permutations.

/// Shuffles 16 bytes: byte i of the result is byte places[i] of `values`, or 0 if places[i] is
/// negative.
#if defined(__SSSE3__)
inline constexpr bool kShufflesBytes = true;
NDX_ALWAYS_INLINE I8x16 shuffle_bytes(I8x16 values, I8x16 places) {
  return __builtin_ia32_pshufb128(values, places);
}
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
inline constexpr bool kShufflesBytes = true;
NDX_ALWAYS_INLINE I8x16 shuffle_bytes(I8x16 values, I8x16 places) {
  return reinterpret_cast<I8x16>(
      vqtbl1q_u8(reinterpret_cast<uint8x16_t>(values), reinterpret_cast<uint8x16_t>(places)));
}
#elif defined(__wasm_simd128__)
inline constexpr bool kShufflesBytes = true;
NDX_ALWAYS_INLINE I8x16 shuffle_bytes(I8x16 values, I8x16 places) {
  using Signed [[gnu::vector_size(16)]] = signed char;
  return reinterpret_cast<I8x16>(__builtin_wasm_swizzle_i8x16(reinterpret_cast<Signed>(values),
                                                              reinterpret_cast<Signed>(places)));
}
#else
inline constexpr bool kShufflesBytes = false;
NDX_ALWAYS_INLINE I8x16 shuffle_bytes(I8x16 values, I8x16 /*places*/) { return values; }
#endif

// There are no streaming stores, so these copy.

NDX_ALWAYS_INLINE void stream_line(std::byte* to, const std::byte* from) {
  std::memcpy(to, from, 64);
}
inline void finish_streams() {}

// This constant says whether results are stored by a function of their own; see avx2.hpp.
inline constexpr bool kStoresResults = false;

// Primitives of the mask kernels. Elements of 1, 2 and 4 bytes are permuted 16 bytes at a time
// where bytes can be shuffled; otherwise, and for 8 bytes, elements are moved one by one without a
// branch.

inline constexpr bool kBitMasks = false;
inline constexpr bool kPermutesWords = false;
using MaskBytes = U8x16;

/// Returns the sum of the bytes.
NDX_ALWAYS_INLINE index_t add_bytes(U8x16 values) {
  const auto words = reinterpret_cast<U64x2>(values);
  constexpr std::uint64_t low = 0x00FF00FF00FF00FFU;
  const U64x2 pairs = (words & low) + (words >> 8 & low);
  const std::uint64_t sums = pairs[0] + pairs[1];  // four sums of 16 bits
  return static_cast<index_t>((sums * 0x0001000100010001U) >> 48);
}

/// Returns -1 for each of 16 bytes that is zero, and 0 for the others.
NDX_ALWAYS_INLINE I8x16 unset_bytes(const std::byte* mask) {
  return reinterpret_cast<I8x16>(load<I8x16>(mask) == 0);
}

#if defined(__SSE2__)
/// Returns one bit for each of 16 bytes, 1 if it is nonzero.
NDX_ALWAYS_INLINE std::uint64_t set_bits_of_16(const std::byte* mask) {
  return static_cast<std::uint64_t>(__builtin_ia32_pmovmskb128(unset_bytes(mask)) ^ 0xFFFF);
}
#else
/// Returns one bit for each of 8 bytes, 1 if it is nonzero.
NDX_ALWAYS_INLINE std::uint64_t set_bits_of_8(const std::byte* mask) {
  auto word = load<std::uint64_t>(mask);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  constexpr std::uint64_t low = 0x7F7F7F7F7F7F7F7FU;
  const std::uint64_t set = (((word & low) + low) | word) & ~low;  // the top bit of each byte
  return ((set >> 7) * 0x0102040810204080U) >> 56;
}
NDX_ALWAYS_INLINE std::uint64_t set_bits_of_16(const std::byte* mask) {
  return set_bits_of_8(mask) | set_bits_of_8(mask + 8) << 8;
}
#endif
NDX_ALWAYS_INLINE std::uint64_t set_bits(const std::byte* mask) {
  return set_bits_of_16(mask) | set_bits_of_16(mask + 16) << 16;
}

/// Writes `value` to the elements under set bytes of 16. The mask of vector k is bytes k·16/N…,
/// each repeated N times.
template <std::size_t N, std::size_t K, int... I>
NDX_ALWAYS_INLINE void fill_vector(std::byte* to, I8x16 value, I8x16 unset,
                                   std::integer_sequence<int, I...> /*lanes*/) {
  constexpr int size = N;
  constexpr int first = K * 16 / N;
  const I8x16 kept = __builtin_shufflevector(unset, unset, (first + I / size)...);
  const auto old = load<I8x16>(to + 16 * K);
  store(to + 16 * K, (old & kept) | (value & ~kept));
}
template <std::size_t N, std::size_t... K>
NDX_ALWAYS_INLINE void fill_16(std::byte* to, I8x16 value, I8x16 unset,
                               std::index_sequence<K...> /*vectors*/) {
  (fill_vector<N, K>(to, value, unset, std::make_integer_sequence<int, 16>{}), ...);
}
/// Writes `value` to the elements of a block that are under set mask bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE void fill_selected(std::byte* to, const std::byte* mask, I64x2 value) {
  const auto element = reinterpret_cast<I8x16>(value);
  fill_16<N>(to, element, unset_bytes(mask), std::make_index_sequence<N>{});
  fill_16<N>(to + 16 * N, element, unset_bytes(mask + 16), std::make_index_sequence<N>{});
}

/// Multiplies lanes that fit in 32 bits, signed.
NDX_ALWAYS_INLINE I64x2 multiply_pair(I64x2 a, I64x2 b) {
#if defined(__SSE4_1__)
  return reinterpret_cast<I64x2>(
      __builtin_ia32_pmuldq128(reinterpret_cast<I32x4>(a), reinterpret_cast<I32x4>(b)));
#elif defined(__aarch64__) && defined(__ARM_NEON)
  return reinterpret_cast<I64x2>(vmull_s32(vmovn_s64(reinterpret_cast<int64x2_t>(a)),
                                           vmovn_s64(reinterpret_cast<int64x2_t>(b))));
#else
  return a * b;
#endif
}

/// Stores the offsets first + lane·step of the lanes, of eight, that are under set bits, packed;
/// two at a time where bytes can be shuffled.
class OffsetLanes {
 public:
  NDX_ALWAYS_INLINE OffsetLanes(index_t first, index_t step)
      : tables_(kShufflesBytes ? &pack_tables() : nullptr),
        here_{first, first},
        step_{step, step},
        eight_(step_ << 3) {}
  NDX_ALWAYS_INLINE void store_eight(index_t* out, std::uint64_t bits) const {
    if constexpr (kShufflesBytes) {
      const auto lanes = reinterpret_cast<I8x16>(U64x2{tables_->lanes[bits], 0});
      store_pair<0>(out, lanes);
      store_pair<2>(out + 2, lanes);
      store_pair<4>(out + 4, lanes);
      store_pair<6>(out + 6, lanes);
    } else {
#pragma GCC unroll 8
      for (index_t k = 0; k < 8; ++k) {
        *out = here_[0] + k * step_[0];
        out += bits >> k & 1U;
      }
    }
  }
  NDX_ALWAYS_INLINE void advance_eight() { here_ += eight_; }

 private:
  /// Stores the offsets of the lanes in bytes `first` and first + 1.
  template <std::int8_t first>
  NDX_ALWAYS_INLINE void store_pair(index_t* out, I8x16 lanes) const {
    constexpr VectorOf<std::int8_t, 16>::Type places = {first,     -1, -1, -1, -1, -1, -1, -1,
                                                        first + 1, -1, -1, -1, -1, -1, -1, -1};
    const auto pair =
        reinterpret_cast<I64x2>(shuffle_bytes(lanes, reinterpret_cast<I8x16>(places)));
    store(out, here_ + multiply_pair(pair, step_));
  }

  const PackTables* tables_;
  I64x2 here_;
  I64x2 step_;
  I64x2 eight_;
};

}  // namespace portable
}  // namespace kernel
NDX_NAMESPACE_END

#pragma GCC diagnostic pop
