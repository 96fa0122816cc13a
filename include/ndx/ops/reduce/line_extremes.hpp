// The extremes of lines along a dim and their positions, by a reducer of ops/reduce/arg_extremes.hpp.
//
// A line is processed in blocks: one vectorised pass finds the extreme value of each block, and then
// only the block with the best value is searched for its position. Lines that are adjacent in memory,
// with elements far apart, are processed together, one row of memory at a time. Short dense lines are
// first copied so that they are adjacent too.
#pragma once

#include <limits>

#include <ndx/kernel/loop/lines.hpp>
#include <ndx/kernel/reduce/extreme_rows.hpp>
#include <ndx/kernel/reduce/reduce_loop.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The extreme value so far and its position. Of equal values the first or the last is kept. Position
/// -1 means that there is none yet.
template <class R, bool last>
struct Extreme {
  using T = typename R::Accumulator;
  using Takes = typename R::template Takes<last>;
  T value{};
  index_t position = -1;

  /// Takes `count` elements into account. The first of them has position `start`, each next one a
  /// position larger by `apart`.
  template <class In>
  void update(const In* in, index_t count, index_t step, index_t start, index_t apart) {
    if constexpr (Boolean<In>) return offer_bools(in, count, step, start, apart);
    constexpr index_t block = kernel::kReduceBlock<R>;
    T best{};
    index_t best_begin = -1;
    for (index_t begin = 0; begin < count; begin += block) {
      const index_t length = count - begin < block ? count - begin : block;
      const T found = kernel::reduce_elements(R{}, in + begin * step, length, step);
      if (best_begin >= 0 && !Takes{}(found, best)) continue;
      best = found;
      best_begin = begin;
    }
    if (position >= 0 && !Takes{}(best, value)) return;
    const index_t length = count - best_begin < block ? count - best_begin : block;
    index_t found = find(in + best_begin * step, length, step, best);
    if (found < 0) {
      if constexpr (!kernel::PropagatesNan<R>) return;
      found = 0;  // -ffast-math may find no NaN equal to anything; any position inside is valid
    }
    value = kernel::element(in, (best_begin + found) * step);  // the first of several NaNs
    position = start + (best_begin + found) * apart;
  }

  /// Merges the extreme of other elements, which may have any positions.
  void update(const Extreme& other) {
    using Beats = typename R::template Takes<false>;
    if (other.position < 0) return;
    const bool is_equal = !Beats{}(other.value, value) && !Beats{}(value, other.value);
    const bool comes_first = other.position < position;
    if (position < 0 || Beats{}(other.value, value) || (is_equal && comes_first != last))
      *this = other;
  }

 private:
  /// Searches for the most extreme bool and reads nothing after it.
  void offer_bools(const bool* in, index_t count, index_t step, index_t start, index_t apart) {
    bool best = !R().identity();
    index_t found = find(in, count, step, best);
    if (found < 0) {
      best = !best;  // all elements have the other value
      found = last ? count - 1 : 0;
    }
    if (position >= 0 && !Takes{}(best, value)) return;
    value = best;
    position = start + found * apart;
  }

  /// Position of `best`, or -1 if no element equals it, or if it is NaN and R leaves NaN out.
  template <class In>
  static index_t find(const In* in, index_t count, index_t step, const T& best) {
    if (best == best) {
      const index_t found = last ? kernel::find_last_value(in, count, step, best)
                                 : kernel::find_first_value(in, count, step, best);
      return found < count ? found : -1;
    }
    if constexpr (!kernel::PropagatesNan<R>) return -1;
    index_t i = last ? count - 1 : 0;
    const auto is_nan = [&](const T& x) { return x != x; };
    while (!is_nan(kernel::element(in, i * step))) i += last ? -1 : 1;
    return i;
  }
};

/// Finds the extremes of lines along a dim. Results are written to `indices` and, unless it is null,
/// to `values`.
template <class R, bool last, class In>
struct LineExtremes {
  using T = typename R::Accumulator;
  using Takes = typename R::template Takes<last>;

