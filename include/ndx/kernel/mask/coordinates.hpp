// Writes the coordinates of the nonzero elements of a tensor, as nonzero and argwhere do.
//
// Elements are compared, at any stride, into the mask of one block of 1024. The positions of the
// set mask bytes are written without a branch on any of them and then split into coordinates, one
// dim at a time from the innermost one: the remainder is the coordinate, the quotient is carried to
// the next outer dim. No division is needed, since positions are small. Rows of 128 elements and
// more begin a new block, so that nothing is carried.
#pragma once

#include <ndx/kernel/map/map_rows.hpp>
#include <ndx/kernel/mask/mask.hpp>
#include <ndx/kernel/move/fill.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The output, for `count` elements: the coordinate of nonzero element k along dim d is written to
/// out[k·element_step + d·dim_step].
struct CoordinateTable {
  index_t* out;
  index_t count;
  index_t element_step;
  index_t dim_step;
  Stores stores = Stores::cached;  // streamed only for rank 1
};

/// Number of elements that are compared before their coordinates are written.
inline constexpr index_t kNonzeroBlock = 1024;

namespace detail {

struct IsNonzero {
  template <class T>
  bool operator()(const T& x) const {
    return x != T{};
  }
};

/// Writes the pairs (row, column) first…last-1. g++ vectorizes a loop of constant length, and takes
/// ten times as long to store the pairs one by one; clang does not vectorize that loop, so it gets
/// explicit vectors.
template <class Rows>
NDX_ALWAYS_INLINE void write_pair_run(index_t* NDX_RESTRICT out, const Rows& rows,
                                      const index_t* columns, index_t first, index_t last) {
#if defined(__clang__)
  using Pair [[gnu::vector_size(16), gnu::may_alias, gnu::aligned(8)]] = index_t;
  auto* const pairs = reinterpret_cast<Pair*>(out);
  for (index_t k = first; k < last; ++k) pairs[k] = Pair{rows.at(k), columns[k]};
#else
  NDX_INDEPENDENT
  for (index_t k = first; k < last; ++k) {
    out[2 * k] = rows.at(k);
    out[2 * k + 1] = columns[k];
  }
#endif
}
/// Writes `count` pairs (row, column), for g++ eight at a time.
template <class Rows>
void write_pairs(index_t* out, const Rows& rows, const index_t* columns, index_t count) {
  index_t k = 0;
#if !defined(__clang__)
  for (; k + 8 <= count; k += 8) write_pair_run(out, rows, columns, k, k + 8);
#endif
  write_pair_run(out, rows, columns, k, count);
}

}  // namespace detail

/// Takes the elements of a tensor in row-major order and writes the coordinates of the nonzero
/// ones.
class NonzeroWriter {
 public:
  /// The rank must be at least 1. The first element has index `first` along dim 0. `sparse` says
  /// that few are nonzero.
  NonzeroWriter(const CoordinateTable& to, const index_t* shape, std::size_t rank, bool sparse,
                index_t first = 0)
      : to_(to),
        shape_(shape),
        rank_(rank),
        sparse_(sparse),
        streams_(to.stores == Stores::streamed && rank == 1 && to.element_step == 1 &&
                 may_stream_to(to.out)),
        streamed_(reinterpret_cast<std::byte*>(to.out)) {
    for (std::size_t d = 0; d < rank; ++d) start_[d] = d == 0 ? first : 0;
  }

  /// Adds the next `count` elements, which are `step` apart.
  template <class T>
  void add(const T* row, index_t count, index_t step) {
    if (sizeof(T) == 1 && rank_ == 1 && step == 1 && filled_ == 0) {  // usable as a mask in place
      write_positions({reinterpret_cast<const std::byte*>(row), count, 1, to_.count, sparse_});
      start_[0] += count;
      return;
    }
    while (count > 0) {
      const index_t n = count < room() ? count : room();
      bool* const mask = mask_ + filled_;
      if (step == 1 && n >= 8) {
        transform_row(detail::IsNonzero{}, mask, n, Dense<T>{row});
      } else {
        for (index_t i = 0; i < n; ++i) mask[i] = detail::IsNonzero{}(element(row, i * step));
      }
      filled_ += n;
      if (room() == 0) write_block();
      row += n * step;
      count -= n;
    }
  }

  /// Writes the last block. It must be called after all elements have been added.
  void finish() {
    write_block();
    if (streams_) streamed_.finish();
  }

 private:
  using Streamed = detail::StreamBuffer<sizeof(index_t)>;
  static_assert(kNonzeroBlock <= Streamed::kBlock);
  static constexpr index_t kCapacity = kNonzeroBlock + 32;  // room for whole vector stores

  /// Returns the number of elements that the block can still take. If rows are long, a block does
  /// not span two rows, so that nothing is carried.
  [[nodiscard]] index_t room() const {
    constexpr index_t long_row = 128;
    const index_t row = shape_[rank_ - 1];
    const index_t left = row - start_[rank_ - 1] - filled_;
    const index_t free = kNonzeroBlock - filled_;
    return row >= long_row && left < free ? left : free;
  }

