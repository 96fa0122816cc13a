// Mask kernels for one row, like mask_rows.hpp, with AVX2 and BMI2: contiguous mask bytes and
// elements, elements of 1, 2, 4 or 8 bytes.
//
// 32 mask bytes become 32 bits; 8 bits at a time select a permutation that moves the selected
// elements to the front. The whole vector is stored, and the next store overwrites its unselected
// tail. Where few bits are set, or fewer output elements remain than a store covers, the bits are
// visited one by one. For 1 and 2 bytes, pext and pdep take the role of the permutations for 4 and
// 8 bytes.
#pragma once

#include <ndx/kernel/avx2.hpp>
#include <ndx/kernel/lane_tables.hpp>
#include <ndx/kernel/mask_rows.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

/// Number of mask bytes processed together.
inline constexpr index_t kGroup = 32;

template <std::size_t N>
inline constexpr bool has_rows = N == 1 || N == 2 || N == 4 || N == 8;

/// Whether offsets with this stride can be computed with 32-bit multiplications.
inline bool fits_int32(index_t step) { return step == static_cast<std::int32_t>(step); }

NDX_TARGET_AVX2 inline std::uint64_t load_word(const std::byte* from) {
  std::uint64_t word;
  std::memcpy(&word, from, sizeof(word));
  return word;
}
NDX_TARGET_AVX2 inline I32x8 lanes_of(const std::uint64_t& numbers) {
  return load_widened<I32x8, std::int8_t>(&numbers);
}

/// -1 for each of 32 bytes that is not set, 0 for the others.
NDX_TARGET_AVX2 inline I8x32 unset_bytes(const std::byte* mask) {
  return reinterpret_cast<I8x32>(load<I8x32>(mask) == 0);
}
NDX_TARGET_AVX2 inline std::uint32_t set_bits(const std::byte* mask) {
  return ~sign_bits(unset_bytes(mask));
}

/// Expands each of the low bits to a whole byte, or to two.
NDX_TARGET_AVX2 inline std::uint64_t spread_bytes(std::uint32_t bits) {
  return scatter_bits(bits, 0x0101010101010101U) * 0xFFU;
}
NDX_TARGET_AVX2 inline std::uint64_t spread_pairs(std::uint32_t bits) {
  return scatter_bits(bits, 0x0001000100010001U) * 0xFFFFU;
}

NDX_TARGET_AVX2 inline index_t count_row(const MaskRow& row) {
  I64x4 unset_count{};
  index_t i = 0;
  while (i + kGroup <= row.n) {
    const index_t left = (row.n - i) / kGroup;
    const index_t end = i + (left < 255 ? left : 255) * kGroup;  // a byte lane counts to 255
    U8x32 unset{};
    for (; i < end; i += kGroup) unset -= reinterpret_cast<U8x32>(unset_bytes(row.mask + i));
    unset_count += sum_bytes(unset);
  }
  return i - (unset_count[0] + unset_count[1] + unset_count[2] + unset_count[3]) +
         portable::count_row(row.from(i));
}

/// Packs those of the eight elements at `in` that the low eight bits select; writes at most 8·N
/// bytes.
template <std::size_t N>
NDX_TARGET_AVX2 inline void pack_eight(std::byte* out, const std::byte* in, std::uint32_t bits) {
  if constexpr (N == 1) {
    const std::uint64_t packed = gather_bits(load_word(in), spread_bytes(bits));
    std::memcpy(out, &packed, sizeof(packed));
  } else if constexpr (N == 2) {
    const std::uint64_t low = gather_bits(load_word(in), spread_pairs(bits & 15U));
    const std::uint64_t high = gather_bits(load_word(in + 8), spread_pairs(bits >> 4));
    std::memcpy(out, &low, sizeof(low));
    std::memcpy(out + 2 * count_bits(bits & 15U), &high, sizeof(high));
  } else if constexpr (N == 4) {
    store(out, permute(load<I32x8>(in), lanes_of(kLaneTables.packed[bits])));
  } else {
    const std::uint32_t low = bits & 15U;
    store(out, permute(load<I32x8>(in), lanes_of(kLaneTables.packed_pairs[low])));
    store(out + 8 * count_bits(low),
          permute(load<I32x8>(in + 32), lanes_of(kLaneTables.packed_pairs[bits >> 4])));
  }
}

template <std::size_t N>
NDX_TARGET_AVX2 index_t compress_row(std::byte* out, const MaskRow& row, index_t found,
                                     const std::byte* in) {
  index_t i = 0;
  for (; i + kGroup <= row.n && found < row.count; i += kGroup) {
    std::uint32_t bits = set_bits(row.mask + i);
    if (row.sparse || found + kGroup > row.count) {
      for (; bits != 0; bits &= bits - 1) {
        const auto at = lowest_bit(bits);
        move_element<N>(out + bytes_of<N>(found++), in + bytes_of<N>(i + at));
      }
    } else {
      for (index_t k = 0; k < kGroup; k += 8, bits >>= 8) {
        pack_eight<N>(out + bytes_of<N>(found), in + bytes_of<N>(i + k), bits & 255U);
        found += count_bits(bits & 255U);
      }
    }
  }
  return portable::compress_row<N>(out, row.from(i), found, in + bytes_of<N>(i), 1);
}

