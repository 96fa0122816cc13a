// The reduction loop: reduces an input into accumulators of the same shape, which have stride 0
// along the reduced dims.
//
// reduce_rows.hpp defines reducers and how rows are reduced, reduce_columns.hpp how columns are.
// Long rows are halved recursively down to blocks of kReduceBlock elements, which keeps rounding
// errors of order log(n). Source: NumPy's pairwise summation.
//
// Many short lines are reduced together, because a call costs more than the arithmetic of one: by
// one loop over the lines (reduce_lines), or, if the order does not matter, copied so that they
// become columns (reduce_interleaved). On Zen 5, a sum of rows of 8 floats takes .26 ns an element
// this way, and .67 by a call for each; amax of such rows .13 and 1.04.
//
// The loop can run in parts, as many as the executor has threads. The results are the same to the
// last bit, since threads have separate accumulators, or the halves into which a long row is split
// anyway.
#pragma once

#include <ndx/kernel/loop/lines.hpp>
#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/reduce/double_lanes.hpp>
#include <ndx/kernel/reduce/reduce_columns.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// Reduces dense lines of `count` elements, at most kReduceBlock<R>, line_step apart, each into its
/// total.
template <class R, class In>
NDX_NOINLINE void reduce_lines(const R& reducer, typename R::Accumulator* totals,
                               index_t total_step, const In* in, index_t count, index_t lines,
                               index_t line_step) {
  constexpr bool wide_lanes = StepsLanes<R, In> || MultipliesPairs<R, In> ||
                              (HasWideLanes<R> && uses_vectors<R, In, typename R::Accumulator>);
  using Avx2 = std::conditional_t<wide_lanes, avx2::DoubleLanes, avx2::ReduceRows>;
  using Portable = std::conditional_t<wide_lanes, portable::DoubleLanes, portable::ReduceRows>;
  using Other = std::conditional_t<InAnyOrder<R>, Fallback<scalar::ReduceRows, Portable>, Portable>;
  const auto lines_of = [](auto rows) { return &decltype(rows)::template lines<R, In>; };
  decltype(lines_of(portable::ReduceRows())) reduce;
  if constexpr (wide_lanes) {
    reduce = dispatch<Other, Avx2, avx512::DoubleLanes>(lines_of);
    if (count < kFewElements) reduce = dispatch<Other, Avx2>(lines_of);
  } else if constexpr (AddsParts<R, In> ||
                       uses_vectors<R, In, typename R::Lane, typename R::Accumulator>) {
    reduce = dispatch<Other, Avx2>(lines_of);
  } else {
    reduce = lines_of(Portable());
  }
  reduce(reducer, totals, total_step, in, count, lines, line_step);
}

/// The number of 16-bit elements that are widened together.
inline constexpr index_t kHalvesTogether = 2048;

/// Reduces lines of 16-bit floats. It widens as many lines at a time as the first-level cache
/// holds.
template <class R, Half In>
void reduce_lines(const R& reducer, typename R::Accumulator* totals, index_t total_step,
                  const In* in, index_t count, index_t lines, index_t line_step) {
  float wide[kHalvesTogether];
  const index_t together = kHalvesTogether / count;
  for (index_t k = 0; k < lines; k += together) {
    const index_t width = lines - k < together ? lines - k : together;
    const index_t calls = line_step == count ? 1 : width;
    for (index_t p = 0; p < calls; ++p)
      widen_row(in + (k + p) * line_step, 1, wide + p * count, count * width / calls);
    reduce_lines(reducer_at(reducer, k * total_step), totals + k * total_step, total_step,
                 static_cast<const float*>(wide), count, width, count);
  }
}

/// Reduces at most kReduceBlock<R> elements that are `step` apart, or of 16 bits. They are copied to a
/// dense line first, as floats if they have 16 bits.
template <class R, class In>
typename R::Accumulator reduce_copied(const R& reducer, const In* in, index_t count, index_t step) {
  using Element = std::conditional_t<Half<In>, float, In>;
  alignas(Element) std::byte copy[sizeof(Element) * kReduceBlock<R>];
  auto* const elements = reinterpret_cast<Element*>(copy);
  if constexpr (Half<In>) {
    widen_row(in, step, elements, count);
  } else {
    copy_row<sizeof(In)>(copy, reinterpret_cast<const std::byte*>(in), count, {1, step},
                         Stores::cached);
  }
  typename R::Accumulator total = reducer.identity();
  reduce_lines(reducer, &total, 0, static_cast<const Element*>(elements), count, 1, count);
  return total;
}

/// Returns the length of the first half of a row that is split.
inline index_t first_half(index_t count) { return count / 2 / 64 * 64; }

}  // namespace detail

