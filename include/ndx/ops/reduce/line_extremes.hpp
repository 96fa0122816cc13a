// The extremes of lines along a dim and their positions, by a reducer of ops/reduce/arg_extremes.hpp.
//
// A line is processed in blocks: one vectorized pass finds the extreme value of each, and then only
// the block that has the best is searched for its position. Lines whose elements are far apart, but
// which lie side by side, are processed together, row by row of memory; so are short lines, once
// copied side by side.
#pragma once

#include <limits>

#include <ndx/kernel/loop/lines.hpp>
#include <ndx/kernel/reduce/extreme_rows.hpp>
#include <ndx/kernel/reduce/reduce_loop.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The extreme value so far and its position, of equal ones the first or the last; position -1
/// means none yet.
template <class R, bool last>
struct Extreme {
  using T = typename R::Accumulator;
  using Takes = typename R::template Takes<last>;
  T value{};
  index_t position = -1;

  /// Offers `count` elements, the first of them at position `start` and each `apart` positions after
  /// the one before.
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
      found = 0;  // under -ffast-math NaN may equal nothing, itself included; a position is inside
    }
    value = kernel::element(in, (best_begin + found) * step);  // of NaNs the first
    position = start + (best_begin + found) * apart;
  }

  /// Merges the result of other elements, at any positions.
  void update(const Extreme& other) {
    using Beats = typename R::template Takes<false>;
    if (other.position < 0) return;
    const bool is_equal = !Beats{}(other.value, value) && !Beats{}(value, other.value);
    const bool comes_first = other.position < position;
    if (position < 0 || Beats{}(other.value, value) || (is_equal && comes_first != last))
      *this = other;
  }

 private:
  /// Searches for a bool that is as extreme as can be, and reads nothing beyond it.
  void offer_bools(const bool* in, index_t count, index_t step, index_t start, index_t apart) {
    bool best = !R().identity();
    index_t found = find(in, count, step, best);
    if (found < 0) {
      best = !best;  // as are all
      found = last ? count - 1 : 0;
    }
    if (position >= 0 && !Takes{}(best, value)) return;
    value = best;
    position = start + found * apart;
  }

  /// The position of `best`; -1 if no element equals it, or if it is NaN and R leaves NaN out.
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

/// Finds the extremes of lines along a dim. `indices` and `values`, unless null, are those of the
/// results.
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

  /// Lines side by side.
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

  /// Short dense lines, copied side by side: one at a time, most branches are mispredicted.
  static constexpr index_t kShortLine = kernel::InterleavedLines<In>::kLongest;
  static constexpr index_t kShortLines = kernel::InterleavedLines<In>::kMost;
  static constexpr index_t kFewLines = 16;  // for which it does not pay
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

/// Finds those of all lines, whose results have this shape and these strides.
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
