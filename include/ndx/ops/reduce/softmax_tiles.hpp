// Lines of softmax, log_softmax and logsumexp, computed tile by tile.
//
// The largest element of each line is subtracted before the exponentials are taken, so that nothing
// overflows; an infinite one is subtracted as it is by softmax, which gives NaN as exp(inf - inf), and
// counts as 0 in logsumexp, so that the logarithm of the sum is that infinity.
//
// Lines are computed tile by tile, where a tile is some positions of some lines in a buffer on the
// stack, so no heap memory holds intermediate results. Each line takes three steps: find the largest
// element, add the exponentials of the differences from it, divide by the sum. A line that fits into a
// tile is read once. A longer one is read again for each step, but its exponentials are kept in the
// output, if its type can hold them. Results do not depend on the number of threads: every order of
// additions is a function of the tensor alone.
//
// In the buffer, lines are rows or columns. Short lines are columns, because a row of a few elements
// costs more in calls than in arithmetic, and so are lines that are adjacent in memory.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/reduce/extremes.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

inline constexpr std::size_t kSoftmaxBytes = 16384;  // of a tile
/// The number of columns is a multiple of this unless they are adjacent. Their elements are added so
/// many at a time, whatever the number of lines.
inline constexpr index_t kSoftmaxTogether = kernel::kReduceRows;
/// Shorter lines are columns.
inline constexpr index_t kShortSoftmaxLine = 64;
/// Fewer adjacent lines than this are no columns, unless they are short.
inline constexpr index_t kFewSoftmaxLines = 16;

/// The function of a line: softmax, its logarithm, or one number.
enum class LineFunction : std::uint8_t { softmax, log_softmax, logsumexp };

/// The elements of each line: `size` of them, `step` apart in the input and in the output. Only lines
/// of logsumexp, which may reduce several dims, have `parts`, at the offsets of this loop, and elements
/// that count several times.
struct SoftmaxLine {
  index_t size = 1;
  Offsets<2> step{};
  Loop<1> parts;
  index_t times = 1;
};

/// Computes lines of an input of T and an output of O, which may share their memory. Results are
/// rounded to Result before they are converted to O.
template <class T, class O, LineFunction function, class Result = function_t<T>>
class SoftmaxTiles {
  static constexpr bool kLogarithm = function == LineFunction::log_softmax;
  static constexpr bool kIsOneNumber = function == LineFunction::logsumexp;
  using Computed = computed_t<Result>;
  using Total = sum_accumulator_t<Computed>;
  using Largest = Max<Computed>;
  static constexpr std::size_t kElements = kSoftmaxBytes / sizeof(Computed);
  static constexpr std::size_t kMostLines = kElements / kernel::kReduceRows;
  static constexpr auto kTile = static_cast<index_t>(kElements);
  static constexpr auto kLines = static_cast<index_t>(kMostLines);
  /// Whether the output can hold exponentials.
  static constexpr bool kKeeps =
      function == LineFunction::softmax && std::is_same_v<O, Computed> && std::is_same_v<O, Result>;

  struct RoundedResult {
    computed_t<O> operator()(const Computed& x) const {
      return result_element<O>(convert_element<Result>(x));
    }
  };
  using ToOutput =
      std::conditional_t<std::is_same_v<O, Result>, Conversion<O, Computed>, RoundedResult>;

 public:
  SoftmaxTiles(const SoftmaxLine& line, bool columns) : line_(line), columns_(columns) {}

  /// Computes the lines that start along a loop, as many together as fit into a tile.
  void operator()(const T* from, O* to, const Loop<2>& lines) {
    from_ = from;
    to_ = to;
    const std::size_t inner = lines.rank == 0 ? 0 : lines.rank - 1;
    const index_t count = lines.rank == 0 ? 1 : lines.sizes[inner];
    const Offsets<2> step{lines.rank == 0 ? 0 : lines.strides[0][inner],
                          lines.rank == 0 ? 0 : lines.strides[1][inner]};
    const index_t in_tile = kTile / (columns_ ? kSoftmaxTogether : 1) / line_.size;
    const index_t fitting = in_tile * (columns_ ? kSoftmaxTogether : 1);
    const index_t most = fitting == 0 && !columns_          ? 1
                         : fitting == 0 || fitting > kLines ? kLines
                                                            : fitting;
    kernel::Walk<2> walk(lines, inner, {});
    do {
      // Many lines along this dim stay without others, so that they are evenly spaced.
      if (lines_ != 0 && count >= kLines / 4) compute();
      for (index_t k = 0; k < count;) {
        if (lines_ == most) compute();
        spacing_ = lines_ == 0 ? step : Offsets<2>{};
        for (; k < count && lines_ < most; ++k, ++lines_) {
          in_[lines_] = walk.at[0] + k * step[0];
          out_[lines_] = walk.at[1] + k * step[1];
        }
      }
    } while (walk.next());
    compute();
  }

