// Iterates over an N-dimensional loop row by row: an odometer over the outer dims and a visit of each
// innermost row.
//
// It knows only offsets and strides; the kernel defines what happens within a row. The first visit
// is at the given offsets, and each later one changes the offsets by additions, never by a
// division.
#pragma once

#include <ndx/base/function_ref.hpp>
#include <ndx/layout/loop.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// A walk over the coordinates of the first `rank` dims of a loop, in row-major order:
///   Walk<2> walk(loop, rank, first);
///   do { use walk.at; } while (walk.next());
/// No size may be 0.
template <std::size_t K>
class Walk {
 public:
  NDX_ALWAYS_INLINE Walk(const Loop<K>& loop, std::size_t rank, const Offsets<K>& first)
      : at(first), loop_(loop), rank_(rank) {
    for (std::size_t d = 0; d < rank; ++d) coordinate_[d] = 0;
  }

  /// Moves to the next coordinate. Returns false after the last one.
  NDX_ALWAYS_INLINE bool next() {
    for (std::size_t d = rank_; d-- > 0;) {
      for (std::size_t k = 0; k < K; ++k) at[k] += loop_.strides[k][d];
      if (++coordinate_[d] < loop_.sizes[d]) return true;
      for (std::size_t k = 0; k < K; ++k) at[k] -= loop_.strides[k][d] * loop_.sizes[d];
      coordinate_[d] = 0;
    }
    return false;
  }

  Offsets<K> at;  // the operands' offsets at this coordinate

 private:
  const Loop<K>& loop_;
  std::size_t rank_;
  index_t coordinate_[kMaxRank];
};

/// Calls visit(offsets) for each coordinate of the first `rank` dims of the loop, in row-major
/// order. No size may be 0.
template <std::size_t K, class Visit>
void for_each_coordinate(const Loop<K>& loop, std::size_t rank, const Offsets<K>& first,
                         Visit&& visit) {
  Walk<K> walk(loop, rank, first);
  do visit(walk.at);
  while (walk.next());
}

/// A type-erased visit, for visits that are worth a call: for_each_coordinate is then compiled once
/// for all of them.
template <std::size_t K>
using Visitor = ndx::detail::FunctionRef<void(const Offsets<K>&)>;

/// A walk over the innermost rows of a loop. Each has `count` elements, and the operands' strides
/// along it are `step`. A loop of rank 0 is one row of one element. No size may be 0.
///   RowWalk<2> row(loop);
///   do { use row.at, row.count, row.step; } while (row.next());
template <std::size_t K>
class RowWalk : public Walk<K> {
 public:
  NDX_ALWAYS_INLINE explicit RowWalk(const Loop<K>& loop)
      : Walk<K>(loop, loop.rank == 0 ? 0 : loop.rank - 1, Offsets<K>{}) {
    if (loop.rank == 0) return;
    count = loop.sizes[loop.rank - 1];
    for (std::size_t k = 0; k < K; ++k) step[k] = loop.strides[k][loop.rank - 1];
  }

  index_t count = 1;
  Offsets<K> step{};
};

}  // namespace kernel
NDX_NAMESPACE_END
