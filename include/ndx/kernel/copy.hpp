// Copying and filling strided elements of N bytes, whatever they mean.
//
// Elements are moved as bytes through memcpy of a constant size, which compilers turn into plain
// loads and stores and which holds for any type and alignment. Source and destination must not
// overlap.
#pragma once

#include <cstring>

#include <ndx/kernel/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The bytes of one element.
template <std::size_t N>
struct Bytes {
  unsigned char byte[N];
};

template <std::size_t N>
NDX_ALWAYS_INLINE Bytes<N> load(const std::byte* from) {
  Bytes<N> value;
  std::memcpy(&value, from, N);
  return value;
}
template <std::size_t N>
NDX_ALWAYS_INLINE void store(std::byte* to, const Bytes<N>& value) {
  std::memcpy(to, &value, N);
}
template <std::size_t N>
NDX_ALWAYS_INLINE void move_element(std::byte* to, const std::byte* from) {
  std::memcpy(to, from, N);
}

/// Elements to bytes, as a distance between pointers.
template <std::size_t N>
NDX_ALWAYS_INLINE index_t bytes_of(index_t elements) {
  return elements * static_cast<index_t>(N);
}

/// loop: 0 the destination, 1 the source.
template <std::size_t N>
void copy_strided(std::byte* to, const std::byte* from, const Loop<2>& loop) {
  if (is_empty(loop)) return;
  for_each_row(loop, [&](const Offsets<2>& at, index_t count, const Offsets<2>& step) {
    std::byte* const out = to + bytes_of<N>(at.at[0]);
    const std::byte* const in = from + bytes_of<N>(at.at[1]);
    if (step.at[0] == 1 && step.at[1] == 1) {
      std::memcpy(out, in, static_cast<std::size_t>(count) * N);
    } else {
      for (index_t i = 0; i < count; ++i) {
        move_element<N>(out + bytes_of<N>(i * step.at[0]), in + bytes_of<N>(i * step.at[1]));
      }
    }
  });
}

/// Writes the N bytes at `value` to every element.
template <std::size_t N>
void fill_strided(std::byte* to, const std::byte* value, const Loop<1>& loop) {
  if (is_empty(loop)) return;
  const Bytes<N> element = load<N>(value);
  for_each_row(loop, [&](const Offsets<1>& at, index_t count, const Offsets<1>& step) {
    std::byte* const out = to + bytes_of<N>(at.at[0]);
    if (step.at[0] == 1) {
      for (index_t i = 0; i < count; ++i) store<N>(out + bytes_of<N>(i), element);
    } else {
      for (index_t i = 0; i < count; ++i) store<N>(out + bytes_of<N>(i * step.at[0]), element);
    }
  });
}

}  // namespace kernel
NDX_NAMESPACE_END
