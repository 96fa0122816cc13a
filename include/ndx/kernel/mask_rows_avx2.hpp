// One row of a mask, as mask_rows.hpp has it, for processors with AVX2 and BMI2: rows whose bytes
// and elements stand next to each other, elements of 1, 2, 4 or 8 bytes.
//
// 32 mask bytes become 32 bits; 8 of them choose a permutation that brings the chosen elements to
// the front, where they are stored together with what is not wanted, which the next store
// overwrites. Where few bits are set, or fewer places are left than a store covers, the bits are
// visited one by one. pext and pdep do for 1 and 2 bytes what the permutations do for 4 and 8.
#pragma once

#include <ndx/kernel/mask_rows.hpp>

#if NDX_X86

#include <immintrin.h>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

/// For each byte of bits eight lane numbers: of the set bits, packed; of each bit, how many set
/// bits come before it. For half a byte the same for lanes of two 32-bit parts.
struct LaneTables {
  alignas(64) std::uint8_t packed[256][8] = {};
  alignas(64) std::uint8_t ranks[256][8] = {};
  alignas(64) std::uint8_t packed_pairs[16][8] = {};
  alignas(64) std::uint8_t rank_pairs[16][8] = {};

  constexpr LaneTables() {
    for (unsigned bits = 0; bits < 256; ++bits) {
      std::uint8_t found = 0;
      for (std::uint8_t lane = 0; lane < 8; ++lane) {
        ranks[bits][lane] = found;
        if ((bits >> lane & 1U) != 0) packed[bits][found++] = lane;
      }
    }
    for (unsigned bits = 0; bits < 16; ++bits) {
      std::uint8_t found = 0;
      for (std::uint8_t lane = 0; lane < 4; ++lane) {
        set_pair(rank_pairs[bits], lane, found);
        if ((bits >> lane & 1U) != 0) set_pair(packed_pairs[bits], found++, lane);
      }
    }
  }

 private:
  static constexpr void set_pair(std::uint8_t (&lanes)[8], std::uint8_t at, std::uint8_t lane) {
    lanes[2 * at] = static_cast<std::uint8_t>(2 * lane);
    lanes[2 * at + 1] = static_cast<std::uint8_t>(2 * lane + 1);
  }
};
inline constexpr LaneTables kLaneTables;

/// Mask bytes looked at together.
inline constexpr index_t kGroup = 32;

template <std::size_t N>
inline constexpr bool has_rows = N == 1 || N == 2 || N == 4 || N == 8;

/// Whether offsets at this distance are made, by multiplying 32 bits.
inline bool takes_step(index_t step) { return step == static_cast<std::int32_t>(step); }

NDX_TARGET_AVX2 inline __m256i load32(const std::byte* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
NDX_TARGET_AVX2 inline void store32(std::byte* to, __m256i value) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value);
}
NDX_TARGET_AVX2 inline std::uint64_t load8(const std::byte* from) {
  std::uint64_t value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}
NDX_TARGET_AVX2 inline __m256i lanes_of(const std::uint8_t (&table)[8]) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(table)));
}

/// 0xFF for each of the 32 bytes that is not set.
NDX_TARGET_AVX2 inline __m256i unset_bytes(const std::byte* mask) {
  return _mm256_cmpeq_epi8(load32(mask), _mm256_setzero_si256());
}
NDX_TARGET_AVX2 inline std::uint32_t set_bits(const std::byte* mask) {
  return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(unset_bytes(mask)));
}
NDX_TARGET_AVX2 inline index_t ones(std::uint32_t bits) { return _mm_popcnt_u32(bits); }

/// Each of the low bits as a whole byte, or as two.
NDX_TARGET_AVX2 inline std::uint64_t spread_bytes(std::uint32_t bits) {
  return _pdep_u64(bits, 0x0101010101010101U) * 0xFFU;
}
NDX_TARGET_AVX2 inline std::uint64_t spread_pairs(std::uint32_t bits) {
  return _pdep_u64(bits, 0x0001000100010001U) * 0xFFFFU;
}

