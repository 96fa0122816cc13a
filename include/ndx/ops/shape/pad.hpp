// pad surrounds a tensor with constants, copies of its elements, ramps or statistics, as NumPy's pad
// does.
//
// The elements are copied into the middle of the result. Then the dims are padded one after the
// other, each over the full width of the dims before it, so that corners are padded once.
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

// The border that pad adds before and after the elements along one dim, and the options of pad.
//
// Each mode is a rule for the element at a place outside: a constant, a copy of an element inside, or
// a number calculated from elements inside. Copies are made for whole rows or slices at a time.

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
inline PadMode named_pad_mode(std::string_view name) {
  constexpr std::string_view kNames[] = {"constant",  "edge",   "linear_ramp", "maximum",
                                         "mean",      "median", "minimum",     "reflect",
                                         "symmetric", "wrap",   "empty"};
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    if (name == kNames[i]) return static_cast<PadMode>(i);
  throw_value_error("pad: mode ", quoted(name, '"'),
                    " is none of \"constant\", \"edge\", \"linear_ramp\", \"maximum\", \"mean\", "
                    "\"median\", \"minimum\", \"reflect\", \"symmetric\", \"wrap\", \"empty\"");
}

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

/// Throws for options that do not fit. The order of PadMode matters: statistics are the modes from
/// maximum to minimum.
template <class T>
void check_pad_options(const PadOptions<T>& options, std::size_t rank) {
  options.values.check_count("values", rank);
  options.stat_length.check_count("stat_length", rank);
  const PadMode mode = options.mode;
  const bool is_statistic = mode >= PadMode::maximum && mode <= PadMode::minimum;
  const bool is_mirror = mode == PadMode::reflect || mode == PadMode::symmetric;
  for (std::size_t d = 0; is_statistic && d < rank; ++d) {
    const PadPair<index_t>& length = options.stat_length.of(d);
    if (length.before < 1 || length.after < 1) [[unlikely]]
      throw_value_error("pad: stat_length of dim ", d, " must be positive");
  }
  const bool calculates =
      mode == PadMode::linear_ramp || is_statistic || (is_mirror && options.odd);
  if (calculates && (!Real<T> || (Boolean<T> && is_mirror))) [[unlikely]]
    throw_value_error("pad: this mode calculates with real numbers, which the elements are not");
}

/// The border of `wide` along one dim. The elements inside are written already.
template <Element T>
class PadBorder {
 public:
  PadBorder(const Tensor<T>& wide, std::size_t dim, const PadPair<index_t>& width, index_t size)
      : place_(dim),
        dim_(static_cast<index_t>(dim)),
        size_(size),
        before_(wide.narrow(dim_, 0, width.before)),
        elements_(wide.narrow(dim_, width.before, size)),
        after_(wide.narrow(dim_, width.before + size, width.after)) {}

  /// Writes the border. The order of PadMode matters: modes from reflect on copy elements, unless
  /// reflections are odd.
  void write(const PadOptions<T>& options) const {
    const PadMode mode = options.mode;
    if (mode == PadMode::constant) {
      before_.fill_(options.values.of(place_).before);
      after_.fill_(options.values.of(place_).after);
    } else if (mode == PadMode::edge || (size_ == 1 && mode >= PadMode::reflect)) {
      before_.copy_(first());
      after_.copy_(last());
    } else if (mode == PadMode::wrap || (mode > PadMode::minimum && !options.odd)) {
      write_periods(mode, before_, -before_.size(dim_));
      write_periods(mode, after_, size_);
    } else if constexpr (Real<T>) {
      write_calculated(options);
    }
  }

 private:
  [[nodiscard]] Tensor<T> first() const { return elements_.narrow(dim_, 0, 1); }
  [[nodiscard]] Tensor<T> last() const { return elements_.narrow(dim_, size_ - 1, 1); }

  /// The element that is repeated at a place outside, and the number of periods between it and the
  /// place.
  struct Source {
    index_t index;
    index_t periods;
    bool is_mirrored;
  };
  /// Finds the source of a place, which is counted from the first element and negative before it.
  [[nodiscard]] Source source_of(PadMode mode, index_t place) const {
    const index_t period = mode == PadMode::wrap        ? size_
                           : mode == PadMode::symmetric ? 2 * size_
                                                        : 2 * (size_ - 1);
    const index_t rest = place % period;
    const index_t within = rest < 0 ? rest + period : rest;
    const index_t periods = (place - within) / period;
    if (within < size_) return {within, periods, false};
    return {mode == PadMode::symmetric ? period - 1 - within : period - within, periods, true};
  }

  /// Copies run by run, where a run goes from one end of the elements to the other, forwards or
  /// mirrored.
  void write_periods(PadMode mode, const Tensor<T>& border, index_t start) const {
    const index_t count = border.size(dim_);
    for (index_t done = 0; done < count;) {
      const Source from = source_of(mode, start + done);
      const index_t run = from.is_mirrored ? from.index + 1 : size_ - from.index;
      const index_t length = run < count - done ? run : count - done;
      const index_t first = from.is_mirrored ? from.index + 1 - length : from.index;
      const Tensor<T> source = elements_.narrow(dim_, first, length);
      copy_elements(border.narrow(dim_, done, length),
                    from.is_mirrored ? source.flip(dim_) : source);
      done += length;
    }
  }

