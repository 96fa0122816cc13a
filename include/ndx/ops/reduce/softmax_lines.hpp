// softmax and log_softmax along a dim, and the lines of logsumexp, without heap memory for
// intermediate results.
//
// Lines are computed tile by tile, where a tile is some positions of some lines in a buffer on the
// stack. Each line takes three steps: find the largest element, add the exponentials of the
// differences from it, divide by the sum. Between the second and the third step the exponentials are
// kept in the output or, if its type cannot hold them, computed a second time. Results do not depend
// on the number of threads: every order of additions is a function of the tensor alone.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/kernel/move/copy.hpp>
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/reduce/extremes.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

inline constexpr index_t kSoftmaxTile = 2048;  // elements
/// Most lines computed together. If they are adjacent, the floats at each position fill one page.
inline constexpr index_t kSoftmaxLines = 1024;

/// The function of a line: softmax, its logarithm, or one number.
enum class LineFunction : std::uint8_t { softmax, log_softmax, logsumexp };

/// Computes lines along a dim of an input of T and an output of O, which may share their memory.
/// Results are rounded to Result before they are converted to O.
template <class T, class O, LineFunction function, class Result = function_t<T>>
class SoftmaxLines {
  static constexpr bool logarithm = function == LineFunction::log_softmax;
  using Computed = computed_t<Result>;
  using Total = sum_accumulator_t<Computed>;
  using Largest = Max<computed_t<T>>;
  /// Whether the output can hold intermediate values and receive results without a conversion.
  static constexpr bool kKeeps = std::is_same_v<O, Computed> && std::is_same_v<O, Result>;

  struct Finish {
    Computed operator()(const Computed& x, const Computed& divisor) const {
      return logarithm ? x - divisor : x / divisor;
    }
  };
  struct Same {
    Computed operator()(const Computed& x) const { return x; }
  };

 public:
  /// Lines that are adjacent in memory are computed with inner loops over the lines. `columns` is the
  /// number of adjacent lines in the whole tensor, whichever thread computes them, or 0 if lines are
  /// not adjacent.
  SoftmaxLines(index_t size, const Offsets<2>& step, index_t columns)
      : size_(size), step_(step), columns_(columns) {}

  /// For logsumexp, whose lines have parts at the offsets of `parts`. All elements count `times`
  /// times.
  SoftmaxLines(index_t size, index_t step, index_t columns, const Loop<1>& parts, index_t times)
      : size_(size), step_{step, 0}, columns_(columns), parts_(parts), times_(times) {}

  /// Computes `lines` lines, the starts of which are line_step apart.
  void operator()(const T* from, O* to, index_t lines, const Offsets<2>& line_step) {
    const index_t in_tile = size_ < kSoftmaxTile ? kSoftmaxTile / size_ : 1;
    const index_t most = side_by_side() || in_tile > kSoftmaxLines ? kSoftmaxLines : in_tile;
    line_step_ = line_step;
    for (index_t first = 0; first < lines; first += most) {
      lines_ = lines - first < most ? lines - first : most;
      from_ = from + first * line_step[0];
      to_ = to + first * line_step[1];
      if constexpr (function == LineFunction::logsumexp)
        compute_sums();
      else
        compute();
    }
  }

 private:
  /// Some positions of some of the lines.
  struct Tile {
    index_t position;
    index_t line;
    index_t positions;
    index_t lines;
  };

  template <class Visit>
  void for_each_tile(const Tile& most, const Visit& visit) const {
    for (index_t i = 0; i < size_; i += most.positions) {
      const index_t positions = size_ - i < most.positions ? size_ - i : most.positions;
      for (index_t k = 0; k < lines_; k += most.lines)
        visit(Tile{i, k, positions, lines_ - k < most.lines ? lines_ - k : most.lines});
    }
  }

  [[nodiscard]] bool side_by_side() const { return columns_ != 0; }

  /// The largest tile. If lines are adjacent, its number of positions is a multiple of kReduceRows,
  /// the number that a sum adds at a time. Where sums join rows, the number of positions depends on
  /// columns_ alone. Rounding then does not depend on the number of lines that a thread computes.
  [[nodiscard]] Tile largest_tile() const {
    if (!side_by_side()) return {0, 0, kSoftmaxTile / lines_, lines_};
    constexpr index_t together = kernel::kReduceRows;
    const index_t lines = lines_ < kSoftmaxTile / together ? lines_ : kSoftmaxTile / together;
    const bool may_join = columns_ < kernel::detail::kJoinedColumns;
    return {0, 0, kSoftmaxTile / (may_join ? columns_ : lines) / together * together, lines};
  }