  void write_block() {
    MaskRow mask{reinterpret_cast<const std::byte*>(mask_), filled_, 1, kCapacity, sparse_};
    if (rank_ == 1) {
      mask.count = to_.count;
      write_positions(mask);
    } else if (const index_t n = detail::offsets_row(positions_, mask, 0, 0, 1); n != 0) {
      write_coordinates(n);
      found_ += n;
    }
    advance();
  }

  /// Writes the coordinates of a tensor of rank 1, which are the positions themselves.
  void write_positions(const MaskRow& mask) {
    if (!streams_) {
      found_ = detail::offsets_row(to_.out, mask, found_, start_[0], 1);
      return;
    }
    for (index_t i = 0; i < mask.n; i += kNonzeroBlock) {
      MaskRow part = mask.part(i, mask.n - i < kNonzeroBlock ? mask.n - i : kNonzeroBlock);
      part.count = Streamed::kCapacity;
      streamed_.add([&](std::byte* to, index_t count) {
        return detail::offsets_row(reinterpret_cast<index_t*>(to), part, count, start_[0] + i, 1);
      });
    }
  }

  /// Writes the coordinates of the n elements at positions_.
  void write_coordinates(index_t n) {
    index_t* const out = to_.out + found_ * to_.element_step;
    index_t reach = positions_[n - 1];
    if (rank_ == 2 && to_.element_step == 2) {
      reach = split(1, reach, column_, n);
      if (reach == 0) return detail::write_pairs(out, Constant<index_t>{start_[0]}, column_, n);
      split(0, reach, quotients_, n);  // dim 0 has no carry
      return detail::write_pairs(out, Dense<index_t>{quotients_}, column_, n);
    }
    for (std::size_t d = rank_; d-- > 0;) {
      index_t* const column = out + static_cast<index_t>(d) * to_.dim_step;
      if (reach == 0) {
        Loop<1> entries;
        entries.push_inner(n, {to_.element_step});
        fill_strided<sizeof(index_t)>(reinterpret_cast<std::byte*>(column),
                                      reinterpret_cast<const std::byte*>(&start_[d]), entries);
      } else if (to_.element_step == 1) {
        reach = split(d, reach, column, n);
      } else {
        reach = split(d, reach, column_, n);
        for (index_t k = 0; k < n; ++k) column[k * to_.element_step] = column_[k];
      }
    }
  }

  /// Writes the coordinates along dim d, and replaces positions_ by the carries to the next outer
  /// dim unless all are 0. Returns the largest carry, or 0. `reach` is the largest position before
  /// the call.
  ///
  /// Position p + start is divided by the dim's size: the quotient is the carry, the remainder the
  /// coordinate. Sizes up to a block are divided by multiplication, since p + start is less than
  /// 2·kNonzeroBlock; larger sizes fit at most once.
  index_t split(std::size_t d, index_t reach, index_t* column, index_t n) {
    const index_t start = start_[d];
    const index_t size = shape_[d];
    const Dense<index_t> positions{positions_};
    const Dense<index_t> quotients{quotients_};
    if (start + reach < size) {
      transform_row([start](index_t p) { return p + start; }, column, n, positions);
      return 0;
    }
    if (size > kNonzeroBlock) {
      const auto fits = [left = size - start](index_t p) { return index_t{p >= left}; };
      transform_row(fits, quotients_, n, positions);
      const auto rest = [start, size](index_t p, index_t q) { return p + start - (size & -q); };
      transform_row(rest, column, n, positions, quotients);
    } else {
      const auto narrow = [](index_t value) { return static_cast<std::uint32_t>(value); };
      const std::uint32_t factor = narrow((index_t{1} << 22) / size + 1);
      const auto divide = [=, first = narrow(start)](index_t p) {
        return static_cast<index_t>((narrow(p) + first) * factor >> 22);
      };
      transform_row(divide, quotients_, n, positions);
      const auto rest = [=, first = narrow(start), by = narrow(size)](index_t p, index_t q) {
        return static_cast<index_t>(narrow(p) + first - narrow(q) * by);
      };
      transform_row(rest, column, n, positions, quotients);
    }
    std::memcpy(positions_, quotients_, static_cast<std::size_t>(n) * sizeof(index_t));
    return positions_[n - 1];
  }

  void advance() {
    start_[rank_ - 1] += filled_;
    filled_ = 0;
    for (std::size_t d = rank_ - 1; d > 0 && start_[d] >= shape_[d]; --d) {
      start_[d - 1] += start_[d] / shape_[d];
      start_[d] %= shape_[d];
    }
  }

  CoordinateTable to_;
  const index_t* shape_;
  std::size_t rank_;
  bool sparse_;
  bool streams_;
  Streamed streamed_;
  index_t found_ = 0;
  index_t filled_ = 0;       // elements in the block
  index_t start_[kMaxRank];  // the coordinates of the block's first element
  bool mask_[kNonzeroBlock];
  index_t positions_[kCapacity];
  index_t quotients_[kCapacity];
  index_t column_[kCapacity];
};

}  // namespace kernel
NDX_NAMESPACE_END