 private:
  /// Rows of contiguous numbers, `step` apart.
  struct Rows {
    const Computed* first;
    index_t step;
  };

  /// Computes the lines whose offsets are listed, and clears the list.
  void compute() {
    if (lines_ == 1) spacing_ = {1, 1};
    const bool are_adjacent = spacing_[0] == 1 && (kIsOneNumber || spacing_[1] == 1);
    width_ = columns_ && !are_adjacent ? rounded_up(lines_) : lines_;
    for (index_t k = lines_; k < width_; ++k) {  // the last line is computed several times
      in_[k] = in_[lines_ - 1];
      out_[k] = out_[lines_ - 1];
    }
    for (index_t k = 0; k < width_; ++k) {
      largest_[k] = Largest().identity();
      totals_[k] = 0;
    }
    index_t positions = kTile / width_;
    if (columns_ && positions < line_.size)
      positions = positions / kSoftmaxTogether * kSoftmaxTogether;
    const bool fits = line_.size <= positions && line_.parts.rank == 0;
    Rows rows{};
    for_each_tile(positions, [&](index_t part) {
      rows = load(from_ + part, in_, spacing_[0], line_.step[0]);
      reduce(Largest(), rows, largest_);
    });
    for (index_t k = 0; k < width_; ++k)
      if (kIsOneNumber && libm::isinf(largest_[k])) largest_[k] = 0;
    for_each_tile(positions, [&](index_t part) {
      if (!fits) rows = load(from_ + part, in_, spacing_[0], line_.step[0]);
      apply(Subtract{}, rows, largest_, in_buffer(elements_));
      Computed* const powers = kLogarithm ? loaded_ : elements_;
      call<functions::Exp>(elements_, powers, positions_ * width_);
      reduce(Sum<Computed>(), in_buffer(powers), totals_);
      if (kKeeps && !fits) store(elements_);
    });
    find_divisors();
    if constexpr (kIsOneNumber) {
      for (index_t k = 0; k < lines_; ++k)
        to_[out_[k]] = convert_element<O>(convert_element<Result>(divisors_[k] + largest_[k]));
    } else {
      for_each_tile(positions,
                    [&](index_t) { divide(fits ? in_buffer(elements_) : powers_again()); });
    }
    lines_ = 0;
  }

  /// Calls visit(part) for each tile of each part of the lines, where `part` is the part's offset.
  template <class Visit>
  void for_each_tile(index_t positions, const Visit& visit) {
    kernel::Walk<1> walk(line_.parts, line_.parts.rank, {});
    do {
      for (first_ = 0; first_ < line_.size; first_ += positions) {
        positions_ = line_.size - first_ < positions ? line_.size - first_ : positions;
        visit(walk.at[0]);
      }
    } while (walk.next());
  }

  /// Finds the sum of each line's exponentials or, unless it is a divisor, its logarithm. A line with
  /// NaN gives the NaN that the search for the largest found: a sum of several NaNs returns one that
  /// depends on the code that adds them, and so on the number of lines.
  void find_divisors() {
    for (index_t k = 0; k < width_; ++k) {
      const auto total = static_cast<Computed>(totals_[k] * static_cast<Total>(line_.times));
      divisors_[k] = largest_[k] != largest_[k] ? largest_[k] : total;
    }
    if (function != LineFunction::softmax) call<functions::Log>(divisors_, divisors_, width_);
  }

  /// Returns the tile's exponentials, or their logarithms for log_softmax.
  Rows powers_again() {
    if constexpr (kKeeps) {
      return load(static_cast<const O*>(to_), out_, spacing_[1], line_.step[1]);
    } else {
      apply(Subtract{}, load(from_, in_, spacing_[0], line_.step[0]), largest_,
            in_buffer(elements_));
      if (!kLogarithm) call<functions::Exp>(elements_, elements_, positions_ * width_);
      return in_buffer(elements_);
    }
  }

  /// Divides by the sums, or subtracts their logarithms, and writes the results unless they are in the
  /// output.
  void divide(const Rows& rows) {
    apply(Update<std::conditional_t<kLogarithm, Subtract, Divide>>{}, rows, divisors_, rows);
    if (rows.first == elements_ || rows.first == loaded_) store(rows.first);
  }

  /// Rows of a tile in a buffer: positions of columns, or lines.
  [[nodiscard]] Rows in_buffer(const Computed* buffer) const {
    return {buffer, columns_ ? width_ : positions_};
  }

  /// Reduces each line of the tile into its accumulator.
  template <class R>
  void reduce(const R& reducer, const Rows& rows, typename R::Accumulator* accumulators) const {
    if (columns_) {
      kernel::detail::reduce_columns(reducer, accumulators, rows.first, width_, positions_,
                                     rows.step);
    } else {
      kernel::detail::reduce_lines(reducer, accumulators, 1, rows.first, positions_, width_,
                                   rows.step);
    }
  }