NDX_TARGET_AVX2 inline index_t count_row(const MaskRow& row) {
  __m256i sums = _mm256_setzero_si256();  // of unset bytes, four 64-bit sums
  index_t i = 0;
  while (i + kGroup <= row.n) {
    const index_t left = (row.n - i) / kGroup;
    const index_t end = i + (left < 255 ? left : 255) * kGroup;  // a byte counts to 255
    __m256i unset = _mm256_setzero_si256();
    for (; i < end; i += kGroup) unset = _mm256_sub_epi8(unset, unset_bytes(row.mask + i));
    sums = _mm256_add_epi64(sums, _mm256_sad_epu8(unset, _mm256_setzero_si256()));
  }
  alignas(32) index_t lane[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(lane), sums);
  const index_t unset_count = lane[0] + lane[1] + lane[2] + lane[3];
  return i - unset_count + portable::count_row(row.from(i));
}

/// Packs the eight elements at `in` that the low eight bits choose; writes 8·N bytes at most.
template <std::size_t N>
NDX_TARGET_AVX2 inline void pack_eight(std::byte* out, const std::byte* in, std::uint32_t bits) {
  if constexpr (N == 1) {
    const std::uint64_t packed = _pext_u64(load8(in), spread_bytes(bits));
    std::memcpy(out, &packed, sizeof(packed));
  } else if constexpr (N == 2) {
    const std::uint64_t low = _pext_u64(load8(in), spread_pairs(bits & 15U));
    const std::uint64_t high = _pext_u64(load8(in + 8), spread_pairs(bits >> 4));
    std::memcpy(out, &low, sizeof(low));
    std::memcpy(out + 2 * ones(bits & 15U), &high, sizeof(high));
  } else if constexpr (N == 4) {
    store32(out, _mm256_permutevar8x32_epi32(load32(in), lanes_of(kLaneTables.packed[bits])));
  } else {
    const std::uint32_t low = bits & 15U;
    store32(out, _mm256_permutevar8x32_epi32(load32(in), lanes_of(kLaneTables.packed_pairs[low])));
    store32(out + 8 * ones(low),
            _mm256_permutevar8x32_epi32(load32(in + 32),
                                        lanes_of(kLaneTables.packed_pairs[bits >> 4])));
  }
}

template <std::size_t N>
NDX_TARGET_AVX2 index_t compress_row(std::byte* out, const MaskRow& row, index_t found,
                                     const std::byte* in) {
  index_t i = 0;
  for (; i + kGroup <= row.n && found < row.count; i += kGroup) {
    std::uint32_t bits = set_bits(row.mask + i);
    if (row.sparse || found + kGroup > row.count) {
      for (; bits != 0; bits = _blsr_u32(bits)) {
        const auto at = static_cast<index_t>(_tzcnt_u32(bits));
        move_element<N>(out + bytes_of<N>(found++), in + bytes_of<N>(i + at));
      }
    } else {
      for (index_t k = 0; k < kGroup; k += 8, bits >>= 8) {
        pack_eight<N>(out + bytes_of<N>(found), in + bytes_of<N>(i + k), bits & 255U);
        found += ones(bits & 255U);
      }
    }
  }
  return portable::compress_row<N>(out, row.from(i), found, in + bytes_of<N>(i), 1);
}

/// Four lane numbers as offsets.
NDX_TARGET_AVX2 inline __m256i offsets_of(const std::uint8_t* lanes, __m256i first, __m256i step) {
  int four;
  std::memcpy(&four, lanes, sizeof(four));
  const __m256i lane = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
  return _mm256_add_epi64(first, _mm256_mul_epi32(lane, step));
}

/// Steps of more than 32 bits are not for it: see takes_step.
NDX_TARGET_AVX2 inline index_t offsets_row(index_t* out, const MaskRow& row, index_t found,
                                           index_t first, index_t step) {
  const __m256i steps = _mm256_set1_epi64x(step);
  index_t i = 0;
  for (; i + kGroup <= row.n && found < row.count; i += kGroup) {
    std::uint32_t bits = set_bits(row.mask + i);
    if (row.sparse || found + kGroup > row.count) {
      for (; bits != 0; bits = _blsr_u32(bits))
        out[found++] = first + (i + static_cast<index_t>(_tzcnt_u32(bits))) * step;
    } else {
#pragma GCC unroll 4
      for (index_t k = 0; k < kGroup; k += 8, bits >>= 8) {
        const __m256i here = _mm256_set1_epi64x(first + (i + k) * step);
        const std::uint8_t* const lanes = kLaneTables.packed[bits & 255U];
        std::byte* const to = reinterpret_cast<std::byte*>(out + found);
        store32(to, offsets_of(lanes, here, steps));
        store32(to + 32, offsets_of(lanes + 4, here, steps));
        found += ones(bits & 255U);
      }
    }
  }
  return portable::offsets_row(out, row.from(i), found, first + i * step, step);
}

