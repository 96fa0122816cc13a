// Reduces rows to a row of accumulators, column by column.
//
// Adjacent columns are reduced by vectors, a few rows at a time. If there are fewer columns than
// vectors need, several rows are joined to one. On Zen 5, a sum over dim 0 of 8 columns of floats
// takes .03 ns an element with joined rows, and .14 without.
#pragma once

#include <ndx/kernel/loop/walk.hpp>
#include <ndx/kernel/reduce/reduce_rows.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

namespace detail {

/// True if rows are combined into a row of accumulators by vectors.
template <class R, class In>
inline constexpr bool reduces_columns =
    AddsParts<R, In> || uses_vectors<R, computed_t<In>, typename R::Accumulator>;

/// The number of columns up to which several short rows are joined, so that vectors have enough of
/// them.
inline constexpr index_t kJoinedColumns = 64;

/// Returns how many rows are reduced as one. That depends on their distance and number alone:
/// threads may share the columns, and the order of additions must be the same with any number of
/// threads.
inline index_t rows_to_join(index_t count, index_t rows, index_t row_step) {
  constexpr index_t many = 32;  // joined rows, from which on it pays off
  const bool is_short = row_step > 0 && row_step <= kJoinedColumns / 2 && row_step % 8 != 0;
  if (rows < 2 * many || !is_short || count > row_step) return 1;
  const index_t joined = kJoinedColumns / row_step;
  return rows >= many * joined ? joined : 1;
}

template <class R, class In>
void reduce_joined_rows(const R& reducer, typename R::Accumulator* totals, const In* in,
                        index_t count, index_t rows, index_t row_step, index_t joined);

/// Reduces rows of `in`, row_step apart, column by column into a row of accumulators; `joined` of
/// them as one.
template <class R, class In>
void reduce_columns(const R& reducer, typename R::Accumulator* totals, const In* in, index_t count,
                    index_t rows, index_t row_step, index_t joined = 1) {
  if constexpr (!HasOwnReducers<R>) {
    if (joined > 1) return reduce_joined_rows(reducer, totals, in, count, rows, row_step, joined);
  }
  if constexpr (AddsParts<R, In>) {
    reduce_columns(PlainSum<double>(), parts_of(totals), parts_of(in), 2 * count, rows,
                   2 * row_step);
  } else if constexpr (Half<In>) {
    constexpr index_t width = 256;
    constexpr index_t depth = 4 * kReduceRows;
    float tile[depth * width];
    for (index_t c = 0; c < count; c += width) {
      const index_t columns = count - c < width ? count - c : width;
      for (index_t r = 0; r < rows; r += depth) {
        const index_t height = rows - r < depth ? rows - r : depth;
        for (index_t k = 0; k < height; ++k)
          widen_row(in + c + (r + k) * row_step, 1, tile + k * width, columns);
        reduce_columns(reducer_at(reducer, c), totals + c, static_cast<const float*>(tile), columns,
                       height, width);
      }
    }
  } else {
    using Other = Fallback<scalar::ReduceRows, portable::ReduceRows>;
    const auto add = dispatch<Other, avx2::ReduceRows>(
        [](auto loops) { return &decltype(loops)::template rows<R, In>; });
    add(reducer, totals, in, count, rows, row_step);
  }
}

/// Reduces `joined` rows at a time as one row. The accumulators of its parts are then merged.
template <class R, class In>
NDX_NOINLINE void reduce_joined_rows(const R& reducer, typename R::Accumulator* totals,
                                     const In* in, index_t count, index_t rows, index_t row_step,
                                     index_t joined) {
  typename R::Accumulator parts[kJoinedColumns];
  const index_t columns = count * joined;
  for (index_t i = 0; i < columns; ++i) parts[i] = reducer.identity();
  const index_t calls = row_step == count ? 1 : joined;
  for (index_t k = 0; k < calls; ++k)
    reduce_columns(reducer, parts + k * count, in + k * row_step, columns / calls, rows / joined,
                   joined * row_step);
  for (index_t k = 0; k < columns; k += count) {
    for (index_t i = 0; i < count; ++i) totals[i] = reducer.merge(totals[i], parts[k + i]);
  }
  const index_t done = rows / joined * joined;
  if (done != rows)
    reduce_columns(reducer, totals, in + done * row_step, count, rows - done, row_step);
}

/// Returns true if rows are reduced together: the innermost dim is dense in both operands, and the
/// accumulators have stride 0 along the next one.
inline bool has_dense_rows(const Loop<2>& loop) {
  if (loop.rank < 2) return false;
  const std::size_t inner = loop.rank - 1;
  return loop.strides[0][inner] == 1 && loop.strides[1][inner] == 1 &&
         loop.strides[1][inner - 1] == 0;
}

/// Reduces such rows.
template <class R, class In>
void reduce_dense_rows(const R& reducer, const Loop<2>& loop, const In* in,
                       typename R::Accumulator* totals) {
  const std::size_t outer = loop.rank - 2;
  const index_t count = loop.sizes[outer + 1];
  const index_t rows = loop.sizes[outer];
  const index_t row_step = loop.strides[0][outer];
  const index_t joined = rows_to_join(count, rows, row_step);
  Walk<2> walk(loop, outer, {});
  do
    reduce_columns(reducer_at(reducer, walk.at[1]), totals + walk.at[1], in + walk.at[0], count,
                   rows, row_step, joined);
  while (walk.next());
}

}  // namespace detail
}  // namespace kernel
NDX_NAMESPACE_END
