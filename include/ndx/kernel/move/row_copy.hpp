// Copies short contiguous rows with the fewest loads and stores.
//
// A row of up to 64 bytes is copied by two overlapping loads and stores of a constant size, a
// longer one by memcpy. The choice depends on the length alone, so a loop over rows is compiled for
// each of the seven copies and chosen once.
#pragma once

#include <ndx/kernel/loop/bytes.hpp>
#include <ndx/layout/loop.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// Copies a row of W…2·W bytes as its first and its last W bytes. If W is 0, it copies a row of any
/// length by memcpy.
template <std::size_t W>
struct RowCopy {
  index_t bytes;
  NDX_ALWAYS_INLINE void operator()(std::byte* to, const std::byte* from) const {
    if constexpr (W == 0) {
      std::memcpy(to, from, static_cast<std::size_t>(bytes));
    } else {
      const index_t rest = bytes - static_cast<index_t>(W);
      const Bytes<W> first = load<W>(from);
      const Bytes<W> last = load<W>(from + rest);
      store<W>(to, first);
      store<W>(to + rest, last);
    }
  }
};

/// Returns the number of the RowCopy for rows of `bytes` bytes, at least 1, in the order of W = 1, 2,
/// 4, 8, 16, 32 and 0.
constexpr int number_of_row_copy(index_t bytes) {
  if (bytes > 64) return 6;
  return bytes <= 2 ? 0 : 63 - __builtin_clzll(static_cast<unsigned long long>(bytes - 1));
}

template <std::size_t W>
void copy_rows_of(std::byte* to, const std::byte* from, index_t bytes, index_t rows,
                  const Offsets<2>& apart) {
  const RowCopy<W> copy{bytes};
  for (index_t r = 0; r < rows; ++r) copy(to + r * apart[0], from + r * apart[1]);
}
/// Copies `rows` rows of `bytes` bytes each, which must be at least 1. `apart` is the distance from
/// row to row in bytes, first in the destination, then in the source.
inline void copy_rows(std::byte* to, const std::byte* from, index_t bytes, index_t rows,
                      const Offsets<2>& apart) {
  static constexpr decltype(&copy_rows_of<0>) kLoops[] = {
      copy_rows_of<1>,  copy_rows_of<2>,  copy_rows_of<4>, copy_rows_of<8>,
      copy_rows_of<16>, copy_rows_of<32>, copy_rows_of<0>};
  kLoops[number_of_row_copy(bytes)](to, from, bytes, rows, apart);
}

}  // namespace detail
}  // namespace kernel
NDX_NAMESPACE_END
