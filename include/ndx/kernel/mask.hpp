// Masks: counting, turning into offsets, compressing and filling, without a branch on a mask's
// bytes.
//
// A mask is bytes; anything but 0 is true, whoever wrote it. Loops are row-major, mask bytes
// strided like any operand.
#pragma once

#include <bit>

#include <ndx/kernel/copy.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

NDX_ALWAYS_INLINE index_t is_set(const std::byte* mask) { return *mask != std::byte{0} ? 1 : 0; }

inline index_t count_set(const std::byte* mask, const Loop<1>& loop) {
  if (is_empty(loop)) return 0;
  index_t count = 0;
  for_each_row(loop, [&](const Offsets<1>& at, index_t n, const Offsets<1>& step) {
    const std::byte* const row = mask + at.at[0];
    if (step.at[0] == 1) {
      for (index_t i = 0; i < n; ++i) count += is_set(row + i);
    } else {
      for (index_t i = 0; i < n; ++i) count += is_set(row + i * step.at[0]);
    }
  });
  return count;
}

/// Writes Σ coordinate·stride of each set byte, in row-major order. loop: 0 the mask, 1 the tensor
/// that it is laid over. `count` must be what count_set gave.
inline void set_offsets(index_t* out, const std::byte* mask, const Loop<2>& loop, index_t count) {
  if (count == 0) return;
  index_t found = 0;
  for_each_row(loop, [&](const Offsets<2>& at, index_t n, const Offsets<2>& step) {
    const std::byte* const row = mask + at.at[0];
    // Written whether set or not, and kept only when set; nothing is left to write once all have
    // been found.
    for (index_t i = 0; i < n && found < count; ++i) {
      out[found] = at.at[1] + i * step.at[1];
      found += is_set(row + i * step.at[0]);
    }
  });
}

/// Copies the elements under set bytes next to each other. loop: 0 the mask, 1 the source.
template <std::size_t N>
void compress(std::byte* out, const std::byte* mask, const std::byte* from, const Loop<2>& loop,
              index_t count) {
  if (count == 0) return;
  index_t found = 0;
  for_each_row(loop, [&](const Offsets<2>& at, index_t n, const Offsets<2>& step) {
    const std::byte* const row = mask + at.at[0];
    const std::byte* const in = from + bytes_of<N>(at.at[1]);
    for (index_t i = 0; i < n && found < count; ++i) {
      move_element<N>(out + bytes_of<N>(found), in + bytes_of<N>(i * step.at[1]));
      found += is_set(row + i * step.at[0]);
    }
  });
}

/// `chosen` where `set` is 1, `other` where it is 0, without a branch.
template <std::size_t N>
NDX_ALWAYS_INLINE Bytes<N> blend(index_t set, const Bytes<N>& chosen, const Bytes<N>& other) {
  const auto pick = [set](auto a, auto b) {
    using Word = decltype(a);
    const auto mask = static_cast<Word>(-set);
    return static_cast<Word>(b ^ ((a ^ b) & mask));
  };
  if constexpr (N == 8) {
    return std::bit_cast<Bytes<N>>(
        pick(std::bit_cast<std::uint64_t>(chosen), std::bit_cast<std::uint64_t>(other)));
  } else if constexpr (N == 4) {
    return std::bit_cast<Bytes<N>>(
        pick(std::bit_cast<std::uint32_t>(chosen), std::bit_cast<std::uint32_t>(other)));
  } else {
    Bytes<N> result;
    for (std::size_t j = 0; j < N; ++j) result.byte[j] = pick(chosen.byte[j], other.byte[j]);
    return result;
  }
}

/// Writes the N bytes at `value` under every set byte. loop: 0 the mask, 1 the target.
template <std::size_t N>
void fill_masked(std::byte* to, const std::byte* mask, const std::byte* value,
                 const Loop<2>& loop) {
  if (is_empty(loop)) return;
  const Bytes<N> element = load<N>(value);
  for_each_row(loop, [&](const Offsets<2>& at, index_t n, const Offsets<2>& step) {
    const std::byte* const row = mask + at.at[0];
    std::byte* const out = to + bytes_of<N>(at.at[1]);
    for (index_t i = 0; i < n; ++i) {
      std::byte* const target = out + bytes_of<N>(i * step.at[1]);
      const Bytes<N> old = load<N>(target);
      store<N>(target, blend<N>(is_set(row + i * step.at[0]), element, old));
    }
  });
}

}  // namespace kernel
NDX_NAMESPACE_END