  void compute() {
    const Tile whole{0, 0, size_, lines_};
    const Tile most = largest_tile();
    const bool holds_powers = !logarithm && size_ <= most.positions && lines_ <= most.lines;
    const bool keeps = kKeeps && !holds_powers;
    begin_lines();
    reduce_tile(Largest(), whole, from_, of_input(), largest_);
    for_each_tile(most, [&](const Tile& tile) {
      subtract_largest(tile);
      if (keeps && logarithm) store_exponentials(tile);
      exponentiate(tile);
      add_powers(tile);
      if (keeps && !logarithm) store_exponentials(tile);
    });
    for (index_t k = 0; k < lines_; ++k) {
      const auto total = static_cast<Computed>(total_of(k));
      divisors_[k] = logarithm ? libm::log(total) : total;
    }
    if (keeps) return finish_kept(whole);
    for_each_tile(most, [&](const Tile& tile) {
      if (!holds_powers) {
        subtract_largest(tile);
        if (!logarithm) exponentiate(tile);
      }
      store(tile);
    });
  }

  void begin_lines() {
    for (index_t k = 0; k < lines_; ++k) {
      largest_[k] = Largest().identity();
      totals_[k] = 0;
    }
  }
  void add_powers(const Tile& tile) {
    const Computed* const powers = elements_;
    if constexpr (kernel::detail::reduces_columns<Sum<Computed>, Computed>) {
      if (side_by_side())
        return kernel::detail::reduce_dense_rows(
            Sum<Computed>(), totals_ + tile.line, powers, tile.lines, tile.positions, tile.lines,
            kernel::detail::rows_to_join(columns_, tile.positions, columns_));
    }
    reduce_tile(Sum<Computed>(), tile, powers, in_buffer(tile), totals_);
  }

  /// The sum of a line's exponentials. A line with NaN gives the NaN that the search for the largest
  /// found: a sum of several NaNs returns one that depends on the code that adds them, and so on the
  /// number of lines.
  [[nodiscard]] Total total_of(index_t line) const {
    const auto largest = static_cast<Computed>(largest_[line]);
    return largest != largest ? static_cast<Total>(largest) : totals_[line];
  }

  /// Computes logsumexp in two passes over all parts: one for the largest elements, one for the sums.
  void compute_sums() {
    begin_lines();
    const Tile whole{0, 0, size_, lines_};
    for_each_part([&] { reduce_tile(Largest(), whole, from_, of_input(), largest_); });
    for (index_t k = 0; k < lines_; ++k)
      if (libm::isinf(static_cast<Computed>(largest_[k]))) largest_[k] = 0;
    for_each_part([&] {
      for_each_tile(largest_tile(), [&](const Tile& tile) {
        subtract_largest(tile);
        exponentiate(tile);
        add_powers(tile);
      });
    });
    for (index_t k = 0; k < lines_; ++k)
      divisors_[k] = static_cast<Computed>(total_of(k) * static_cast<Total>(times_));
    apply<decltype(functions::natural_log)>(divisors_, lines_);
    for (index_t k = 0; k < lines_; ++k) {
      const Computed found = divisors_[k] + static_cast<Computed>(largest_[k]);
      to_[k * line_step_[1]] = convert_element<O>(convert_element<Result>(found));
    }
  }
  template <class Visit>
  void for_each_part(const Visit& visit) {
    const T* const first = from_;
    kernel::for_each_row(parts_, [&](const Offsets<1>& at, index_t count, const Offsets<1>& steps) {
      for (index_t i = 0; i < count; ++i) {
        from_ = first + at[0] + i * steps[0];
        visit();
      }
    });
    from_ = first;
  }

  /// The strides of an operand: from position to position and from line to line.
  struct Strides {
    index_t step;
    index_t line_step;
  };
  [[nodiscard]] Strides of_input() const { return {step_[0], line_step_[0]}; }
  [[nodiscard]] Strides of_output() const { return {step_[1], line_step_[1]}; }
  static constexpr Strides of_lines() { return {0, 1}; }
  /// Strides in the buffer, where the elements of a tile are contiguous.
  [[nodiscard]] Strides in_buffer(const Tile& tile) const {
    return side_by_side() ? Strides{tile.lines, 1} : Strides{1, tile.positions};
  }
  [[nodiscard]] O* output(const Tile& tile) const {
    return to_ + tile.position * step_[1] + tile.line * line_step_[1];
  }

