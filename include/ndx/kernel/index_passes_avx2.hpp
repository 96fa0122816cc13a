// Passes over a block of indices for processors with AVX2: widening, looking for what is out of
// bounds, multiplying with a stride. resolve.hpp and offsets.hpp have the same for every processor.
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

/// As detail::scan.
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

/// Whether what the lanes are the largest of lies in 0…size-1, size ≤ 2^32: they are halves of
/// 64-bit values.
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

/// Whether all values lie in 0…size-1, size ≤ 2^32.
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

/// sums = values·by, or, unless they are the first, sums + values·by, of four; and the larger of
/// the values and of `largest`.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 U32x8 add_four(index_t* sums, bool first, const index_t* values,
                                                 I64x4 by, U32x8 largest) {
  const auto four = load_once<I64x4>(values);
  const I64x4 products = multiply_low(four, by);
  store(sums, first ? products : load<I64x4>(sums) + products);
  return larger(largest, reinterpret_cast<U32x8>(four));
}

/// sums = values·stride, or, unless they are the first, sums + values·stride; whether all values
/// lie in 0…size-1: else the sums mean nothing. Size and stride lie within 32 bits, signed.
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

/// As add_offsets, of one value for all n.
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

/// n indices of a narrower type, next to each other, as 64-bit ones.
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
