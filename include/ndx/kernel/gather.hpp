// Gather, scatter and reduce-scatter of one block of offsets: between elements that stand anywhere
// and a strided operand.
//
// Both sides are described the same way: "indexed" is the tensor that the offsets point into,
// "linear" is the result of a gather or the value of a scatter. For each position k of the block a
// row of inner dims is moved. Source and destination must not overlap; offsets have been checked.
// Writes happen in the order of the positions, so that the last of duplicates wins.
#pragma once

#include <utility>

#include <ndx/kernel/copy.hpp>
#include <ndx/kernel/elementwise_rows.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Where the rows of a block stand on both sides, in elements.
struct IndexedBlock {
  index_t count;
  const index_t* offsets;  // of the rows on the indexed side
  index_t step;            // between rows on the linear side…
  const index_t* table;    // …unless they are uneven: then their offsets, else null
  bool far = false;        // the indexed side is larger than the caches: rows are fetched ahead

  [[nodiscard]] index_t offset(index_t k) const {
    index_t value = 0;
    std::memcpy(&value, offsets + k,
                sizeof(value));  // the offsets may lie in a tensor of another 64-bit type
    return value;
  }
  [[nodiscard]] index_t linear(index_t k) const { return table == nullptr ? k * step : table[k]; }
};

/// The inner dims of a row; strides 0 are the indexed side's, strides 1 the linear side's.
using Row = Loop<2>;

inline bool is_contiguous_row(const Row& row) {
  return row.rank == 1 && row.strides[0][0] == 1 && row.strides[1][0] == 1;
}

namespace detail {

/// Calls move(indexed offset, linear offset) for each position. The block's fields are copied
/// first: stores of bytes might change them, as far as the compiler knows.
template <class Move>
NDX_ALWAYS_INLINE void for_each_position(const IndexedBlock block, Move&& move) {
  if (block.table != nullptr) {
    for (index_t k = 0; k < block.count; ++k) move(block.offset(k), block.table[k]);
  } else {
    for (index_t k = 0; k < block.count; ++k) move(block.offset(k), k * block.step);
  }
}

/// out[k] = in[offsets[k]], eight at a time: all loaded before the first is stored, so that neither
/// compiler nor processor has to order loads behind stores.
template <std::size_t N>
void gather_dense(std::byte* out, const std::byte* in, const IndexedBlock block) {
  constexpr std::size_t kUnroll = 8;
  index_t k = 0;
  for (; k + static_cast<index_t>(kUnroll) <= block.count; k += static_cast<index_t>(kUnroll)) {
    [&]<std::size_t... J>(std::index_sequence<J...> /*lanes*/) {
      const Bytes<N> lanes[] = {
          load<N>(in + bytes_of<N>(block.offset(k + static_cast<index_t>(J))))...};
      (store<N>(out + bytes_of<N>(k + static_cast<index_t>(J)), lanes[J]), ...);
    }
    (std::make_index_sequence<kUnroll>{});
  }
  for (; k < block.count; ++k)
    move_element<N>(out + bytes_of<N>(k), in + bytes_of<N>(block.offset(k)));
}

/// Rows far away that are longer than a line are asked for so many positions before they are moved.
/// For shorter ones processors look ahead far enough on their own.
inline constexpr index_t kAhead = 24;
inline constexpr std::size_t kLine = 64;

/// As for_each_position, rows on the indexed side being fetched ahead.
template <std::size_t N, class Move>
void for_each_far_row(const std::byte* indexed, const IndexedBlock block, std::size_t row_bytes,
                      Move&& move) {
  const std::size_t fetched = row_bytes < 4 * kLine ? row_bytes : 4 * kLine;
  for (index_t k = 0; k < block.count; ++k) {
    if (k + kAhead < block.count) {
      const std::byte* const row = indexed + bytes_of<N>(block.offset(k + kAhead));
      for (std::size_t at = 0; at < fetched; at += kLine) __builtin_prefetch(row + at);
    }
    move(block.offset(k), block.linear(k));
  }
}

/// Calls move(bytes), bytes being a constant for rows of common lengths: to move one is then a few
/// plain loads and stores.
template <class Move>
void with_row_bytes(std::size_t bytes, Move&& move) {
  switch (bytes) {
    case 8:
      return move(std::integral_constant<std::size_t, 8>{});
    case 16:
      return move(std::integral_constant<std::size_t, 16>{});
    case 32:
      return move(std::integral_constant<std::size_t, 32>{});
    case 64:
      return move(std::integral_constant<std::size_t, 64>{});
    case 128:
      return move(std::integral_constant<std::size_t, 128>{});
    default:
      return move(bytes);
  }
}

/// Calls move(indexed offset, linear offset, bytes) for each row of a block, rows being contiguous.
template <std::size_t N, class Move>
void move_rows(const std::byte* indexed, const IndexedBlock& block, const Row& row, Move&& move) {
  const std::size_t row_bytes = static_cast<std::size_t>(row.sizes[0]) * N;
  with_row_bytes(row_bytes, [&](auto bytes) {
    // By value: stores of bytes might change what is looked at by reference.
    const auto move_one = [move, bytes](index_t at, index_t on) { move(at, on, bytes); };
    if (block.far && row_bytes > kLine) {
      for_each_far_row<N>(indexed, block, row_bytes, move_one);
    } else {
      for_each_position(block, move_one);
    }
  });
}

}  // namespace detail

