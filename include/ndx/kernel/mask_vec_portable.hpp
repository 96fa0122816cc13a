// The primitives of kernel/loops/mask_rows.inc for any processor. Elements of 1, 2 and 4 bytes are
// permuted 16 bytes at a time where there is an instruction for it (SSSE3, NEON, WebAssembly);
// otherwise, and for 8 bytes, they are moved one by one without a branch.
#pragma once

#include <ndx/base/bit_cast.hpp>
#include <ndx/kernel/bytes.hpp>
#include <ndx/kernel/lane_tables.hpp>
#include <ndx/kernel/vec_portable.hpp>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Returns `chosen` if `set` is 1, `other` if it is 0, without a branch.
template <std::size_t N>
NDX_ALWAYS_INLINE Bytes<N> blend(index_t set, const Bytes<N>& chosen, const Bytes<N>& other) {
  const auto pick = [set](auto a, auto b) {
    using Word = decltype(a);
    const auto mask = static_cast<Word>(-set);
    return static_cast<Word>(b ^ ((a ^ b) & mask));
  };
  if constexpr (N == 8) {
    return ndx::detail::bit_cast<Bytes<N>>(pick(ndx::detail::bit_cast<std::uint64_t>(chosen),
                                                ndx::detail::bit_cast<std::uint64_t>(other)));
  } else if constexpr (N == 4) {
    return ndx::detail::bit_cast<Bytes<N>>(pick(ndx::detail::bit_cast<std::uint32_t>(chosen),
                                                ndx::detail::bit_cast<std::uint32_t>(other)));
  } else {
    Bytes<N> result;
    for (std::size_t j = 0; j < N; ++j) result.byte[j] = pick(chosen.byte[j], other.byte[j]);
    return result;
  }
}

namespace portable {

inline constexpr index_t kMaskGroup = 32;
inline constexpr bool kCountsBits = false;
inline constexpr index_t kUnpackSlack = 8;
template <std::size_t N>
inline constexpr bool kPacksGroups = false;
inline constexpr bool kUnpacksGroups = false;
inline constexpr bool kPermutesWords = false;
using MaskBytes = U8x16;

NDX_ALWAYS_INLINE index_t count_bits(std::uint64_t bits) { return __builtin_popcountll(bits); }
NDX_ALWAYS_INLINE index_t lowest_bit(std::uint64_t bits) { return __builtin_ctzll(bits); }

/// The sum of the bytes.
NDX_ALWAYS_INLINE index_t add_bytes(U8x16 values) {
  const auto words = reinterpret_cast<U64x2>(values);
  constexpr std::uint64_t low = 0x00FF00FF00FF00FFU;
  const U64x2 pairs = (words & low) + (words >> 8 & low);
  const std::uint64_t sums = pairs[0] + pairs[1];  // four sums of 16 bits
  return static_cast<index_t>((sums * 0x0001000100010001U) >> 48);
}

/// -1 for each of 16 bytes that is not set, 0 for the others.
NDX_ALWAYS_INLINE I8x16 unset_bytes(const std::byte* mask) {
  return reinterpret_cast<I8x16>(load<I8x16>(mask) == 0);
}

#if defined(__SSE2__)
/// One bit for each of 16 bytes: whether it is nonzero.
NDX_ALWAYS_INLINE std::uint64_t set_bits_of_16(const std::byte* mask) {
  return static_cast<std::uint64_t>(__builtin_ia32_pmovmskb128(unset_bytes(mask)) ^ 0xFFFF);
}
#else
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

/// Writes `value` under the set bytes of 16; the mask of vector k is bytes k·16/N… , each N times.
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
/// Writes `value` under the set bytes of a group.
template <std::size_t N>
NDX_ALWAYS_INLINE void fill_group(std::byte* to, const std::byte* mask, I64x2 value) {
  const auto element = reinterpret_cast<I8x16>(value);
  fill_16<N>(to, element, unset_bytes(mask), std::make_index_sequence<N>{});
  fill_16<N>(to + 16 * N, element, unset_bytes(mask + 16), std::make_index_sequence<N>{});
}

/// Stores the offsets first + lane·step of eight lanes under set bits, packed.
class OffsetLanes {
 public:
  NDX_ALWAYS_INLINE OffsetLanes(index_t first, index_t step) : here_(first), step_(step) {}
  NDX_ALWAYS_INLINE void store_eight(index_t* out, std::uint64_t bits) const {
#pragma GCC unroll 8
    for (index_t k = 0; k < 8; ++k) {
      *out = here_ + k * step_;
      out += bits >> k & 1U;
    }
  }
  NDX_ALWAYS_INLINE void advance_eight() { here_ += 8 * step_; }

 private:
  index_t here_;
  index_t step_;
};

}  // namespace portable
}  // namespace kernel
NDX_NAMESPACE_END

#pragma GCC diagnostic pop
