// Copies single rows: short contiguous rows with the fewest loads and stores, and rows with any strides
// where no vector instruction applies.
//
// A row of up to 64 bytes is copied by two overlapping loads and stores of a constant size, a
// longer one by memcpy. The choice depends on the length alone, so a loop over rows is compiled for
// each of the seven copies and chosen once.
#pragma once

#include <utility>

#include <ndx/kernel/loop/bytes.hpp>
#include <ndx/kernel/loop/walk.hpp>
#include <ndx/layout/loop.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// Copies a row of W…2·W bytes as its first and its last W bytes. If W is 0, it copies a row of any
/// length by memcpy.
template <std::size_t W>
class RowCopy {
 public:
  NDX_ALWAYS_INLINE explicit RowCopy(index_t bytes) : rest_(bytes - static_cast<index_t>(W)) {}

  NDX_ALWAYS_INLINE void operator()(std::byte* to, const std::byte* from) const {
    if constexpr (W == 0) {
      std::memcpy(to, from, static_cast<std::size_t>(rest_));
    } else {
      const Bytes<W> first = load<W>(from);
      const Bytes<W> last = load<W>(from + rest_);
      store<W>(to, first);
      store<W>(to + rest_, last);
    }
  }

 private:
  index_t rest_;  // bytes beyond the first W
};

/// Copies one row of `bytes` bytes, at least 1, by the RowCopy for its length.
NDX_ALWAYS_INLINE void copy_one_row(std::byte* to, const std::byte* from, index_t bytes) {
  if (bytes > 64) return RowCopy<0>{bytes}(to, from);
  if (bytes > 32) return RowCopy<32>{bytes}(to, from);
  if (bytes > 16) return RowCopy<16>{bytes}(to, from);
  if (bytes > 8) return RowCopy<8>{bytes}(to, from);
  if (bytes > 4) return RowCopy<4>{bytes}(to, from);
  if (bytes > 2) return RowCopy<2>{bytes}(to, from);
  RowCopy<1>{bytes}(to, from);
}

/// Returns the number of the RowCopy for rows of `bytes` bytes, at least 1, in the order of W = 1, 2,
/// 4, 8, 16, 32 and 0.
constexpr int number_of_row_copy(index_t bytes) {
  if (bytes > 64) return 6;
  return bytes <= 2 ? 0 : 63 - __builtin_clzll(static_cast<unsigned long long>(bytes - 1));
}

template <std::size_t W>
void copy_rows_of(std::byte* to, const std::byte* from, index_t bytes, index_t rows,
                  const Offsets<2>& apart) {
  const RowCopy<W> copy(bytes);
  const Offsets<2> step = apart;  // the compiler knows that the stores do not change a local
  for (index_t r = 0; r < rows; ++r) copy(to + r * step[0], from + r * step[1]);
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
/// Copies `count` elements; step[0] is the destination's stride, step[1] the source's. Elements
/// that fit a register are copied eight at a time, and all eight are loaded before the first is
/// stored, so that neither the compiler nor the processor has to order loads after stores. Larger
/// elements would be spilled to memory, so they are copied one by one.
template <std::size_t N>
void strided_copy(std::byte* out, const std::byte* in, index_t count, const Offsets<2>& step) {
  constexpr index_t unroll = 8;
  const index_t to = bytes_of<N>(step[0]);
  const index_t from = bytes_of<N>(step[1]);
  index_t i = 0;
  if constexpr (N == 1 || N == 2 || N == 4 || N == 8) {
    for (; i + unroll <= count; i += unroll) {
      [&]<index_t... J>(std::integer_sequence<index_t, J...> /*lanes*/) {
        const Bytes<N> lanes[] = {load<N>(in + (i + J) * from)...};
        (store<N>(out + (i + J) * to, lanes[J]), ...);
      }(std::make_integer_sequence<index_t, unroll>{});
    }
  }
  for (; i < count; ++i) move_element<N>(out + i * to, in + i * from);
}

}  // namespace kernel
NDX_NAMESPACE_END
