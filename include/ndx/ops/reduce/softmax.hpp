// softmax, log_softmax and logsumexp along dims, also into an existing tensor.
//
// The largest element of each line is subtracted before the exponentials are taken, so that nothing
// overflows; an infinite one is subtracted as it is by softmax, which gives NaN as exp(inf - inf), and
// counts as 0 in logsumexp, so that the logarithm of the sum is that infinity.
//
// Lines are computed tile by tile, where a tile is some positions of some lines in a buffer on the
// stack, so no heap memory holds intermediate results. Each line takes three steps: find the largest
// element, add the exponentials of the differences from it, divide by the sum. Between the second and
// the third step the exponentials are kept in the output or, if its type cannot hold them, computed a
// second time. Results do not depend on the number of threads: every order of additions is a function
// of the tensor alone.
//
//   SoftmaxLines        computes lines of any length
//   ShortSoftmaxLines   copies many short lines into a buffer where they are adjacent, because a line
//                       of a few elements costs more in calls than in arithmetic
//   LogsumexpLoops      the loops of logsumexp, which may reduce several dims: one of them is the dim of
//                       the lines, the others enumerate the parts of each line
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
  /// not adjacent. Only lines of logsumexp have `parts`, and elements that count several times.
  SoftmaxLines(index_t size, const Offsets<2>& step, index_t columns, const Loop<1>& parts = {},
               index_t times = 1)
      : size_(size), step_(step), columns_(columns), parts_(parts), times_(times) {}

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

  /// Computes softmax or log_softmax of the lines. If all of them fit into one tile, the buffer
  /// still holds the exponentials for the division. Otherwise they are kept in the output or
  /// computed again.
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
        return kernel::detail::reduce_columns(
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
    apply<functions::Log>(divisors_, lines_);
    for (index_t k = 0; k < lines_; ++k) {
      const Computed found = divisors_[k] + static_cast<Computed>(largest_[k]);
      to_[k * line_step_[1]] = convert_element<O>(convert_element<Result>(found));
    }
  }
  template <class Visit>
  void for_each_part(const Visit& visit) {
    const T* const first = from_;
    kernel::RowWalk<1> row(parts_);
    do {
      for (index_t i = 0; i < row.count; ++i) {
        from_ = first + row.at[0] + i * row.step[0];
        visit();
      }
    } while (row.next());
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
    apply<functions::Exp>(elements_, tile.positions * tile.lines);
  }
  template <class F>
  static void apply(Computed* numbers, index_t count) {  // contiguous, in place
    using Function = ApplyConverted<F, Computed>;
    const Function f;
    kernel::row_functions<Function, Computed, Computed>.dense[0](
        &f, {count, kernel::operands(numbers, static_cast<const Computed*>(numbers))});
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

inline index_t step_length(index_t step) { return step < 0 ? -step : step; }

/// Lines shorter than this are copied so that they are adjacent, unless they already are.
inline constexpr index_t kShortSoftmaxLine = 32;
/// Lines that are adjacent are copied too if there are fewer than kFewSoftmaxLines of them, with
/// fewer than kFewSoftmaxElements elements together.
inline constexpr index_t kFewSoftmaxLines = 64;
inline constexpr index_t kFewSoftmaxElements = 256;

/// Whether lines are copied so that many of them are adjacent: short lines that are not adjacent, or
/// only a few of which are.
inline bool copies_softmax_lines(const Loop<2>& lines, index_t size, bool side_by_side) {
  if (lines.rank == 0 || size >= kShortSoftmaxLine) return false;
  const index_t together = lines.sizes[lines.rank - 1];
  return !side_by_side ||
         (lines.rank > 1 && together < kFewSoftmaxLines && together * size < kFewSoftmaxElements);
}

/// Computes lines shorter than kShortSoftmaxLine in two buffers, one for the input and one for the
/// output.
template <class T, class O, LineFunction function, class Result = function_t<T>>
class ShortSoftmaxLines {
 public:
  ShortSoftmaxLines(index_t size, const Offsets<2>& step, index_t times = 1)
      : size_(size), step_(step), times_(times) {}

  /// Computes all lines of a loop: as many along its two innermost dims at a time as fit in a tile.
  void operator()(const T* from, O* to, const Loop<2>& lines) {
    // Their number is a multiple of the vector length.
    constexpr index_t together = kernel::kReduceRows;
    const index_t positions = (size_ + together - 1) / together * together;
    const index_t most = kSoftmaxTile / positions / kVector * kVector;
    Loop<2> all;  // the two innermost dims
    all.rank = 2;
    for (std::size_t d = 0; d < 2; ++d) {
      const bool has = d + lines.rank >= 2;
      all.sizes[d] = has ? lines.sizes[d + lines.rank - 2] : 1;
      for (std::size_t k = 0; k < 2; ++k)
        all.strides[k][d] = has ? lines.strides[k][d + lines.rank - 2] : 0;
    }
    const index_t columns = all.sizes[1] < most ? all.sizes[1] : most;
    const index_t rows = most / columns;
    kernel::Walk<2> walk(lines, lines.rank > 2 ? lines.rank - 2 : 0, {});
    do {
      Loop<2> some = all;
      for (index_t r = 0; r < all.sizes[0]; r += rows) {
        some.sizes[0] = all.sizes[0] - r < rows ? all.sizes[0] - r : rows;
        for (index_t k = 0; k < all.sizes[1]; k += columns) {
          some.sizes[1] = all.sizes[1] - k < columns ? all.sizes[1] - k : columns;
          compute(from + walk.at[0] + r * all.strides[0][0] + k * all.strides[0][1],
                  to + walk.at[1] + r * all.strides[1][0] + k * all.strides[1][1], some);
        }
      }
    } while (walk.next());
  }

 private:
  void compute(const T* from, O* to, const Loop<2>& lines) {
    const index_t count = lines.sizes[0] * lines.sizes[1];
    constexpr bool one_number = function == LineFunction::logsumexp;
    Loop<2> in;
    in.push_inner(size_, {count, step_[0]});
    in.push_inner(lines.sizes[0], {lines.sizes[1], lines.strides[0][0]});
    in.push_inner(lines.sizes[1], {1, lines.strides[0][1]});
    kernel::copy_strided<sizeof(T)>(reinterpret_cast<std::byte*>(in_),
                                    reinterpret_cast<const std::byte*>(from), in);
    SoftmaxLines<T, O, function, Result>(size_, {count, count}, count, {}, times_)(in_, out_, count,
                                                                                   {1, 1});
    Loop<2> out;  // dims in the memory order of the output
    out.push_inner(lines.sizes[0], {lines.strides[1][0], lines.sizes[1]});
    const bool lines_first = step_length(lines.strides[1][1]) > step_length(step_[1]);
    if (lines_first) out.push_inner(lines.sizes[1], {lines.strides[1][1], 1});
    if (!one_number) out.push_inner(size_, {step_[1], count});
    if (!lines_first) out.push_inner(lines.sizes[1], {lines.strides[1][1], 1});
    kernel::copy_strided<sizeof(O)>(reinterpret_cast<std::byte*>(to),
                                    reinterpret_cast<const std::byte*>(out_), out);
  }

  static constexpr index_t kVector = 64;

  index_t size_;
  Offsets<2> step_;
  index_t times_;
  T in_[kSoftmaxTile];
  O out_[kSoftmaxTile];
};

/// Computes all lines, which start along the loop `lines` of the input and the output and have
/// `size` elements, `step` apart.
template <LineFunction function, class Result, class O, class T>
void compute_softmax_lines(const T* in, O* out, const Loop<2>& lines, index_t size,
                           const Offsets<2>& step, const Loop<1>& parts = {}, index_t times = 1) {
  const index_t nearest = lines.rank == 0 ? 0 : step_length(lines.strides[0][lines.rank - 1]);
  const bool side_by_side = lines.rank != 0 && nearest < step_length(step[0]);
  const bool copies = parts.rank == 0 && copies_softmax_lines(lines, size, side_by_side);
  const index_t columns = side_by_side ? lines.sizes[lines.rank - 1] : 0;
  const index_t work = size * index_t{sizeof(T)} * kernel::kLightWorkFactor;
  const auto compute_part = [&](const Loop<2>& part, const Offsets<2>& at) {
    const T* const from = in + at[0];
    O* const to = out + at[1];
    if (copies) return ShortSoftmaxLines<T, O, function, Result>(size, step, times)(from, to, part);
    SoftmaxLines<T, O, function, Result> compute(size, step, columns, parts, times);
    kernel::RowWalk<2> row(part);
    do compute(from + row.at[0], to + row.at[1], row.count, row.step);
    while (row.next());
  };
  kernel::run_in_parts(lines, 0, work, compute_part, kernel::grain_of_lines(size));
}

/// Writes softmax or log_softmax of t along `dim` to `into`. Integers are converted to double first.
/// ops/arithmetic/map_into.hpp has the rules for `into`.
template <LineFunction function, class O, class T>
void softmax_lines(const Into<O>& into, const Tensor<T>& t, index_t dim) {
  if constexpr (std::is_integral_v<T>) {
    return softmax_lines<function>(into, t.template to<double>(), dim);
  } else {
    using Result = function_t<std::remove_const_t<T>>;
    const std::size_t place = wrap_dim(into.call, dim, t.shape().size());
    check_output<Result>(into, t.shape());
    if (t.numel() == 0) return;
    const DistinctInput<T> distinct(into.out, t);
    const Tensor<T>& in = distinct.get();
    Dims others = in.shape();
    others[place] = 1;
    compute_softmax_lines<function, Result>(
        static_cast<const std::remove_const_t<T>*>(in.data()), into.out.data(),
        make_loop<2>(others, {in.strides(), into.out.strides()}), in.shape()[place],
        {in.strides()[place], into.out.strides()[place]});
  }
}

/// The loops of logsumexp: over the lines, each with its result, and over the parts of a line. Each
/// element counts `times` times, which is the size of the reduced dims of stride 0.
struct LogsumexpLoops {
  Loop<2> lines;
  Loop<1> parts;
  index_t times = 1;
};
inline LogsumexpLoops logsumexp_loops(const Layout& in, const Layout& out, std::uint64_t reduced,
                                      bool keepdim) {
  LogsumexpLoops loops;
  std::size_t place = 0;  // index of dim d in the output
  for (std::size_t d = 0; d < in.rank(); ++d) {
    const index_t size = in.shape[d];
    const index_t step = in.strides[d];
    const bool is_reduced = ((reduced >> d) & 1) != 0;
    if (!is_reduced) {
      loops.lines.push_inner(size, {step, out.strides[place]});
    } else if (step == 0) {
      loops.times *= size;
    } else {
      loops.parts.push_inner(size, {step});
    }
    if (keepdim || !is_reduced) ++place;
  }
  return loops;
}

/// Computes all lines. The reduced dim with the smallest stride is the dim of the lines; the other
/// reduced dims enumerate the parts of a line.
template <class Result, class O, class T>
void run_logsumexp(const T* in, O* out, const LogsumexpLoops& loops) {
  Offsets<1> begin{};
  Loop<1> parts = sort_for_memory(loops.parts, begin);
  index_t size = 1;
  index_t step = 0;
  if (parts.rank != 0) {
    size = parts.sizes[--parts.rank];
    step = parts.strides[0][parts.rank];
  }
  compute_softmax_lines<LineFunction::logsumexp, Result>(in + begin[0], out, loops.lines, size,
                                                         {step, 0}, parts, loops.times);
}

/// A single line of at least this many elements is divided into sections, and its logsumexp is that
/// of their logsumexps, so that threads can share it. It is divided without threads too, so that the
/// result does not depend on their number.
inline constexpr index_t kLongLogsumexpLine = index_t{1} << 20;
inline constexpr index_t kLogsumexpSections = 16;
inline bool is_long_line(const LogsumexpLoops& loops) {
  index_t elements = 1;
  for (std::size_t d = 0; d < loops.parts.rank; ++d) elements *= loops.parts.sizes[d];
  return loops.lines.rank == 0 && elements >= kLongLogsumexpLine;
}

/// Divides one line along its largest dim. The elements that remain form one more section.
template <class T>
function_t<T> logsumexp_of_sections(const T* in, const LogsumexpLoops& line) {
  using Computed = computed_t<function_t<T>>;
  Offsets<1> begin{};
  LogsumexpLoops sections = line;
  sections.parts = sort_for_memory(line.parts, begin);
  LogsumexpLoops remainder = sections;
  std::size_t split = 0;
  for (std::size_t d = 1; d < sections.parts.rank; ++d)
    if (sections.parts.sizes[d] > sections.parts.sizes[split]) split = d;
  index_t& size = sections.parts.sizes[split];
  const index_t count = size < kLogsumexpSections ? size : kLogsumexpSections;
  size /= count;
  const index_t step = size * sections.parts.strides[0][split];
  sections.lines.push_inner(count, {step, 1});
  Computed found[kLogsumexpSections + 1];
  run_logsumexp<Computed>(in + begin[0], found, sections);
  remainder.parts.sizes[split] -= count * size;
  if (!is_empty(remainder.parts))
    run_logsumexp<Computed>(in + begin[0] + count * step, found + count, remainder);
  LogsumexpLoops all;
  all.parts.push_inner(is_empty(remainder.parts) ? count : count + 1, {1});
  Computed result;
  run_logsumexp<Computed>(found, &result, all);
  return convert_element<function_t<T>>(result);
}

/// Writes log(sum(exp(t))) over `dims` to `into`.
template <class O, class T>
void logsumexp_lines(const Into<O>& into, const Tensor<T>& t, const ReducedDims& dims,
                     bool keepdim) {
  if constexpr (std::is_integral_v<T>) {
    return logsumexp_lines(into, t.template to<double>(), dims, keepdim);
  } else {
    using In = std::remove_const_t<T>;
    using Result = function_t<In>;
    const Reduction r = make_reduction(into.call, t.layout(), dims);
    check_output<Result>(into, keepdim ? r.kept : r.shape);
    if (is_empty(into.out.shape())) return;
    const DistinctInput<T> distinct(into.out, t);
    const In* const from = distinct.get().data();
    const LogsumexpLoops loops = logsumexp_loops(distinct.get().layout(), into.out.layout(),
                                                 dims.bits(into.call, t.shape().size()), keepdim);
    if (loops.times == 0 || is_empty(loops.parts)) {
      const auto none = -std::numeric_limits<computed_t<Result>>::infinity();
      into.out.fill_(convert_element<O>(convert_element<Result>(none)));
    } else if (is_long_line(loops)) {
      *into.out.data() = convert_element<O>(logsumexp_of_sections(from, loops));
    } else {
      run_logsumexp<Result>(from, into.out.data(), loops);
    }
  }
}

}  // namespace detail