  /// Sets each element of `to` to f(element, value of its line). An update has both rows in one place.
  template <class F>
  void apply(const F& f, const Rows& from, const Computed* values, const Rows& to) {
    const kernel::Dense<Computed> elements{from.first, from.step};
    auto* const first = const_cast<Computed*>(to.first);
    if (columns_) {
      kernel::transform_rows(f, kernel::Results<Computed>{first, width_, positions_, to.step},
                             elements, kernel::Dense<Computed>{values});
    } else {
      kernel::transform_rows(f, kernel::Results<Computed>{first, positions_, width_, to.step},
                             elements, kernel::BroadcastOperand<Computed>{values, 1});
    }
  }

  /// Sets to[i] = F(from[i]), where `to` may be `from`.
  template <class F>
  static void call(const Computed* from, Computed* to, index_t count) {
    constexpr index_t most = kernel::detail::kVectorRun;
    for (index_t i = 0; i < count; i += most) {
      const index_t n = count - i < most ? count - i : most;
      if constexpr (kernel::CallsVectors<ApplyConverted<F, Computed>>) {
        kernel::apply_vectors(F::vectors(Computed{}), n, to + i, from + i);
      } else {
        for (index_t k = i; k < i + n; ++k) to[k] = F{}(from[k]);
      }
    }
  }

  static constexpr index_t rounded_up(index_t lines) {
    return (lines + kSoftmaxTogether - 1) / kSoftmaxTogether * kSoftmaxTogether;
  }
  /// Copies four rows of four floats to four columns.
  static NDX_ALWAYS_INLINE void transpose_square(const float* a, const float* b, const float* c,
                                                 const float* d, float* w, float* x, float* y,
                                                 float* z) {
    using Four = kernel::VectorOf<float, 16>::Type;
    const auto p = kernel::portable::load<Four>(a);
    const auto q = kernel::portable::load<Four>(b);
    const auto r = kernel::portable::load<Four>(c);
    const auto s = kernel::portable::load<Four>(d);
    const Four pq_low = __builtin_shufflevector(p, q, 0, 4, 1, 5);
    const Four pq_high = __builtin_shufflevector(p, q, 2, 6, 3, 7);
    const Four rs_low = __builtin_shufflevector(r, s, 0, 4, 1, 5);
    const Four rs_high = __builtin_shufflevector(r, s, 2, 6, 3, 7);
    kernel::portable::store(w, __builtin_shufflevector(pq_low, rs_low, 0, 1, 4, 5));
    kernel::portable::store(x, __builtin_shufflevector(pq_low, rs_low, 2, 3, 6, 7));
    kernel::portable::store(y, __builtin_shufflevector(pq_high, rs_high, 0, 1, 4, 5));
    kernel::portable::store(z, __builtin_shufflevector(pq_high, rs_high, 2, 3, 6, 7));
  }

  /// Returns the tile, whose lines begin at the offsets, where it is or in a buffer.
  template <class In>
  Rows load(const In* from, const index_t* offsets, index_t line_step, index_t step) {
    from += first_ * step;
    const bool is_dense =
        columns_ ? width_ == lines_ && line_step == 1 : step == 1 && line_step != 0;
    if constexpr (std::is_same_v<In, Computed>) {
      if (is_dense) return {from + offsets[0], columns_ ? step : line_step};
    }
    if (!columns_ || is_dense) {
      const index_t rows = columns_ ? positions_ : lines_;
      for (index_t k = 0; k < rows; ++k)
        load_row(from + (columns_ ? offsets[0] + k * step : offsets[k]), columns_ ? 1 : step,
                 loaded_ + k * (columns_ ? width_ : positions_), columns_ ? width_ : positions_);
    } else {
      for (index_t k = 0; k < width_; k += kSoftmaxTogether) {
        const In* lines[kSoftmaxTogether];
        for (index_t j = 0; j < kSoftmaxTogether; ++j) lines[j] = from + offsets[k + j];
        index_t i = 0;
        if constexpr (std::is_same_v<In, float> && std::is_same_v<Computed, float>) {
          for (; step == 1 && i + 4 <= positions_; i += 4) {
            Computed* const square = loaded_ + i * width_ + k;
            transpose_square(lines[0] + i, lines[1] + i, lines[2] + i, lines[3] + i, square,
                             square + width_, square + 2 * width_, square + 3 * width_);
            transpose_square(lines[4] + i, lines[5] + i, lines[6] + i, lines[7] + i, square + 4,
                             square + width_ + 4, square + 2 * width_ + 4, square + 3 * width_ + 4);
          }
        }
        for (; i < positions_; ++i) {
          Computed* const row = loaded_ + i * width_ + k;
#pragma GCC unroll 8
          for (index_t j = 0; j < kSoftmaxTogether; ++j)
            row[j] = convert_element<Computed>(kernel::element(lines[j], i * step));
        }
      }
    }
    return in_buffer(loaded_);
  }
  template <class In>
  static void load_row(const In* from, index_t step, Computed* to, index_t count) {
    if constexpr (Half<In>) {
      kernel::widen_row(from, step, to, count);
    } else if (step == 1) {
      kernel::transform_row(Conversion<Computed, In>{}, to, count, kernel::Dense<In>{from});
    } else {
      for (index_t i = 0; i < count; ++i)
        to[i] = convert_element<Computed>(kernel::element(from, i * step));
    }
  }

