// pad surrounds a tensor with constants, copies of its elements, ramps or statistics, as NumPy's pad
// does.
//
// The elements are copied into the middle of the result. Then the dims are padded one after the
// other, each over the full width of the dims before it, so that corners are padded once.
//
// Each mode is a rule for the element at a place outside: a constant, a copy of an element inside, or
// a number calculated from elements inside. Copies are made for whole rows or slices at a time.
#pragma once

#include <concepts>
#include <iterator>
#include <string_view>
#include <vector>

#include <ndx/base/text.hpp>
#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/math/rounding.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/extremes.hpp>
#include <ndx/ops/statistics/quantile.hpp>

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

/// One border along a dim, before the elements or after them.
template <Element T>
struct PadBorder {
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
    } else if (mode >= PadMode::reflect) {
      write_periods(mode, options.odd && mode != PadMode::wrap);
    } else if constexpr (Real<T>) {
      const PadPair<index_t>& lengths = options.stat_length.of(dim);
      const Tensor<T> near = nearest(is_after ? lengths.after : lengths.before);
      if (mode == PadMode::linear_ramp) return write_ramp(value);
      if (mode == PadMode::maximum) return write_statistic(amax(near, along(), true));
      if (mode == PadMode::minimum) return write_statistic(amin(near, along(), true));
      if (mode == PadMode::mean) return write_statistic(mean(near, along(), true));
      write_statistic(median(near, along(), true));
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

  /// Copies run by run, where a run goes from one end of the elements to the other, forwards or
  /// mirrored. In odd reflections, each mirrored element is subtracted from twice the last element,
  /// and for each whole period further out, twice the difference of the last and the first element
  /// is added.
  void write_periods(PadMode mode, bool is_odd) const {
    const index_t count = border.shape()[dim];
    const bool repeats_ends = mode == PadMode::symmetric;
    const index_t period = mode == PadMode::wrap ? size()
                           : repeats_ends        ? 2 * size()
                                                 : 2 * (size() - 1);
    for (index_t done = 0; done < count;) {
      const index_t place = is_after ? size() + done : done - count;  // 0 is the first element
      const index_t rest = place % period;
      const index_t within = rest < 0 ? rest + period : rest;
      const bool is_mirrored = within >= size();
      const index_t index = is_mirrored ? period - within - (repeats_ends ? 1 : 0) : within;
      const index_t run = is_mirrored ? index + 1 : size() - index;
      const index_t length = run < count - done ? run : count - done;
      Tensor<T> source = elements.narrow(along(), is_mirrored ? index + 1 - length : index, length);
      if (is_mirrored) source = source.flip(along());
      const Tensor<T> target = border.narrow(along(), done, length);
      if (!is_odd) {
        copy_elements(target, source);
      } else if constexpr (Real<T>) {
        copy_elements(target, odd_reflection(source, (place - within) / period, is_mirrored));
      }
      done += length;
    }
  }
  [[nodiscard]] Tensor<T> odd_reflection(const Tensor<T>& source, index_t periods,
                                         bool is_mirrored) const {
    using Computed = computed_t<T>;
    using U = std::conditional_t<std::is_integral_v<T>, std::uint64_t, Computed>;  // wraps around
    const auto value = [=](Computed x, Computed front, Computed back) {
      const U drift = static_cast<U>(2 * periods) * (static_cast<U>(back) - static_cast<U>(front));
      const U mirrored = static_cast<U>(2) * static_cast<U>(back) - static_cast<U>(x);
      return static_cast<Computed>(drift + (is_mirrored ? mirrored : static_cast<U>(x)));
    };
    return map_elements<T>("pad", value, source, elements.narrow(along(), 0, 1),
                           elements.narrow(along(), size() - 1, 1));
  }

  /// Writes values that change evenly from `end`, the outermost one, to the element next to the
  /// border.
  void write_ramp(T end) const {
    const index_t count = border.shape()[dim];
    Dims line = Dims::filled(border.shape().size(), 1);
    line[dim] = count;
    const auto start = static_cast<double>(end);
    const auto value = [=](double i, computed_t<T> x) {
      const double exact =
          start + i * ((static_cast<double>(x) - start) / static_cast<double>(count));
      return result_element<T>(std::is_integral_v<T> ? libm::floor(exact) : exact);
    };
    const auto steps = arange<double>(0, static_cast<double>(count)).view(line);
    copy_elements(is_after ? border.flip(along()) : border,
                  map_elements<T>("pad", value, steps, nearest(1)));
  }
  template <class U>
  void write_statistic(const Tensor<U>& value) const {
    if constexpr (std::is_integral_v<T> && !Boolean<T>) {
      border.copy_(round(value));
    } else {
      border.copy_(value);
    }
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