  const In* in;
  index_t count;
  index_t step;
  index_t* indices;
  In* values;

  void write(index_t at, index_t index, const T& value) const {
    indices[at] = index;
    if (values != nullptr) kernel::set_element(values, at, value);
  }

  void line(const Offsets<2>& at) const {
    Extreme<R, last> extreme;
    extreme.update(in + at[0], count, step, 0, 1);
    write(at[1], extreme.position, extreme.value);
  }

  /// Processes `width` lines that are adjacent in memory.
  void columns(const Offsets<2>& at, index_t width, index_t result_step) const {
    T best[kernel::kLinesTogether];
    kernel::RowNumber<T> row[kernel::kLinesTogether];
    for (index_t i = 0; i < width; ++i) {
      best[i] = kernel::element(in + at[0], i);
      row[i] = 0;
    }
    if (count > 1) offer_rows({best, row, width}, {in + at[0] + step, step, 1, count - 1});
    for (index_t i = 0; i < width; ++i) {
      const bool none = !kernel::PropagatesNan<R> && best[i] != best[i];
      write(at[1] + i * result_step, none ? -1 : index_t{row[i]}, best[i]);
    }
  }

  /// Copies short dense lines so that they are adjacent: processed one by one, they mispredict most
  /// branches.
  static constexpr index_t kShortLine = kernel::InterleavedLines<In>::kLongest;
  static constexpr index_t kShortLines = kernel::InterleavedLines<In>::kMost;
  static constexpr index_t kFewLines = 16;  // fewer lines than this do not repay the copy
  void short_lines(const Offsets<2>& at, index_t width, const Offsets<2>& steps) const {
    if (width < kFewLines) {
      for (index_t k = 0; k < width; ++k) line({at[0] + k * steps[0], at[1] + k * steps[1]});
      return;
    }
    kernel::InterleavedLines<In> lines;
    const In* const rows = lines.copy(in + at[0], count, width, steps[0]);
    LineExtremes{rows, count, width, indices, values}.columns({0, at[1]}, width, steps[1]);
  }

 private:
  static void offer_rows(const kernel::ColumnExtremes<T>& columns,
                         const kernel::OfferedRows<In>& rows) {
    if constexpr (Half<In>) {
      T wide[kernel::kLinesTogether];
      const index_t together = kernel::kLinesTogether / columns.count;
      for (index_t r = 0; r < rows.count; r += together) {
        const index_t n = rows.count - r < together ? rows.count - r : together;
        for (index_t k = 0; k < n; ++k)
          kernel::widen_row(rows.in + (r + k) * rows.step, 1, wide + k * columns.count,
                            columns.count);
        kernel::offer_rows(Takes{}, columns, {wide, columns.count, rows.first + r, n});
      }
    } else {
      kernel::offer_rows(Takes{}, columns, rows);
    }
  }
};

/// Finds the extremes of all lines. `shape` has size 1 along their dim, and so do the results.
template <class Extremes>
void find_line_extremes(const Extremes& extremes, DimsView shape, DimsView strides,
                        DimsView result_strides) {
  const index_t bytes = extremes.count * index_t{sizeof *extremes.in};
  if (extremes.step == 1 && extremes.count <= Extremes::kShortLine) {
    Offsets<2> first{};
    const Loop<2> lines = sort_for_memory(make_loop<2>(shape, {strides, result_strides}), first);
    if (lines.rank == 0) return extremes.line(first);
    return kernel::run_together(lines, first, bytes, Extremes::kShortLines,
                                [&](const Offsets<2>& at, index_t width, const Offsets<2>& steps) {
                                  extremes.short_lines(at, width, steps);
                                });
  }
  const bool may_join = extremes.count <= std::numeric_limits<std::int32_t>::max();
  kernel::run_lines(
      shape, strides, result_strides, may_join ? extremes.step : 1, bytes,
      [&](const Offsets<2>& at) { extremes.line(at); },
      [&](const Offsets<2>& at, index_t width, index_t step) {
        extremes.columns(at, width, step);
      });
}

}  // namespace detail
NDX_NAMESPACE_END
