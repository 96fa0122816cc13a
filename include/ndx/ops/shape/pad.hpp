// pad surrounds a tensor with constants, copies of its elements, ramps or statistics, as NumPy's pad does.
//
// The elements are copied into the middle of the result. Then the dims are padded one after the
// other, each over the full width of the dims before it, so that corners are padded once.
//
// Each mode is a rule for the element at a place outside: a constant, a copy of an element inside, or
// a number calculated from elements inside. Copies are made for whole rows or slices at a time. Numbers
// are calculated line by line in plain loops: every call compiles all modes, and the vectors of amax,
// mean and median would be most of its code.
#pragma once

#include <algorithm>
#include <concepts>
#include <iterator>
#include <string_view>
#include <vector>

#include <ndx/base/function_ref.hpp>
#include <ndx/base/message.hpp>
#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/reduce/sum.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

/// The elements that pad adds, here before and after [1, 2, 3]:
enum class PadMode : std::uint8_t {
  constant,     //  0  0 | 1 2 3 |  0  0: options.values
  edge,         //  1  1 | 1 2 3 |  3  3
  linear_ramp,  //  0 .5 | 1 2 3 | 1.5 0: evenly down or up to options.values; integers round down
  maximum,      //  3  3 | 1 2 3 |  3  3: of options.stat_length elements next to the border
  mean,         //  2  2 | 1 2 3 |  2  2: of these elements; integers round to nearest, half to even
  median,       //  2  2 | 1 2 3 |  2  2: of these elements; integers round as for mean
  minimum,      //  1  1 | 1 2 3 |  1  1: of these elements
  reflect,      //  3  2 | 1 2 3 |  2  1: mirrored at the last element; see options.odd
  symmetric,    //  2  1 | 1 2 3 |  3  2: mirrored after the last element
  wrap,         //  2  3 | 1 2 3 |  1  2: from the other end
  empty,        // uninitialized memory
};

namespace detail {

/// Returns the mode that has this name in NumPy. Throws ValueError for any other name.
PadMode named_pad_mode(std::string_view name) NDX_SYMBOL(named_pad_mode);
#if !defined(NDX_COMPILED) || NDX_HOLDS(10)
NDX_FUNC PadMode named_pad_mode(std::string_view name) {
  constexpr std::string_view kNames[] = {"constant",  "edge",   "linear_ramp", "maximum",
                                         "mean",      "median", "minimum",     "reflect",
                                         "symmetric", "wrap",   "empty"};
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    if (name == kNames[i]) return static_cast<PadMode>(i);
  throw_value_error("pad: mode ", quoted(name, '"'),
                    " is none of \"constant\", \"edge\", \"linear_ramp\", \"maximum\", \"mean\", "
                    "\"median\", \"minimum\", \"reflect\", \"symmetric\", \"wrap\", \"empty\"");
}
#endif

/// A PadMode, or its name.
class PadModeOrName {
 public:
  constexpr PadModeOrName(PadMode mode) noexcept  // NOLINT(google-explicit-constructor)
      : mode_(mode) {}
  template <std::convertible_to<std::string_view> Name>
  PadModeOrName(const Name& name)  // NOLINT(google-explicit-constructor): {.mode = "reflect"}
      : mode_(named_pad_mode(name)) {}
  constexpr operator PadMode() const noexcept { return mode_; }

 private:
  PadMode mode_;
};

/// A number that is not a pair, as in pad(t, {{1}}). It is refused.
struct OneWidth {
  template <class N>
    requires std::is_arithmetic_v<N>
  constexpr OneWidth(N /*width*/) {  // NOLINT(google-explicit-constructor)
    static_assert(kNever<N>, "each dim has two widths: write pad(t, 1), or pad(t, {{1, 1}})");
  }
};

}  // namespace detail

/// A number before the elements of a dim, and one after them.
template <class V>
struct PadPair {
  constexpr PadPair(V first, V second) : before(first), after(second) {}
  constexpr PadPair(detail::OneWidth /*one*/) {}  // NOLINT(google-explicit-constructor): {{1}}

  V before;
  V after;
};

namespace detail {

/// Whether N can be a number of a PadPairs<V>. Widths are integers.
template <class N, class V>
concept PadNumber = ConvertibleElement<N, V> && (Integer<N> || !std::is_same_v<V, index_t>);

}  // namespace detail

