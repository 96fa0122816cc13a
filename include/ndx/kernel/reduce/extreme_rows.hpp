// Finds the extreme of each column of several rows and the number of its row, and finds a value in
// a row.
//
// Row numbers have the width of the elements, so that one vector instruction selects both. A search
// compares 64 elements at a time before it looks for the position among them, because a branch for
// each element would be mispredicted: on Zen 5, argmax of random lines of 16 floats takes 2.3 ns an
// element this way, and took 6.6.
#pragma once

#include <ndx/kernel/map/map_rows.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The integer in which rows are counted. It is as wide as the elements, so that vectors hold as
/// many of both.
template <class T>
using RowNumber = std::conditional_t<sizeof(T) <= 4, std::int32_t, std::int64_t>;

/// The extremes so far of `count` columns, and the rows they are in.
template <class T>
struct ColumnExtremes {
  T* NDX_RESTRICT best;
  RowNumber<T>* NDX_RESTRICT row;
  index_t count;
};

namespace detail {

/// Updates the extremes of columns first…last-1 by one row.
template <class Takes, class T, class In>
NDX_ALWAYS_INLINE void update_run(const Takes& takes, const ColumnExtremes<T>& columns,
                                  const In* NDX_RESTRICT in, RowNumber<T> number, index_t first,
                                  index_t last) {
  T* const NDX_RESTRICT best = columns.best;
  RowNumber<T>* const NDX_RESTRICT row = columns.row;
  NDX_INDEPENDENT
  for (index_t i = first; i < last; ++i) {
    const T x = element(in, i);
    const T so_far = best[i];
    const bool is_taken = takes(x, so_far);
    best[i] = is_taken ? x : so_far;
    row[i] = is_taken ? number : row[i];
  }
}

/// Returns true if one of N elements is `value`.
template <index_t N, class In, class T>
NDX_ALWAYS_INLINE bool has_value(const In* from, const T& value) {
  using Found = UnsignedOfSize<sizeof(In) <= 8 ? sizeof(In) : 8>;  // one width of lanes
  Found found = 0;
  for (index_t i = 0; i < N; ++i) found |= static_cast<Found>(element(from, i) == value);
  return found != 0;
}

/// Returns the index of the first of N elements that is `value`, or N if there is none.
template <index_t N, class In, class T>
NDX_ALWAYS_INLINE index_t first_index(const In* from, const T& value) {
  using Index = std::make_signed_t<UnsignedOfSize<sizeof(In) <= 8 ? sizeof(In) : 8>>;
  Index first = N;
  for (Index i = 0; i < N; ++i) {
    const Index index = element(from, i) == value ? i : Index{N};
    first = index < first ? index : first;
  }
  return first;
}

}  // namespace detail
}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/reduce/extreme_rows.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Finds the extremes of columns in `count` rows, `step` apart: an element x replaces the best so far
/// if takes(x, best).
template <class Takes, class T, class In>
void find_in_rows(const Takes& takes, const ColumnExtremes<T>& columns, const In* in, index_t step,
                  index_t count) {
  using Vectors =
      std::conditional_t<uses_vectors<Takes, T>, avx2::ExtremeRows, portable::ExtremeRows>;
  dispatch<portable::ExtremeRows, Vectors>([](auto kernels) {
    return &decltype(kernels)::template find<Takes, T, In>;
  })(takes, columns, in, step, count);
}

/// Returns the index of the first element that is `value`, which must equal itself, or `count` if
/// there is none.
template <class In, class T>
index_t find_first_value(const In* from, index_t count, index_t step, const T& value) {
  if (step == 1)
    return dispatch<portable::ExtremeRows, avx2::ExtremeRows>([](auto kernels) {
      return &decltype(kernels)::template find_first<In, T>;
    })(from, count, value);
  index_t i = 0;
  while (i < count && !(element(from, i * step) == value)) ++i;
  return i;
}

}  // namespace kernel
NDX_NAMESPACE_END