/// Reduces `count` elements that are `step` apart into one accumulator.
template <class R, class In>
typename R::Accumulator reduce_elements(const R& reducer, const In* in, index_t count,
                                        index_t step) {
  typename R::Accumulator total = reducer.identity();
  if (count > kReduceBlock<R>) {
    const index_t half = detail::first_half(count);
    total = reduce_elements(reducer, in, half, step);
    if constexpr (R::kLoop == RowLoop::until_final) {
      if (total != reducer.identity()) return total;
    }
    return reducer.merge(total, reduce_elements(reducer, in + half * step, count - half, step));
  }
  if constexpr (!Half<In>) {
    if (step != 1 && count < detail::kFewElements)
      return detail::reduce_short(reducer, 0, count, Strided<In>{in, step});
  }
  if (Half<In> || step != 1) return detail::reduce_copied(reducer, in, count, step);
  detail::reduce_lines(reducer, &total, 0, in, count, 1, count);
  return total;
}

namespace detail {

/// Returns true if the innermost dim is a dense line of at most `most` elements that have one
/// accumulator.
inline bool has_lines(const Loop<2>& loop, index_t most) {
  if (loop.rank == 0) return false;
  const std::size_t inner = loop.rank - 1;
  return loop.strides[0][inner] == 1 && loop.strides[1][inner] == 0 && loop.sizes[inner] <= most;
}

/// True if short lines are copied so that they become columns, which changes the order of the
/// elements.
template <class R, class In>
inline constexpr bool reduces_interleaved = reduces_columns<R, In> && InAnyOrder<R>;

/// Returns true if there are many short lines, whose accumulators are adjacent.
template <class R, class In>
bool has_short_lines(const Loop<2>& loop) {
  constexpr index_t many = 16;
  // Longer lines take less time one by one: from kFewElements on, if vectors reduce all of a line.
  constexpr index_t all = InterleavedLines<In>::kLongest;
  constexpr bool has_vectors = (PropagatesNan<R> || HasWideLanes<R>) && sizeof(In) >= 4;
  constexpr index_t longest = sizeof(In) < 4 ? all : has_vectors ? kFewElements - 1 : all - 1;
  return loop.rank > 1 && has_lines(loop, longest) && loop.sizes[loop.rank - 2] >= many &&
         loop.strides[1][loop.rank - 2] == 1;
}

/// Copies such lines so that they become columns and reduces those.
template <class R, class In>
void reduce_interleaved(const R& reducer, const Loop<2>& loop, const In* in,
                        typename R::Accumulator* totals) {
  constexpr index_t together = InterleavedLines<In>::kMost;
  InterleavedLines<In> lines;
  const std::size_t outer = loop.rank - 2;
  const index_t count = loop.sizes[outer + 1];
  const index_t step = loop.strides[0][outer];
  Walk<2> walk(loop, outer, {});
  do {
    for (index_t k = 0; k < loop.sizes[outer]; k += together) {
      const index_t left = loop.sizes[outer] - k;
      const index_t width = left < together ? left : together;
      const In* const rows = lines.copy(in + walk.at[0] + k * step, count, width, step);
      const index_t at = walk.at[1] + k;
      reduce_columns(reducer_at(reducer, at), totals + at, rows, width, count, width);
    }
  } while (walk.next());
}

/// Reduces each row of the loop by a call.
template <class R, class In>
void reduce_row_by_row(const R& reducer, const Loop<2>& loop, const In* in,
                       typename R::Accumulator* totals) {
  RowWalk<2> walk(loop);
  const index_t count = walk.count;
  const auto [step, total_step] = walk.step;
  do {
    const In* const row = in + walk.at[0];
    for (index_t i = 0; i < count; i += total_step == 0 ? count : 1) {
      const index_t at = walk.at[1] + i * total_step;
      const auto& own = reducer_at(reducer, at);
      totals[at] = total_step == 0 ? own.merge(totals[at], reduce_elements(own, row, count, step))
                                   : own.step(totals[at], element(row, i * step));
    }
  } while (walk.next());
}

}  // namespace detail

/// Reduces every element of `in` into its accumulator. Operand 0 of the loop is the input, operand
/// 1 the accumulators. They must not overlap.
template <class R, class In>
void reduce(const R& reducer, const Loop<2>& loop, const In* in, typename R::Accumulator* totals) {
  if (is_empty(loop)) return;
  if constexpr (detail::reduces_columns<R, In>) {
    if (detail::has_dense_rows(loop)) return detail::reduce_dense_rows(reducer, loop, in, totals);
  }
  if constexpr (detail::reduces_interleaved<R, In>) {
    if (detail::has_short_lines<R, In>(loop))
      return detail::reduce_interleaved(reducer, loop, in, totals);
  }
  constexpr index_t longest = Half<In> ? detail::kHalvesTogether / 4 : kReduceBlock<R>;
  if (!detail::has_lines(loop, longest))
    return detail::reduce_row_by_row(reducer, loop, in, totals);
  // The lines along the next dim are reduced together.
  const std::size_t inner = loop.rank - 1;
  const bool has_one = inner == 0;
  const std::size_t next = has_one ? 0 : inner - 1;
  Walk<2> walk(loop, next, {});
  do
    detail::reduce_lines(reducer_at(reducer, walk.at[1]), totals + walk.at[1],
                         loop.strides[1][next], in + walk.at[0], loop.sizes[inner],
                         has_one ? 1 : loop.sizes[next], loop.strides[0][next]);
  while (walk.next());
}