/// A number before and one after each dim: one number for all, one pair for all dims, or one pair for
/// each dim.
template <class V>
class PadPairs {
 public:
  template <detail::PadNumber<V> N>
  PadPairs(N all)  // NOLINT(google-explicit-constructor): pad(t, 1)
      : PadPairs(all, all) {}
  template <std::floating_point F>
    requires std::is_same_v<V, index_t>
  PadPairs(F /*width*/) {  // NOLINT(google-explicit-constructor)
    static_assert(detail::kNever<F>, NDX_TEXT_INTEGERS);
  }
  template <detail::PadNumber<V> A, detail::PadNumber<V> B>
  PadPairs(A before, B after)
      : pairs_{PadPair<V>(convert_element<V>(before), convert_element<V>(after))} {}
  PadPairs(std::initializer_list<PadPair<V>> each) : pairs_(each) {}
  PadPairs(std::vector<PadPair<V>> each)  // NOLINT(google-explicit-constructor)
      : pairs_(std::move(each)) {}

  /// Returns the pair of a dim.
  [[nodiscard]] const PadPair<V>& of(std::size_t dim) const noexcept {
    return pairs_[pairs_.size() == 1 ? 0 : dim];
  }
  /// Throws ShapeError unless there is one pair, or one for each of `rank` dims.
  void check_count(const char* what, std::size_t rank) const {
    if (pairs_.size() != 1 && pairs_.size() != rank) [[unlikely]] {
      throw_shape_error("pad: ", pairs_.size(), " pairs of ", what, " for a tensor of rank ", rank,
                        "; there must be one, or one for each dim");
    }
  }

 private:
  std::vector<PadPair<V>> pairs_;
};

/// Options of pad: what it adds, and how that is computed.
template <Element T>
struct PadOptions {
  /// The kind of added elements; see PadMode.
  detail::PadModeOrName mode = PadMode::constant;
  /// For constant, the values themselves. For linear_ramp, the values at the ends.
  PadPairs<T> values = PadPairs<T>{PadPair<T>(T{}, T{})};
  /// For maximum, mean, median and minimum, the number of elements next to the border that are used,
  /// or all if there are fewer.
  PadPairs<index_t> stat_length = INT64_MAX;
  /// For reflect and symmetric, whether reflections are subtracted from twice the last element, which
  /// is NumPy's reflect_type "odd".
  bool odd = false;
};

namespace detail {

/// The order of PadMode matters: statistics are the modes from maximum to minimum.
inline bool is_statistic(PadMode mode) {
  return mode >= PadMode::maximum && mode <= PadMode::minimum;
}

/// Returns the shape of the result. Throws ValueError for a negative width, for a dim without elements
/// that would be padded with values that depend on its elements, and for options that the elements
/// do not allow, ShapeError for too few or too many pairs.
template <class T>
Dims padded_shape(const PadPairs<index_t>& widths, const PadOptions<T>& options, DimsView shape) {
  const PadMode mode = options.mode;
  const bool is_mirror = mode == PadMode::reflect || mode == PadMode::symmetric;
  const bool calculates =
      mode == PadMode::linear_ramp || is_statistic(mode) || (is_mirror && options.odd);
  widths.check_count("widths", shape.size());
  options.values.check_count("values", shape.size());
  options.stat_length.check_count("stat_length", shape.size());
  Dims padded = shape;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const auto [before, after] = widths.of(d);
    const PadPair<index_t>& length = options.stat_length.of(d);
    if (before < 0 || after < 0) [[unlikely]]
      throw_value_error("pad: width ", before < after ? before : after, " of dim ", d,
                        " must be 0 or more");
    if (shape[d] == 0 && (before != 0 || after != 0) && mode != PadMode::constant &&
        mode != PadMode::empty) [[unlikely]]
      throw_value_error("pad: dim ", d,
                        " has no elements to pad with; PadMode::constant needs none");
    if (is_statistic(mode) && (length.before < 1 || length.after < 1)) [[unlikely]]
      throw_value_error("pad: stat_length of dim ", d, " must be positive");
    padded[d] = checked_add("pad", checked_add("pad", shape[d], before), after);
  }
  if (calculates && (!Real<T> || (Boolean<T> && is_mirror))) [[unlikely]]
    throw_value_error("pad: this mode calculates with real numbers, which the elements are not");
  return padded;
}