template <std::size_t N>
void gather_block(std::byte* linear, const std::byte* indexed, const IndexedBlock& block,
                  const Row& row) {
  if (row.rank == 0 && block.table == nullptr && block.step == 1) {
    detail::gather_dense<N>(linear, indexed, block);
  } else if (row.rank == 0) {
    detail::for_each_position(block, [=](index_t at, index_t to) {
      move_element<N>(linear + bytes_of<N>(to), indexed + bytes_of<N>(at));
    });
  } else if (is_contiguous_row(row)) {
    detail::move_rows<N>(indexed, block, row, [=](index_t at, index_t to, auto bytes) {
      std::memcpy(linear + bytes_of<N>(to), indexed + bytes_of<N>(at), bytes);
    });
  } else {
    const Loop<2> copy{row.rank, row.sizes, {row.strides[1], row.strides[0]}};
    for (index_t k = 0; k < block.count; ++k) {
      copy_strided<N>(linear + bytes_of<N>(block.linear(k)), indexed + bytes_of<N>(block.offset(k)),
                      copy);
    }
  }
}

template <std::size_t N>
void scatter_block(std::byte* indexed, const std::byte* linear, const IndexedBlock& block,
                   const Row& row) {
  if (row.rank == 0) {
    detail::for_each_position(block, [=](index_t at, index_t from) {
      move_element<N>(indexed + bytes_of<N>(at), linear + bytes_of<N>(from));
    });
  } else if (is_contiguous_row(row)) {
    detail::move_rows<N>(indexed, block, row, [=](index_t at, index_t from, auto bytes) {
      std::memcpy(indexed + bytes_of<N>(at), linear + bytes_of<N>(from), bytes);
    });
  } else {
    for (index_t k = 0; k < block.count; ++k) {
      copy_strided<N>(indexed + bytes_of<N>(block.offset(k)), linear + bytes_of<N>(block.linear(k)),
                      row);
    }
  }
}

namespace detail {

/// Whether the first positions of a block often hit the element of the one before.
inline bool is_hot(const IndexedBlock& block) {
  constexpr index_t looked_at = 16;
  index_t repeats = 0;
  for (index_t k = 1; k < looked_at && k < block.count; ++k)
    repeats += block.offset(k) == block.offset(k - 1) ? 1 : 0;
  return repeats > looked_at / 2;
}

/// For blocks of one element or more: an element that is hit several times in a row stays in a
/// register meanwhile. To read what was written a moment ago takes longer than to calculate with
/// it.
template <class T, class Combine>
void reduce_hot(T* indexed, const T* linear, const IndexedBlock& block, Combine combine) {
  index_t here = block.offset(0);
  T element = indexed[here];
  for_each_position(block, [&](index_t at, index_t from) {
    if (at != here) {
      indexed[here] = element;
      element = indexed[at];
      here = at;
    }
    element = combine(element, linear[from]);
  });
  indexed[here] = element;
}

/// A dense row is combined by vectors, unless the function may look at more than its arguments.
template <class T, class Combine>
NDX_ALWAYS_INLINE void reduce_row(T* to, const T* from, index_t count, const Offsets<2>& step,
                                  Combine combine) {
  if constexpr (requires { typename Combine::OfArgumentsAlone; }) {
    if (step.at[0] == 1 && step.at[1] == 1)
      return transform_row(combine, to, count, Dense<T>{to}, Dense<T>{from});
  }
  for (index_t i = 0; i < count; ++i) {
    T& target = to[i * step.at[0]];
    target = combine(target, from[i * step.at[1]]);
  }
}

}  // namespace detail

/// indexed = combine(indexed, linear), duplicates each in turn.
template <class T, class Combine>
void reduce_block(T* indexed, const T* linear, const IndexedBlock& block, const Row& row,
                  Combine combine) {
  if (row.rank == 0 && detail::is_hot(block))
    return detail::reduce_hot(indexed, linear, block, combine);
  if (row.rank == 0) {
    detail::for_each_position(
        block, [&](index_t at, index_t from) { indexed[at] = combine(indexed[at], linear[from]); });
    return;
  }
  const auto combine_row = [&](index_t at, index_t from) {
    for_each_row(row, [&](const Offsets<2>& in_row, index_t count, const Offsets<2>& step) {
      detail::reduce_row(indexed + at + in_row.at[0], linear + from + in_row.at[1], count, step,
                         combine);
    });
  };
  const std::size_t row_bytes = static_cast<std::size_t>(row.sizes[row.rank - 1]) * sizeof(T);
  if (block.far && row_bytes > detail::kLine && row.strides[0][row.rank - 1] == 1) {
    const auto* const first = reinterpret_cast<const std::byte*>(indexed);
    detail::for_each_far_row<sizeof(T)>(first, block, row_bytes, combine_row);
  } else {
    detail::for_each_position(block, combine_row);
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