/// Eight target elements: the next values under the set bits, the others as they were. Reads 8·N
/// bytes of values.
template <std::size_t N>
NDX_TARGET_AVX2 inline void unpack_eight(std::byte* to, const std::byte* values,
                                         std::uint32_t bits) {
  if constexpr (N == 1) {
    const std::uint64_t chosen = spread_bytes(bits);
    const std::uint64_t merged = (load8(to) & ~chosen) | _pdep_u64(load8(values), chosen);
    std::memcpy(to, &merged, sizeof(merged));
  } else if constexpr (N == 2) {
    for (index_t half = 0; half < 2; ++half, bits >>= 4, to += 8) {
      const std::uint64_t chosen = spread_pairs(bits & 15U);
      const std::uint64_t merged = (load8(to) & ~chosen) | _pdep_u64(load8(values), chosen);
      std::memcpy(to, &merged, sizeof(merged));
      values += 2 * ones(bits & 15U);
    }
  } else if constexpr (N == 4) {
    const __m256i spread =
        _mm256_permutevar8x32_epi32(load32(values), lanes_of(kLaneTables.ranks[bits]));
    const __m256i places = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i chosen = _mm256_cmpeq_epi32(
        _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), places), places);
    store32(to, _mm256_blendv_epi8(load32(to), spread, chosen));
  } else {
    for (index_t half = 0; half < 2; ++half, bits >>= 4, to += 32) {
      const __m256i spread =
          _mm256_permutevar8x32_epi32(load32(values), lanes_of(kLaneTables.rank_pairs[bits & 15U]));
      const __m256i places = _mm256_setr_epi64x(1, 2, 4, 8);
      const __m256i chosen = _mm256_cmpeq_epi64(
          _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(bits)), places), places);
      store32(to, _mm256_blendv_epi8(load32(to), spread, chosen));
      values += 8 * ones(bits & 15U);
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
      for (; bits != 0; bits = _blsr_u32(bits)) {
        const auto at = static_cast<index_t>(_tzcnt_u32(bits));
        move_element<N>(to + bytes_of<N>(i + at), values + bytes_of<N>(found++));
      }
    } else {
      for (index_t k = 0; k < kGroup; k += 8, bits >>= 8) {
        unpack_eight<N>(to + bytes_of<N>(i + k), values + bytes_of<N>(found), bits & 255U);
        found += ones(bits & 255U);
      }
    }
  }
  return portable::expand_row<N>(to + bytes_of<N>(i), 1, row.from(i), found, values);
}

/// The N bytes of `element` over and over.
template <std::size_t N>
NDX_TARGET_AVX2 inline __m256i repeated(const Bytes<N>& element) {
  alignas(32) std::byte bytes[32];
  for (std::size_t j = 0; j < 32; j += N) std::memcpy(bytes + j, &element, N);
  return load32(bytes);
}

/// Of 32 bytes the N-th part number k, each byte widened to N.
template <std::size_t N>
NDX_TARGET_AVX2 inline __m256i widened(const std::byte* bytes, index_t k) {
  const std::byte* const from = bytes + k * static_cast<index_t>(32 / N);
  if constexpr (N == 2) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
  } else if constexpr (N == 4) {
    return _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)));
  } else {
    int four;
    std::memcpy(&four, from, sizeof(four));
    return _mm256_cvtepi8_epi64(_mm_cvtsi32_si128(four));
  }
}

template <std::size_t N>
NDX_TARGET_AVX2 void fill_row(std::byte* to, const MaskRow& row, const Bytes<N>& element) {
  const __m256i value = repeated<N>(element);
  index_t i = 0;
  for (; i + kGroup <= row.n; i += kGroup) {
    const __m256i unset = unset_bytes(row.mask + i);
    std::byte* const out = to + bytes_of<N>(i);
    if constexpr (N == 1) {
      store32(out, _mm256_blendv_epi8(value, load32(out), unset));
    } else {
      alignas(32) std::byte bytes[32];
      _mm256_store_si256(reinterpret_cast<__m256i*>(bytes), unset);
      for (index_t k = 0; k < static_cast<index_t>(N); ++k)
        store32(out + 32 * k,
                _mm256_blendv_epi8(value, load32(out + 32 * k), widened<N>(bytes, k)));
    }
  }
  portable::fill_row<N>(to + bytes_of<N>(i), 1, row.from(i), element);
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