/// Moves the number that is at place k of the sorted numbers to that place, and no larger one before
/// it. Source: Hoare's quickselect.
template <class S>
void select_number(S* numbers, index_t count, index_t k) {
  index_t first = 0;
  index_t last = count - 1;
  while (first < last) {
    const S middle = numbers[(first + last) / 2];
    index_t i = first;
    index_t j = last;
    while (i <= j) {
      // The bounds are for -ffast-math, under which comparisons with NaN may be true.
      while (i < last && numbers[i] < middle) ++i;
      while (j > first && middle < numbers[j]) --j;
      if (i <= j) std::swap(numbers[i++], numbers[j--]);
    }
    if (j < k && k < i) return;
    if (k <= j) {
      last = j;
    } else {
      first = i;
    }
  }
}

/// A line of elements of type T, as they are computed with.
template <class T>
struct PadLine {
  using Computed = computed_t<T>;
  using Number = sum_accumulator_t<function_t<Computed>>;  // double or long double

  const Computed* first;
  index_t size;

  /// Returns a statistic of the line. NaN spreads.
  [[nodiscard]] Computed statistic(PadMode mode) const {
    if (mode == PadMode::maximum || mode == PadMode::minimum)
      return extreme(mode == PadMode::maximum);
    const Number value = mode == PadMode::mean ? mean() : median();
    return result_element<T>(std::is_integral_v<T> && !Boolean<T> ? libm::nearbyint(value) : value);
  }

 private:
  [[nodiscard]] Number number(index_t i) const {
    return static_cast<Number>(kernel::element(first, i));
  }
  [[nodiscard]] Computed extreme(bool largest) const {
    Computed best = first[0];
    for (index_t i = 0; i < size; ++i) {
      const Computed x = kernel::element(first, i);
      if (x != x) return x;
      if (largest ? best < x : x < best) best = x;
    }
    return best;
  }
  [[nodiscard]] Number mean() const {
    Number total = 0;
    for (index_t i = 0; i < size; ++i) total += number(i);
    return total / static_cast<Number>(size);
  }
  [[nodiscard]] Number median() const {
    const auto copy = make_uninitialized<Number>("pad", Dims{size});
    Number* const numbers = copy.data();
    for (index_t i = 0; i < size; ++i) {
      numbers[i] = number(i);
      if (numbers[i] != numbers[i]) return numbers[i];
    }
    const index_t middle = size / 2;
    select_number(numbers, size, middle);
    if (size % 2 != 0) return numbers[middle];
    Number low = numbers[0];
    for (index_t i = 0; i < middle; ++i) low = low < numbers[i] ? numbers[i] : low;
    return low == numbers[middle] ? low : (low + numbers[middle]) / 2;  // the sum may overflow
  }
};

/// One border along a dim, before the elements or after them.
template <Element T>
struct PadBorder {
  using Computed = computed_t<T>;
  using Write = FunctionRef<void(const PadLine<T>& line, Computed* out)>;

  std::size_t dim;
  Tensor<T> elements;  // those inside, which are written already
  Tensor<T> border;
  bool is_after;

  /// Writes the border. The order of PadMode matters: modes from reflect on copy elements, unless
  /// reflections are odd.
  void write(const PadOptions<T>& options) const {
    const PadPair<T>& values = options.values.of(dim);
    const T value = is_after ? values.after : values.before;
    const PadMode mode = options.mode;
    if (mode == PadMode::constant) {
      border.fill_(value);
    } else if (mode == PadMode::edge || (size() == 1 && mode >= PadMode::reflect)) {
      border.copy_(nearest(1));
    } else if (mode >= PadMode::reflect && (!options.odd || mode == PadMode::wrap)) {
      write_periods(mode);
    } else if constexpr (Real<T>) {
      if (mode >= PadMode::reflect) return write_odd_periods(mode);
      if (mode == PadMode::linear_ramp) return write_ramp(value);
      const PadPair<index_t>& lengths = options.stat_length.of(dim);
      const Tensor<T> near = nearest(is_after ? lengths.after : lengths.before);
      const auto write = [&](const PadLine<T>& line, Computed* out) {
        *out = line.statistic(mode);
      };
      border.copy_(lines_of(near, 1, Write(write)));
    }
  }

