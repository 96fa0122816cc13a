// The primitives of kernel/loops/mask_rows.inc with AVX2 and BMI2.
//
// 32 mask bytes become 32 bits; 8 bits at a time select a permutation of eight words.
#pragma once

#include <cstring>

#include <ndx/kernel/avx2.hpp>
#include <ndx/kernel/bytes.hpp>
#include <ndx/kernel/lane_tables.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
NDX_BEGIN_AVX2
namespace kernel {
namespace avx2 {

inline constexpr index_t kMaskGroup = 32;
inline constexpr bool kCountsBits = false;
inline constexpr index_t kUnpackSlack = 8;
template <std::size_t N>
inline constexpr bool kPacksGroups = false;
inline constexpr bool kUnpacksGroups = false;
inline constexpr bool kPermutesWords = true;
using MaskBytes = U8x32;

NDX_ALWAYS_INLINE I32x8 lanes_of(const std::uint64_t& numbers) {
  return load_widened<I32x8, std::int8_t>(&numbers);
}

/// -1 for each of 32 bytes that is not set, 0 for the others.
NDX_ALWAYS_INLINE I8x32 unset_bytes(const std::byte* mask) {
  return reinterpret_cast<I8x32>(load<I8x32>(mask) == 0);
}
NDX_ALWAYS_INLINE std::uint64_t set_bits(const std::byte* mask) {
  return ~sign_bits(unset_bytes(mask));
}

/// Packs those of the eight elements at `in`, of 4 or 8 bytes, that eight bits select; writes 8·N
/// bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE void permute_eight(std::byte* out, const std::byte* in, std::uint64_t bits) {
  if constexpr (N == 4) {
    store(out, permute(load<I32x8>(in), lanes_of(kLaneTables.packed[bits])));
  } else {
    const std::uint64_t low = bits & 15U;
    store(out, permute(load<I32x8>(in), lanes_of(kLaneTables.packed_pairs[low])));
    store(out + 8 * count_bits(low),
          permute(load<I32x8>(in + 32), lanes_of(kLaneTables.packed_pairs[bits >> 4])));
  }
}

/// Updates eight target elements, of 4 or 8 bytes: the next values go under set bits, the others are unchanged.
/// Reads 8·N bytes of values.
template <std::size_t N>
NDX_ALWAYS_INLINE void spread_eight(std::byte* to, const std::byte* values, std::uint64_t bits) {
  if constexpr (N == 4) {
    const I32x8 spread = permute(load<I32x8>(values), lanes_of(kLaneTables.ranks[bits]));
    constexpr I32x8 places = {1, 2, 4, 8, 16, 32, 64, 128};
    const auto chosen = (static_cast<std::int32_t>(bits) & places) == places;
    store(to, blend(load<I32x8>(to), spread, chosen));
  } else {
    for (index_t half = 0; half < 2; ++half, bits >>= 4, to += 32) {
      const I32x8 spread =
          permute(load<I32x8>(values), lanes_of(kLaneTables.rank_pairs[bits & 15U]));
      constexpr I64x4 places = {1, 2, 4, 8};
      const auto chosen = (static_cast<std::int64_t>(bits) & places) == places;
      store(to, blend(load<I32x8>(to), spread, chosen));
      values += 8 * count_bits(bits & 15U);
    }
  }
}

/// Loads as many bytes as a vector has elements of N bytes, sign-extended to N bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE I8x32 widened(const std::byte* bytes) {
  using Wide = std::conditional_t<N == 2, I16x16, std::conditional_t<N == 4, I32x8, I64x4>>;
  return reinterpret_cast<I8x32>(load_widened<Wide, std::int8_t>(bytes));
}

/// The sum of the bytes.
NDX_ALWAYS_INLINE index_t add_bytes(U8x32 values) {
  const I64x4 sums = sum_bytes(values);
  return sums[0] + sums[1] + sums[2] + sums[3];
}

/// Writes `value` under the set bytes of a group.
template <std::size_t N>
NDX_ALWAYS_INLINE void fill_group(std::byte* to, const std::byte* mask, I64x4 value) {
  const I8x32 unset = unset_bytes(mask);
  const auto element = reinterpret_cast<I8x32>(value);
  if constexpr (N == 1) {
    store(to, blend(element, load<I8x32>(to), unset));
  } else {
    alignas(32) std::byte bytes[32];
    store(bytes, unset);
#pragma GCC unroll 8
    for (std::size_t k = 0; k < N; ++k)
      store(to + 32 * k, blend(element, load<I8x32>(to + 32 * k), widened<N>(bytes + 32 / N * k)));
  }
}

/// Stores the offsets first + lane·step of eight lanes under set bits, packed. The step must fit in
/// 32 bits.
class OffsetLanes {
 public:
  NDX_ALWAYS_INLINE OffsetLanes(index_t first, index_t step)
      : step_(step - I64x4{}), eight_(step_ * 8), here_(first - I64x4{}) {}
  NDX_ALWAYS_INLINE void store_eight(index_t* out, std::uint64_t bits) const {
    const auto* const lanes = reinterpret_cast<const std::byte*>(&kLaneTables.packed[bits]);
    store(out, at(lanes));
    store(out + 4, at(lanes + 4));
  }
  NDX_ALWAYS_INLINE void advance_eight() { here_ += eight_; }

 private:
  [[nodiscard]] NDX_ALWAYS_INLINE I64x4 at(const std::byte* lanes) const {
    return here_ + multiply_low(load_widened<I64x4, std::int8_t>(lanes), step_);
  }

  I64x4 step_;
  I64x4 eight_;
  I64x4 here_;
};

}  // namespace avx2
}  // namespace kernel
NDX_END_AVX2
NDX_NAMESPACE_END

#endif