  void write_calculated(const PadOptions<T>& options) const {
    switch (options.mode) {
      case PadMode::linear_ramp:
        write_ramp(before_, options.values.of(place_).before, first());
        return write_ramp(after_.flip(dim_), options.values.of(place_).after, last());
      case PadMode::maximum:
        return write_statistics(options, [&](const auto& t) { return amax(t, dim_, true); });
      case PadMode::minimum:
        return write_statistics(options, [&](const auto& t) { return amin(t, dim_, true); });
      case PadMode::mean:
        return write_statistics(options, [&](const auto& t) { return mean(t, dim_, true); });
      case PadMode::median:
        return write_statistics(options, [&](const auto& t) { return median(t, dim_, true); });
      default:
        write_odd(options.mode, before_, -before_.size(dim_));
        return write_odd(options.mode, after_, size_);
    }
  }

  /// Writes values that change evenly from `end`, the outermost one, to the element next to the
  /// border.
  void write_ramp(const Tensor<T>& border, T end, const Tensor<T>& edge) const {
    const index_t count = border.size(dim_);
    Dims along = Dims::filled(border.shape().size(), 1);
    along[place_] = count;
    const auto start = static_cast<double>(end);
    const auto value = [=](double i, computed_t<T> x) {
      const double exact =
          start + i * ((static_cast<double>(x) - start) / static_cast<double>(count));
      return result_element<T>(std::is_integral_v<T> ? libm::floor(exact) : exact);
    };
    copy_elements(border,
                  map_elements<T>("pad", value,
                                  arange<double>(0, static_cast<double>(count)).view(along), edge));
  }

  template <class Statistic>
  void write_statistics(const PadOptions<T>& options, const Statistic& statistic) const {
    const auto [left, right] = options.stat_length.of(place_);
    const auto value = statistic(elements_.narrow(dim_, 0, left < size_ ? left : size_));
    write_statistic(before_, value);
    if (left >= size_ && right >= size_) return write_statistic(after_, value);
    const index_t length = right < size_ ? right : size_;
    write_statistic(after_, statistic(elements_.narrow(dim_, size_ - length, length)));
  }
  template <class U>
  void write_statistic(const Tensor<T>& border, const Tensor<U>& value) const {
    if constexpr (std::is_integral_v<T> && !Boolean<T>) {
      border.copy_(round(value));
    } else {
      border.copy_(value);
    }
  }

  /// Writes odd reflections: each reflection is subtracted from twice the element at which it is
  /// mirrored. For each whole period further out, twice the difference of the last and the first
  /// element is added.
  void write_odd(PadMode mode, const Tensor<T>& border, index_t start) const {
    for (index_t i = 0; i < border.size(dim_); ++i) {
      const Source from = source_of(mode, start + i);
      using Computed = computed_t<T>;
      using U = std::conditional_t<std::is_integral_v<T>, std::uint64_t, Computed>;  // wraps around
      const auto value = [from](Computed x, Computed front, Computed back) {
        const auto steps = static_cast<U>(2 * from.periods);
        const U drift = steps * (static_cast<U>(back) - static_cast<U>(front));
        const U mirrored = static_cast<U>(2) * static_cast<U>(back) - static_cast<U>(x);
        return static_cast<Computed>(drift + (from.is_mirrored ? mirrored : static_cast<U>(x)));
      };
      copy_elements(
          border.narrow(dim_, i, 1),
          map_elements<T>("pad", value, elements_.narrow(dim_, from.index, 1), first(), last()));
    }
  }

  std::size_t place_;
  index_t dim_;
  index_t size_;
  Tensor<T> before_;
  Tensor<T> elements_;
  Tensor<T> after_;
};

}  // namespace detail

namespace detail {

/// Throws ValueError for a negative width, ShapeError if there is not one pair for each dim.
inline void check_widths(const PadPairs<index_t>& widths, DimsView shape) {
  widths.check_count("widths", shape.size());
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const PadPair<index_t>& width = widths.of(d);
    const index_t least = width.before < width.after ? width.before : width.after;
    if (least < 0) [[unlikely]]
      throw_value_error("pad: width ", least, " of dim ", d, " must be 0 or more");
  }
}

/// Throws ValueError if a dim without elements would be padded with values that depend on its
/// elements.
inline void check_sources(PadMode mode, const PadPairs<index_t>& widths, DimsView shape) {
  if (mode == PadMode::constant || mode == PadMode::empty) return;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const PadPair<index_t>& width = widths.of(d);
    if (shape[d] == 0 && (width.before != 0 || width.after != 0)) [[unlikely]] {
      throw_value_error("pad: dim ", d,
                        " has no elements to pad with; PadMode::constant needs none");
    }
  }
}

inline Dims padded_shape(const PadPairs<index_t>& widths, DimsView shape) {
  Dims padded = shape;
  for (std::size_t d = 0; d < padded.size(); ++d) {
    const PadPair<index_t>& width = widths.of(d);
    padded[d] = checked_add("pad", checked_add("pad", padded[d], width.before), width.after);
  }
  return padded;
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
  using R = std::remove_const_t<T>;
  const DimsView shape = t.shape();
  detail::check_widths(widths, shape);
  detail::check_sources(options.mode, widths, shape);
  detail::check_pad_options(options, shape.size());
  const Tensor<R> result =
      detail::make_uninitialized<R>("pad", detail::padded_shape(widths, shape));
  Tensor<R> middle = result;
  for (std::size_t d = 0; d < shape.size(); ++d)
    middle = middle.narrow(static_cast<index_t>(d), widths.of(d).before, shape[d]);
  detail::copy_elements(middle, t);
  if (options.mode == PadMode::empty || result.numel() == 0) return result;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    Tensor<R> wide = result;  // whole along the dims up to d, the middle along the others
    for (std::size_t e = d + 1; e < shape.size(); ++e)
      wide = wide.narrow(static_cast<index_t>(e), widths.of(e).before, shape[e]);
    detail::PadBorder<R>(wide, d, widths.of(d), shape[d]).write(options);
  }
  return result;
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