  /// Returns true if a statistic of all elements is written, which is the same on both ends.
  [[nodiscard]] bool is_statistic_of_all(const PadOptions<T>& options) const {
    const auto [front, back] = options.stat_length.of(dim);
    return is_statistic(options.mode) && front >= size() && back >= size();
  }

 private:
  [[nodiscard]] index_t along() const { return static_cast<index_t>(dim); }
  [[nodiscard]] index_t size() const { return elements.shape()[dim]; }
  /// Returns the elements next to the border, all if there are fewer.
  [[nodiscard]] Tensor<T> nearest(index_t count) const {
    const index_t length = count < size() ? count : size();
    return elements.narrow(along(), is_after ? size() - length : 0, length);
  }

  /// The place of the element inside whose value an element of the border takes.
  struct Image {
    index_t index;
    index_t periods;  // whole ones from the elements to the place
    bool is_mirrored;
  };
  /// Returns the image of place i of the border, in a mode from reflect on.
  [[nodiscard]] Image image_of(PadMode mode, index_t i) const {
    const bool repeats_ends = mode == PadMode::symmetric;
    const index_t period = mode == PadMode::wrap ? size()
                           : repeats_ends        ? 2 * size()
                                                 : 2 * (size() - 1);
    const index_t place = is_after ? size() + i : i - border.shape()[dim];  // 0: the first inside
    const index_t rest = place % period;
    const index_t within = rest < 0 ? rest + period : rest;
    const bool is_mirrored = within >= size();
    const index_t index = is_mirrored ? period - within - (repeats_ends ? 1 : 0) : within;
    return {index, (place - within) / period, is_mirrored};
  }

  /// Copies run by run, where a run goes from one end of the elements to the other, forwards or
  /// mirrored.
  void write_periods(PadMode mode) const {
    const index_t count = border.shape()[dim];
    for (index_t done = 0; done < count;) {
      const auto [index, periods, is_mirrored] = image_of(mode, done);
      const index_t run = is_mirrored ? index + 1 : size() - index;
      const index_t length = run < count - done ? run : count - done;
      const index_t begin = is_mirrored ? index + 1 - length : index;
      const Tensor<T> source = elements.narrow(along(), begin, length);
      copy_elements(border.narrow(along(), done, length),
                    is_mirrored ? source.flip(along()) : source);
      done += length;
    }
  }
  /// Subtracts each mirrored element from twice the last element, and adds for each whole period
  /// further out twice the difference of the last and the first element.
  void write_odd_periods(PadMode mode) const {
    using U = std::conditional_t<std::is_integral_v<T>, std::uint64_t, Computed>;  // wraps around
    const index_t count = border.shape()[dim];
    const auto write = [&](const PadLine<T>& line, Computed* out) {
      const auto front = static_cast<U>(line.first[0]);
      const auto back = static_cast<U>(line.first[line.size - 1]);
      for (index_t i = 0; i < count; ++i) {
        const auto [index, periods, is_mirrored] = image_of(mode, i);
        const auto x = static_cast<U>(line.first[index]);
        const U drift = static_cast<U>(2 * periods) * (back - front);
        out[i] = static_cast<Computed>(drift + (is_mirrored ? static_cast<U>(2) * back - x : x));
      }
    };
    border.copy_(lines_of(elements, count, Write(write)));
  }

  /// Writes values that change evenly from `end`, the outermost one, to the element next to the
  /// border.
  void write_ramp(T end) const {
    const index_t count = border.shape()[dim];
    const auto start = static_cast<double>(end);
    const auto write = [&](const PadLine<T>& line, Computed* out) {
      const auto last = static_cast<double>(kernel::element(line.first, 0));
      const double step = (last - start) / static_cast<double>(count);
      for (index_t i = 0; i < count; ++i) {
        const double value = start + static_cast<double>(i) * step;
        out[i] = result_element<T>(std::is_integral_v<T> ? libm::floor(value) : value);
      }
    };
    (is_after ? border.flip(along()) : border).copy_(lines_of(nearest(1), count, Write(write)));
  }

  /// Calls write(line, out) for each line of `source` along the dim. Returns what is written, lines
  /// of `count` elements.
  [[nodiscard]] Tensor<Computed> lines_of(const Tensor<T>& source, index_t count,
                                          Write write) const {
    const auto lines = source.template to<Computed>().transpose(along(), -1).contiguous();
    const index_t size = lines.size(-1);
    Dims shape = lines.shape();
    shape[shape.size() - 1] = count;
    const auto written = make_uninitialized<Computed>("pad", shape);
    for (index_t k = 0; k < lines.numel() / size; ++k)
      write({lines.data() + k * size, size}, written.data() + k * count);
    return written.transpose(along(), -1);
  }
};