  /// Writes a tile from a buffer, rounded and converted.
  void store(const Computed* from) {
    const index_t step = line_.step[1];
    O* const to = to_ + first_ * step;
    if (!columns_) {
      for (index_t k = 0; k < lines_; ++k)
        store_row(from + k * positions_, to + out_[k], step, positions_);
    } else if (width_ == lines_ && spacing_[1] == 1) {
      for (index_t i = 0; i < positions_; ++i)
        store_row(from + i * width_, to + out_[0] + i * step, 1, width_);
    } else {
      for (index_t k = 0; k < width_; k += kSoftmaxTogether) {
        O* lines[kSoftmaxTogether];
        for (index_t j = 0; j < kSoftmaxTogether; ++j) lines[j] = to + out_[k + j];
        index_t i = 0;
        if constexpr (std::is_same_v<O, float> && std::is_same_v<Result, float>) {
          for (; step == 1 && i + 4 <= positions_; i += 4) {
            const float* const square = from + i * width_ + k;
            transpose_square(square, square + width_, square + 2 * width_, square + 3 * width_,
                             lines[0] + i, lines[1] + i, lines[2] + i, lines[3] + i);
            transpose_square(square + 4, square + width_ + 4, square + 2 * width_ + 4,
                             square + 3 * width_ + 4, lines[4] + i, lines[5] + i, lines[6] + i,
                             lines[7] + i);
          }
        }
        for (; i < positions_; ++i) {
          const Computed* const row = from + i * width_ + k;
#pragma GCC unroll 8
          for (index_t j = 0; j < kSoftmaxTogether; ++j)
            kernel::set_element(lines[j], i * step, ToOutput{}(row[j]));
        }
      }
    }
  }
  static void store_row(const Computed* from, O* to, index_t step, index_t count) {
    if (step != 1) {
      for (index_t i = 0; i < count; ++i) kernel::set_element(to, i * step, ToOutput{}(from[i]));
    } else if constexpr (std::is_same_v<O, Computed> && std::is_same_v<O, Result>) {
      std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(O));
    } else {
      kernel::transform_row(ToOutput{}, to, count, kernel::Dense<Computed>{from});
    }
  }

  const SoftmaxLine& line_;
  bool columns_;
  const T* from_ = nullptr;
  O* to_ = nullptr;
  index_t lines_ = 0;       // of the tile
  index_t width_ = 0;       // lines of the tile in the buffer
  index_t first_ = 0;       // position of the tile
  index_t positions_ = 0;   // of the tile
  Offsets<2> spacing_{};    // distance of the lines, or 0 if they are not evenly spaced
  index_t in_[kMostLines];  // offsets of the lines
  index_t out_[kMostLines];
  Computed loaded_[kElements];
  Computed elements_[kElements];
  Computed largest_[kMostLines];
  Total totals_[kMostLines];
  Computed divisors_[kMostLines];
};

/// Computes all lines, which start along the loop `lines` of the input and the output.
template <LineFunction function, class Result, class O, class T>
void compute_softmax_lines(const T* in, O* out, const Loop<2>& lines, const SoftmaxLine& line) {
  index_t count = 1;
  for (std::size_t d = 0; d < lines.rank; ++d) count *= lines.sizes[d];
  const std::size_t inner = lines.rank == 0 ? 0 : lines.rank - 1;
  const bool side_by_side =
      count > 1 && distance_of(lines.strides[0][inner]) < distance_of(line.step[0]);
  const bool columns = count >= 8 && ((line.size < kShortSoftmaxLine && !Half<T>) ||
                                      (side_by_side && lines.sizes[inner] >= kFewSoftmaxLines));
  const index_t work = line.size * index_t{sizeof(T)} * kernel::kHeavyWork;
  kernel::run_in_parts(
      lines, 0, work,
      [&](const Loop<2>& part, const Offsets<2>& at) {
        SoftmaxTiles<T, O, function, Result>(line, columns)(in + at[0], out + at[1], part);
      },
      kernel::grain_of_lines(line.size));
}

}  // namespace detail
NDX_NAMESPACE_END