namespace detail {

/// The number of parts, from repeated halving, into which a row is split between threads.
inline constexpr index_t kReduceLeaves = 16;

/// Reduces `count` elements, shared between the threads of the executor, by calls of reduce(first, count). An
/// element costs as much as a move of `bytes` bytes.
template <class R, class ReduceRange>
typename R::Accumulator reduce_leaves(const R& reducer, index_t count, index_t bytes,
                                      const ReduceRange& reduce) {
  const index_t leaf = count / kReduceLeaves;
  const index_t parts = ndx::detail::parts_for(kReduceLeaves, cost_of_bytes(leaf * bytes));
  if (parts == 1 || leaf <= 2 * kReduceBlock<R>) return reduce(0, count);
  typename R::Accumulator totals[kReduceLeaves];
  ndx::detail::run_parts(kReduceLeaves, parts, [&](index_t from, index_t to) {
    for (index_t k = from; k < to; ++k) {
      index_t first = 0;
      index_t size = count;
      for (index_t bit = kReduceLeaves / 2; bit > 0; bit /= 2) {
        const index_t half = first_half(size);
        if ((k & bit) != 0) first += half;
        size = (k & bit) != 0 ? size - half : half;
      }
      totals[k] = reduce(first, size);
    }
  });
  for (index_t left = kReduceLeaves / 2; left > 0; left /= 2) {
    for (index_t k = 0; k < left; ++k) totals[k] = reducer.merge(totals[2 * k], totals[2 * k + 1]);
  }
  return totals[0];
}

/// Does the work of reduce_elements, shared between the threads of the executor. `in` is a pointer, or has a
/// reduce_elements of its own.
template <class R, class Elements>
typename R::Accumulator reduce_elements_in_parts(const R& reducer, const Elements& in,
                                                 index_t count, index_t step) {
  return reduce_leaves(reducer, count, sizeof(*in), [&](index_t first, index_t size) {
    return reduce_elements(reducer, in + first * step, size, step);
  });
}

/// Returns the largest dim along which the accumulators have a nonzero stride, or the loop's rank
/// if there is none.
inline std::size_t split_dim(const Loop<2>& loop) {
  std::size_t found = loop.rank;
  for (std::size_t d = 0; d < loop.rank; ++d) {
    const bool moves = loop.strides[1][d] != 0;
    if (moves && (found == loop.rank || loop.sizes[d] > loop.sizes[found])) found = d;
  }
  return found;
}

}  // namespace detail

/// Reduces every element by a step of its own into its accumulator. This takes little code and more
/// time than `reduce`.
template <class R, class In>
void reduce_by_steps(const R& reducer, const Loop<2>& loop, const In* in,
                     typename R::Accumulator* totals) {
  if (is_empty(loop)) return;
  RowWalk<2> walk(loop);
  const auto [step, total_step] = walk.step;
  do {
    const Strided<In> row{in + walk.at[0], step};
    auto* const total = totals + walk.at[1];
    if (total_step == 0) {
      *total = reducer.merge(*total, detail::reduce_short(reducer, 0, walk.count, row));
    } else {
      for (index_t i = 0; i < walk.count; ++i)
        total[i * total_step] = reducer.step(total[i * total_step], row.at(i));
    }
  } while (walk.next());
}

/// Does the work of reduce, shared between the threads of the executor.
template <class R, class In>
void reduce_in_parts(const R& reducer, const Loop<2>& loop, const In* in,
                     typename R::Accumulator* totals) {
  if (!is_split(loop, sizeof(In))) return reduce(reducer, loop, in, totals);
  const std::size_t dim = detail::split_dim(loop);
  if (dim < loop.rank) {
    run_in_parts(loop, dim, sizeof(In), [&](const Loop<2>& part, const Offsets<2>& at) {
      reduce(reducer_at(reducer, at[1]), part, in + at[0], totals + at[1]);
    });
  } else if (loop.rank == 1) {
    const auto total =
        detail::reduce_elements_in_parts(reducer, in, loop.sizes[0], loop.strides[0][0]);
    *totals = reducer.merge(*totals, total);
  } else {
    reduce(reducer, loop, in, totals);
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
