// Iterates over an N-dimensional loop row by row: an odometer over the outer dims and a call for
// each innermost row.
//
// It knows only offsets and strides; the kernel defines what happens within a row. The first visit
// is at the given offsets, and each later one changes the offsets by additions, never by a
// division.
#pragma once

#include <ndx/base/function_ref.hpp>
#include <ndx/layout/loop.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Calls visit(offsets) for each coordinate of the first `rank` dims of the loop, in row-major
/// order. No size may be 0.
template <std::size_t K, class Visit>
void for_each_coordinate(const Loop<K>& loop, std::size_t rank, Offsets<K> offsets, Visit&& visit) {
  index_t coordinate[kMaxRank];
  for (std::size_t d = 0; d < rank; ++d) coordinate[d] = 0;
  for (;;) {
    visit(offsets);
    std::size_t d = rank;
    for (;;) {
      if (d == 0) return;
      --d;
      for (std::size_t k = 0; k < K; ++k) offsets[k] += loop.strides[k][d];
      if (++coordinate[d] < loop.sizes[d]) break;
      for (std::size_t k = 0; k < K; ++k) offsets[k] -= loop.strides[k][d] * loop.sizes[d];
      coordinate[d] = 0;
    }
  }
}

/// A type-erased visit, for visits that are worth a call: for_each_coordinate is then compiled once
/// for all of them.
template <std::size_t K>
using Visitor = ndx::detail::FunctionRef<void(const Offsets<K>&)>;

/// Calls row(offsets, count, steps) for each innermost row, where `steps` are the operands' strides
/// along it. A loop of rank 0 is one row of one element. No size may be 0.
template <std::size_t K, class Row>
void for_each_row(const Loop<K>& loop, Row&& row) {
  std::size_t inner = 0;
  index_t count = 1;
  Offsets<K> steps{};
  if (loop.rank != 0) {
    inner = loop.rank - 1;
    count = loop.sizes[inner];
    for (std::size_t k = 0; k < K; ++k) steps[k] = loop.strides[k][inner];
  }
  for_each_coordinate(loop, inner, Offsets<K>{},
                      [&](const Offsets<K>& offsets) { row(offsets, count, steps); });
}

}  // namespace kernel
NDX_NAMESPACE_END
