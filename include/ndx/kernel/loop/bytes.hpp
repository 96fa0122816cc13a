// Loads, stores and moves elements of N bytes, regardless of their type.
//
// Kernels that only move elements are compiled once for each size instead of each type. They use
// memcpy of constant size, which compilers turn into plain loads and stores, and which is valid for
// any type and alignment.
#pragma once

#include <cstring>

#include <ndx/base/bit_cast.hpp>
#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The bytes of one element.
template <std::size_t N>
struct Bytes {
  unsigned char byte[N];
};

/// Loads N bytes from any address.
template <std::size_t N>
NDX_ALWAYS_INLINE Bytes<N> load(const std::byte* from) {
  Bytes<N> value;
  std::memcpy(&value, from, N);
  return value;
}
/// Stores N bytes to any address.
template <std::size_t N>
NDX_ALWAYS_INLINE void store(std::byte* to, const Bytes<N>& value) {
  std::memcpy(to, &value, N);
}
/// Copies N bytes from one address to another.
template <std::size_t N>
NDX_ALWAYS_INLINE void move_element(std::byte* to, const std::byte* from) {
  std::memcpy(to, from, N);
}

/// Returns `chosen` if `set` is 1, or `other` if it is 0, without a branch.
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

/// Prefetches the cache line that is `distance` bytes after `from`. It may lie outside the
/// allocation, so the address is computed as an integer, not by pointer arithmetic.
NDX_ALWAYS_INLINE void prefetch_line(const std::byte* from, index_t distance) {
  const auto address = reinterpret_cast<std::uintptr_t>(from);
  __builtin_prefetch(
      reinterpret_cast<const void*>(address + static_cast<std::uintptr_t>(distance)));
}

/// Reads an index. It may be stored in a tensor of another 64-bit type, so it is copied bytewise.
NDX_ALWAYS_INLINE index_t read_index(const index_t* from) {
  index_t value = 0;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

/// Converts a number of elements to bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE index_t bytes_of(index_t elements) {
  return elements * static_cast<index_t>(N);
}

}  // namespace kernel
NDX_NAMESPACE_END