/// Returns e^x divided by its sum along `dim`, as a fresh tensor of t's shape. Integers give double.
/// Throws IndexError for a dim out of range.
///   softmax(tensor({0.0, 0.0}), 0) -> 0.5 0.5
template <RealTensor A>
[[nodiscard]] auto softmax(const A& t, Dim dim) {
  using Result = detail::function_t<detail::element_t<A>>;
  const auto result = detail::make_uninitialized<Result>("softmax", t.shape());
  detail::softmax_lines<detail::LineFunction::softmax>(detail::Into{"softmax", result}, t, dim);
  return result;
}

/// Returns log(softmax(t, dim)) without the rounding of softmax, with the shapes and errors of
/// softmax.
template <RealTensor A>
[[nodiscard]] auto log_softmax(const A& t, Dim dim) {
  using Result = detail::function_t<detail::element_t<A>>;
  const auto result = detail::make_uninitialized<Result>("log_softmax", t.shape());
  detail::softmax_lines<detail::LineFunction::log_softmax>(detail::Into{"log_softmax", result}, t,
                                                           dim);
  return result;
}

/// Writes softmax, or log_softmax, of t along `dim` into an existing tensor, which may be t. Shapes,
/// types, overlap and errors are those of the functions in ndx/into.hpp.
template <class T, RealTensor A>
void softmax_into(const Tensor<T>& out, const A& t, Dim dim) {
  detail::softmax_lines<detail::LineFunction::softmax>(detail::Into{"softmax_into", out}, t, dim);
}
template <class T, RealTensor A>
void log_softmax_into(const Tensor<T>& out, const A& t, Dim dim) {
  detail::softmax_lines<detail::LineFunction::log_softmax>(detail::Into{"log_softmax_into", out}, t,
                                                           dim);
}

/// Returns log(sum(exp(t))) over `dims`, all dims by default. The result for no elements is -inf.
/// Shapes and errors are those of sum; integers give double.
///   logsumexp(tensor({0.0, 0.0}), 0) -> 0.693147
template <RealTensor A>
[[nodiscard]] auto logsumexp(const A& t, const ReducedDims& dims = all_dims,
                             KeepDim keepdim = false) {
  const detail::Reduction r = detail::make_reduction("logsumexp", t.layout(), dims);
  const auto result = detail::make_uninitialized<detail::function_t<detail::element_t<A>>>(
      "logsumexp", keepdim ? r.kept : r.shape);
  detail::logsumexp_lines(detail::Into{"logsumexp", result}, t, dims, keepdim);
  return result;
}
/// Writes logsumexp of t over `dims` into an existing tensor. Shapes, types, overlap and errors are
/// those of the functions in ndx/into.hpp.
template <class T, RealTensor A>
void logsumexp_into(const Tensor<T>& out, const A& t, const ReducedDims& dims = all_dims,
                    KeepDim keepdim = false) {
  detail::logsumexp_lines(detail::Into{"logsumexp_into", out}, t, dims, keepdim);
}

NDX_NAMESPACE_END