template <class T>
Tensor<std::remove_const_t<T>> pad_elements(const Tensor<T>& t, const PadPairs<index_t>& widths,
                                            const PadOptions<std::remove_const_t<T>>& options) {
  using R = std::remove_const_t<T>;
  const DimsView shape = t.shape();
  const Tensor<R> result = make_uninitialized<R>("pad", padded_shape(widths, options, shape));
  Tensor<R> middle = result;
  for (std::size_t d = 0; d < shape.size(); ++d)
    middle = middle.narrow(static_cast<index_t>(d), widths.of(d).before, shape[d]);
  copy_elements(middle, t);
  if (options.mode == PadMode::empty || result.numel() == 0) return result;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    Tensor<R> wide = result;  // whole along the dims up to d, the middle along the others
    for (std::size_t e = d + 1; e < shape.size(); ++e)
      wide = wide.narrow(static_cast<index_t>(e), widths.of(e).before, shape[e]);
    const auto dim = static_cast<index_t>(d);
    const auto [before, after] = widths.of(d);
    const Tensor<R> elements = wide.narrow(dim, before, shape[d]);
    const PadBorder<R> front{d, elements, wide.narrow(dim, 0, before), false};
    const PadBorder<R> back{d, elements, wide.narrow(dim, before + shape[d], after), true};
    front.write(options);
    if (before != 0 && front.is_statistic_of_all(options)) {
      back.border.copy_(front.border.narrow(dim, 0, 1));
    } else {
      back.write(options);
    }
  }
  return result;
}

/// PyTorch's and NumPy's names of PadOptions' values, which are refused.
struct PadValuesByOtherNames {
  enum class Unnamed {} unnamed = {};
  double value = 0;
  double constant_values = 0;
};

}  // namespace detail

/// Returns a copy of t with `before` elements more before each dim and `after` elements after it. The
/// widths are a number, one pair for all dims, or one pair for each dim:
///   pad(t, 1) · pad(t, {1, 2}) · pad(t, {{0, 0}, {1, 1}})
/// The added elements are zeros, or as the options say (see PadMode):
///   pad(t, 1, {.values = 9}) · pad(t, 1, PadMode::edge) · pad(t, 2, {.mode = PadMode::reflect})
/// A mode may be given by NumPy's name: pad(t, 1, "edge"), pad(t, 1, "constant", 9). Throws
/// ValueError for any other name, for a negative width, for a dim of size 0 that is padded from its
/// elements, and for a mode that calculates (linear_ramp, maximum, mean, median, minimum, odd
/// reflections) if the elements are no real numbers. Throws ShapeError unless there is one pair, or
/// one for each dim. Source: NumPy's pad.
///   pad(tensor({1, 2}), {{1, 2}}) -> 0 1 2 0 0
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> pad(
    const Tensor<T>& t, const PadPairs<index_t>& widths,
    const PadOptions<std::remove_const_t<T>>& options = {}) {
  return detail::pad_elements(t, widths, options);
}
/// Takes the mode alone, and the values that it adds.
template <Element T, std::convertible_to<detail::PadModeOrName> M>
[[nodiscard]] Tensor<std::remove_const_t<T>> pad(
    const Tensor<T>& t, const PadPairs<index_t>& widths, const M& mode,
    const PadPairs<std::remove_const_t<T>>& values = PadOptions<std::remove_const_t<T>>{}.values) {
  return pad(t, widths, {.mode = mode, .values = values});
}
template <Element T, class V>
  requires std::is_arithmetic_v<V>
auto pad(const Tensor<T>& /*t*/, const PadPairs<index_t>& /*widths*/, V /*values*/) {
  static_assert(detail::kNever<V>, "values are an option: write pad(t, 1, {.values = 9})");
  return detail::refused<V>();
}
template <Element T>
auto pad(const Tensor<T>& /*t*/, const PadPairs<index_t>& /*widths*/,
         const detail::PadValuesByOtherNames& /*values*/) {
  static_assert(detail::kNever<T>, "the option is called values: write pad(t, 1, {.values = 9})");
  return detail::refused<T>();
}

NDX_NAMESPACE_END
