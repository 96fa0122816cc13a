// Passes over a block of indices with AVX2: widening, bounds checks, multiplying by a stride.
// resolve.hpp and offsets.hpp have the portable versions.
#pragma once

#include <cstring>

#include <ndx/kernel/avx2.hpp>
#include <ndx/kernel/index_range.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

/// Whether the sign bit of any lane is set.
NDX_TARGET_AVX2 inline bool any_sign(U64x4 values) {
  return sign_bits(reinterpret_cast<I64x4>(values)) != 0;
}

/// Like detail::scan.
NDX_TARGET_AVX2 inline IndexRange scan(const index_t* values, index_t n, index_t size) {
  const U64x4 last = static_cast<std::uint64_t>(size - 1) - U64x4{};
  U64x4 below{};
  U64x4 above{};
  index_t i = 0;
  for (; i + 16 <= n; i += 16) {
    const auto a = load<U64x4>(values + i);
    const auto b = load<U64x4>(values + i + 4);
    const auto c = load<U64x4>(values + i + 8);
    const auto d = load<U64x4>(values + i + 12);
    below |= (a | b) | (c | d);
    above |= ((last - a) | (last - b)) | ((last - c) | (last - d));
  }
  const IndexRange rest = scan_one_by_one(values + i, n - i, size);
  return {any_sign(below) || rest.negative, any_sign(above) || rest.beyond};
}

/// Whether the maxima in `largest` lie in 0…size-1, where size ≤ 2^32. Lanes alternate between the
/// low and the high half of 64-bit values.
NDX_TARGET_AVX2 inline bool is_inside(U32x8 largest, index_t size) {
  std::uint32_t halves[8];
  store(halves, largest);
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  for (std::size_t j = 0; j < 8; j += 2) {
    low = halves[j] > low ? halves[j] : low;
    high |= halves[j + 1];
  }
  return high == 0 && low < size;
}

/// Whether all values lie in 0…size-1, where size ≤ 2^32.
NDX_TARGET_AVX2 inline bool all_inside(const index_t* values, index_t n, index_t size) {
  U32x8 a{};
  U32x8 b{};
  index_t i = 0;
  for (; i + 16 <= n; i += 16) {
    a = larger(larger(a, load<U32x8>(values + i)), load<U32x8>(values + i + 4));
    b = larger(larger(b, load<U32x8>(values + i + 8)), load<U32x8>(values + i + 12));
  }
  const IndexRange rest = scan_one_by_one(values + i, n - i, size);
  return !rest.negative && !rest.beyond && (i == 0 || is_inside(larger(a, b), size));
}

/// For four values: sums = values·by if `first`, else sums += values·by. Returns the maximum of
/// `largest` and the values, by 32-bit halves.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 U32x8 add_four(index_t* sums, bool first, const index_t* values,
                                                 I64x4 by, U32x8 largest) {
  const auto four = load_once<I64x4>(values);
  const I64x4 products = multiply_low(four, by);
  store(sums, first ? products : load<I64x4>(sums) + products);
  return larger(largest, reinterpret_cast<U32x8>(four));
}

/// sums = values·stride if `first`, else sums += values·stride. Returns whether all values lie in
/// 0…size-1; if not, the sums are meaningless. Size and stride must fit in 32 bits, signed.
NDX_TARGET_AVX2 inline bool add_offsets(index_t* sums, bool first, const index_t* values, index_t n,
                                        index_t stride, index_t size) {
  const I64x4 by = stride - I64x4{};
  U32x8 a{};
  U32x8 b{};
  index_t i = 0;
  for (; i + 8 <= n; i += 8) {
    a = add_four(sums + i, first, values + i, by, a);
    b = add_four(sums + i + 4, first, values + i + 4, by, b);
  }
  const IndexRange rest = scan_one_by_one(values + i, n - i, size);
  if (rest.negative || rest.beyond || (i != 0 && !is_inside(larger(a, b), size))) return false;
  for (; i < n; ++i) {
    index_t value = 0;
    std::memcpy(&value, values + i, sizeof(value));
    sums[i] = (first ? 0 : sums[i]) + value * stride;
  }
  return true;
}

/// Like add_offsets, with the same value for all n.
NDX_TARGET_AVX2 inline bool add_offset(index_t* sums, bool first, const index_t* values, index_t n,
                                       index_t stride, index_t size) {
  index_t value = 0;
  std::memcpy(&value, values, sizeof(value));
  if (value < 0 || value >= size) return false;
  const index_t offset = value * stride;
  const I64x4 four = offset - I64x4{};
  index_t i = 0;
  for (; i + 4 <= n; i += 4) store(sums + i, first ? four : load<I64x4>(sums + i) + four);
  for (; i < n; ++i) sums[i] = (first ? 0 : sums[i]) + offset;
  return true;
}

/// Widens n contiguous indices of a narrower type to 64 bits.
template <class I>
NDX_TARGET_AVX2 void widen(index_t* out, const std::byte* from, index_t n) {
  constexpr auto bytes = static_cast<index_t>(sizeof(I));
  index_t i = 0;
  for (; i + 8 <= n; i += 8) {
    store(out + i, load_widened<I64x4, I>(from + i * bytes));
    store(out + i + 4, load_widened<I64x4, I>(from + (i + 4) * bytes));
  }
  for (; i < n; ++i) {
    I value = 0;
    std::memcpy(&value, from + i * bytes, sizeof(I));
    out[i] = static_cast<index_t>(value);
  }
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
