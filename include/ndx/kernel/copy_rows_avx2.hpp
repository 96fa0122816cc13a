// Copies of rows with stride -1 (elements of 1, 2, 4 or 8 bytes) or stride 2 (4 or 8 bytes), with
// AVX2.
#pragma once

#include <ndx/kernel/avx2.hpp>
#include <ndx/kernel/bytes.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

/// Byte numbers for shuffle_bytes that reverse the N-byte elements of each half.
template <std::size_t N>
struct ReversedHalves {
  alignas(32) char place[32] = {};
  constexpr ReversedHalves() {
    for (std::size_t i = 0; i < 32; ++i)
      place[i] = static_cast<char>(16 - N - i % 16 / N * N + i % N);
  }
};
template <std::size_t N>
inline constexpr ReversedHalves<N> kReversedHalves;

/// out[i] = in[-i]. Returns the number of elements copied: `count` rounded down to whole vectors.
template <std::size_t N>
NDX_TARGET_AVX2 index_t copy_backwards(std::byte* out, const std::byte* in, index_t count) {
  constexpr auto lanes = static_cast<index_t>(32 / N);
  const auto places = load<I8x32>(kReversedHalves<N>.place);
  index_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto values = load<I64x4>(in - bytes_of<N>(i + lanes - 1));
    const I64x4 swapped = __builtin_shufflevector(values, values, 2, 3, 0, 1);
    store(out + bytes_of<N>(i), shuffle_bytes(reinterpret_cast<I8x32>(swapped), places));
  }
  return i;
}

/// out[i] = in[2·i]. Reads nothing beyond the last element of the row. Returns the number of
/// elements copied.
template <std::size_t N>
NDX_TARGET_AVX2 index_t copy_every_second(std::byte* out, const std::byte* in, index_t count) {
  constexpr auto lanes = static_cast<index_t>(32 / N);
  index_t i = 0;
  for (; i + lanes < count; i += lanes) {
    const auto a = load<I32x8>(in + bytes_of<N>(2 * i));
    const auto b = load<I32x8>(in + bytes_of<N>(2 * i) + 32);
    I32x8 even;  // 8 bytes alternately from a and b
    if constexpr (N == 4) {
      even = __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14);
    } else {
      even = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
    }
    store(out + bytes_of<N>(i), __builtin_shufflevector(even, even, 0, 1, 4, 5, 2, 3, 6, 7));
  }
  return i;
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
