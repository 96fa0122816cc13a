// Copies short contiguous rows with the fewest loads and stores.
//
// A row of up to 64 bytes is copied by two overlapping loads and stores of a constant size, a
// longer one by memcpy. The choice depends on the length alone, so a loop over rows makes it once.
#pragma once

#include <ndx/kernel/loop/bytes.hpp>
#include <ndx/layout/loop.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// Copies a row of W…2·W bytes as its first and its last W bytes.
template <std::size_t W>
struct OverlappingCopy {
  index_t rest;  // bytes beyond the first W
  NDX_ALWAYS_INLINE void operator()(std::byte* to, const std::byte* from) const {
    const Bytes<W> first = load<W>(from);
    const Bytes<W> last = load<W>(from + rest);
    store<W>(to, first);
    store<W>(to + rest, last);
  }
};
/// Copies a row by memcpy.
struct AnyLengthCopy {
  index_t bytes;
  NDX_ALWAYS_INLINE void operator()(std::byte* to, const std::byte* from) const {
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
  }
};

/// Calls f with the copy functor for rows of `bytes` bytes, which must be at least 1.
template <class F>
NDX_ALWAYS_INLINE void with_row_copy(index_t bytes, F&& f) {
  if (bytes > 64) return f(AnyLengthCopy{bytes});
  if (bytes > 32) return f(OverlappingCopy<32>{bytes - 32});
  if (bytes > 16) return f(OverlappingCopy<16>{bytes - 16});
  if (bytes > 8) return f(OverlappingCopy<8>{bytes - 8});
  if (bytes > 4) return f(OverlappingCopy<4>{bytes - 4});
  if (bytes > 2) return f(OverlappingCopy<2>{bytes - 2});
  f(OverlappingCopy<1>{bytes - 1});
}

/// Copies `rows` rows of `bytes` bytes each, which must be at least 1. `apart` is the distance from
/// row to row in bytes, first in the destination, then in the source.
NDX_NOINLINE inline void copy_rows(std::byte* to, const std::byte* from, index_t bytes,
                                   index_t rows, const Offsets<2>& apart) {
  with_row_copy(bytes, [=](auto copy) {
    for (index_t r = 0; r < rows; ++r) copy(to + r * apart[0], from + r * apart[1]);
  });
}

}  // namespace detail
}  // namespace kernel
NDX_NAMESPACE_END