  /// Reduces each line's elements into its accumulator. The loop has two dims even for a single line,
  /// so that the order of additions does not depend on how many other lines are computed with it.
  template <class R, class In>
  void reduce_tile(const R& reducer, const Tile& tile, const In* in, const Strides& strides,
                   typename R::Accumulator* accumulators) const {
    Loop<2> loop;
    const std::size_t across = side_by_side() ? 1 : 0;
    loop.rank = 2;
    loop.sizes[across] = tile.lines;
    loop.strides[0][across] = strides.line_step;
    loop.strides[1][across] = 1;
    loop.sizes[1 - across] = tile.positions;
    loop.strides[0][1 - across] = strides.step;
    loop.strides[1][1 - across] = 0;
    kernel::reduce(reducer, loop, in, accumulators + tile.line);
  }

  /// Computes out = f(in, …). strides[0] belongs to the output, the others to the inputs.
  template <class F, class Out, class... In>
  void transform(const F& f, const Tile& tile,
                 const std::array<Strides, sizeof...(In) + 1>& strides, Out* out,
                 const In*... in) const {
    Offsets<sizeof...(In) + 1> step;
    Offsets<sizeof...(In) + 1> line_step;
    for (std::size_t k = 0; k < strides.size(); ++k) {
      step[k] = strides[k].step;
      line_step[k] = strides[k].line_step;
    }
    Loop<sizeof...(In) + 1> loop;
    if (side_by_side()) loop.push_inner(tile.positions, step);
    loop.push_inner(tile.lines, line_step);
    if (!side_by_side()) loop.push_inner(tile.positions, step);
    kernel::transform(kernel::row_functions<F, Out, In...>, &f, loop, kernel::Stores::cached,
                      kernel::operands(out, in...));
  }

  void subtract_largest(const Tile& tile) {
    const auto subtract = [](const auto& x, const auto& most) {
      return static_cast<Computed>(x) - static_cast<Computed>(most);
    };
    const auto* const from = from_ + tile.position * step_[0] + tile.line * line_step_[0];
    const auto* const largest = largest_ + tile.line;
    transform(subtract, tile, {in_buffer(tile), of_input(), of_lines()}, elements_, from, largest);
  }

  void exponentiate(const Tile& tile) {
    apply<decltype(functions::natural_exp)>(elements_, tile.positions * tile.lines);
  }
  template <class F>
  static void apply(Computed* numbers, index_t count) {  // contiguous, in place
    using Function = ApplyConverted<std::remove_const_t<F>, Computed>;
    const Function f;
    kernel::transform(kernel::row_functions<Function, Computed, Computed>, &f, count,
                      kernel::Stores::buffered,
                      kernel::operands(numbers, static_cast<const Computed*>(numbers)));
  }

  /// Stores the intermediate values of a tile in the output, from which finish_kept makes the
  /// results.
  void store_exponentials(const Tile& tile) const {
    if constexpr (kKeeps)
      transform(Same(), tile, {of_output(), in_buffer(tile)}, output(tile), elements_);
  }
  void finish_kept(const Tile& tile) const {
    if constexpr (kKeeps)
      transform(Update<Finish>{}, tile, {of_output(), of_output(), of_lines()}, output(tile),
                static_cast<const O*>(output(tile)), divisors_ + tile.line);
  }

  void store(const Tile& tile) const {
    const auto run = [&](const auto& f) {
      transform(f, tile, {of_output(), in_buffer(tile), of_lines()}, output(tile), elements_,
                divisors_ + tile.line);
    };
    if constexpr (std::is_same_v<Result, O>) {
      run(Finish());
    } else {
      run(ConvertedResult<O, Result, Finish>());
    }
  }

  index_t size_;
  Offsets<2> step_;
  index_t columns_;
  Loop<1> parts_;
  index_t times_ = 1;
  index_t lines_ = 1;
  Offsets<2> line_step_{};
  const T* from_ = nullptr;
  O* to_ = nullptr;
  Computed elements_[kSoftmaxTile];
  typename Largest::Accumulator largest_[kSoftmaxLines];
  Total totals_[kSoftmaxLines];
  Computed divisors_[kSoftmaxLines];
};

}  // namespace detail
NDX_NAMESPACE_END