/// Computes the offsets first + lane·step for the lanes under set bytes. The step must fit in 32
/// bits: see fits_int32.
struct OffsetLanes {
  I64x4 step;
  I64x4 eight;
  I64x4 here;
  OffsetLanes(index_t first, index_t by)
      : step(by - I64x4{}), eight(step * 8), here(first - I64x4{}) {}
  /// The offsets of the four given lanes.
  [[nodiscard]] NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I64x4 at(const std::byte* lanes) const {
    const I64x4 numbers = load_widened<I64x4, std::int8_t>(lanes);
    return here + multiply_low(numbers, step);
  }
  NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void advance_eight() { here += eight; }
};

NDX_TARGET_AVX2 inline index_t offsets_row(index_t* out, const MaskRow& row, index_t found,
                                           index_t first, index_t step) {
  OffsetLanes offsets(first, step);
  index_t i = 0;
  for (; i + kGroup <= row.n && found < row.count; i += kGroup) {
    std::uint32_t bits = set_bits(row.mask + i);
    if (found + kGroup > row.count) {
      for (; bits != 0; bits &= bits - 1) out[found++] = first + (i + lowest_bit(bits)) * step;
      for (index_t k = 0; k < kGroup; k += 8) offsets.advance_eight();
    } else {
#pragma GCC unroll 4
      for (index_t k = 0; k < kGroup; k += 8, bits >>= 8) {
        const auto* const lanes =
            reinterpret_cast<const std::byte*>(&kLaneTables.packed[bits & 255U]);
        store(out + found, offsets.at(lanes));
        store(out + found + 4, offsets.at(lanes + 4));
        offsets.advance_eight();
        found += count_bits(bits & 255U);
      }
    }
  }
  return portable::offsets_row(out, row.from(i), found, first + i * step, step);
}

/// Updates eight target elements: the next values go under set bits, the others are unchanged.
/// Reads 8·N bytes of values.
template <std::size_t N>
NDX_TARGET_AVX2 inline void unpack_eight(std::byte* to, const std::byte* values,
                                         std::uint32_t bits) {
  if constexpr (N == 1) {
    const std::uint64_t chosen = spread_bytes(bits);
    const std::uint64_t merged =
        (load_word(to) & ~chosen) | scatter_bits(load_word(values), chosen);
    std::memcpy(to, &merged, sizeof(merged));
  } else if constexpr (N == 2) {
    for (index_t half = 0; half < 2; ++half, bits >>= 4, to += 8) {
      const std::uint64_t chosen = spread_pairs(bits & 15U);
      const std::uint64_t merged =
          (load_word(to) & ~chosen) | scatter_bits(load_word(values), chosen);
      std::memcpy(to, &merged, sizeof(merged));
      values += 2 * count_bits(bits & 15U);
    }
  } else if constexpr (N == 4) {
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

template <std::size_t N>
NDX_TARGET_AVX2 index_t expand_row(std::byte* to, const MaskRow& row, index_t found,
                                   const std::byte* values) {
  index_t i = 0;
  for (; i + kGroup <= row.n && found < row.count; i += kGroup) {
    std::uint32_t bits = set_bits(row.mask + i);
    if (row.sparse || found + kGroup + 8 > row.count) {
      for (; bits != 0; bits &= bits - 1) {
        const auto at = lowest_bit(bits);
        move_element<N>(to + bytes_of<N>(i + at), values + bytes_of<N>(found++));
      }
    } else {
      for (index_t k = 0; k < kGroup; k += 8, bits >>= 8) {
        unpack_eight<N>(to + bytes_of<N>(i + k), values + bytes_of<N>(found), bits & 255U);
        found += count_bits(bits & 255U);
      }
    }
  }
  return portable::expand_row<N>(to + bytes_of<N>(i), 1, row.from(i), found, values);
}

/// The N bytes of `element`, repeated.
template <std::size_t N>
NDX_TARGET_AVX2 inline I8x32 repeated(const Bytes<N>& element) {
  alignas(32) std::byte bytes[32];
  for (std::size_t j = 0; j < 32; j += N) std::memcpy(bytes + j, &element, N);
  return load<I8x32>(bytes);
}

/// Loads as many bytes as a vector has elements of N bytes, sign-extended to N bytes.
template <std::size_t N>
NDX_TARGET_AVX2 inline I8x32 widened(const std::byte* bytes) {
  using Wide = std::conditional_t<N == 2, I16x16, std::conditional_t<N == 4, I32x8, I64x4>>;
  return reinterpret_cast<I8x32>(load_widened<Wide, std::int8_t>(bytes));
}

template <std::size_t N>
NDX_TARGET_AVX2 void fill_row(std::byte* to, const MaskRow& row, const Bytes<N>& element) {
  const I8x32 value = repeated<N>(element);
  index_t i = 0;
  for (; i + kGroup <= row.n; i += kGroup) {
    const I8x32 unset = unset_bytes(row.mask + i);
    std::byte* const out = to + bytes_of<N>(i);
    if (row.sparse) {
      for (std::uint32_t bits = ~sign_bits(unset); bits != 0; bits &= bits - 1)
        store<N>(out + bytes_of<N>(lowest_bit(bits)), element);
      continue;
    }
    if constexpr (N == 1) {
      store(out, blend(value, load<I8x32>(out), unset));
    } else {
      alignas(32) std::byte bytes[32];
      store(bytes, unset);
      for (std::size_t k = 0; k < N; ++k)
        store(out + 32 * k,
              blend(value, load<I8x32>(out + 32 * k), widened<N>(bytes + 32 / N * k)));
    }
  }
  portable::fill_row<N>(to + bytes_of<N>(i), 1, row.from(i), element);
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
