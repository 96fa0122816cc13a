// median, quantile and percentile, over all elements or over some dims, by thirteen methods. nanmedian,
// nanquantile and nanpercentile leave out NaN.
//
// The reduced dims are merged into one, the last, so that all work is on lines. A few quantiles of a
// line are selected, which takes linear time. Lines are sorted instead if there are more quantiles,
// if NaN is left out, so that the number of elements differs from line to line, or if lines are
// short, so that many are sorted together.
#pragma once

#include <string_view>

#include <ndx/base/message.hpp>
#include <ndx/ops/core/number_text.hpp>
#include <ndx/ops/reduce/sum.hpp>
#include <ndx/ops/sort/sort.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

/// How a quantile is computed from the n sorted elements, as NumPy names it. The first nine are those of
/// Hyndman and Fan (1996), in their order; the last four round the place that `linear` has.
enum class QuantileMethod : std::uint8_t {
  inverted_cdf,           // the first element up to which a fraction q of all lies
  averaged_inverted_cdf,  // inverted_cdf, or the mean of two elements where the fraction is exact
  closest_observation,    // the element whose number is nearest to q * n; of two the even one
  interpolated_inverted_cdf,  // at number q * n, counted from 1
  hazen,                      // at number q * n + 1/2
  weibull,                    // at number q * (n + 1)
  linear,                     // at number q * (n - 1) + 1
  median_unbiased,            // at number q * (n + 1/3) + 1/3
  normal_unbiased,            // at number q * (n + 1/4) + 3/8
  lower,                      // the element before the place of `linear`
  higher,                     // the element after it
  midpoint,                   // the mean of these
  nearest,                    // the nearer one; of two the one with an even index
};

namespace detail {

/// A QuantileMethod, or its name.
class QuantileMethodOrName {
 public:
  constexpr QuantileMethodOrName(QuantileMethod method)  // NOLINT(google-explicit-constructor)
      : method_(method) {}
  template <std::convertible_to<std::string_view> Name>
  QuantileMethodOrName(const Name& name)  // NOLINT(google-explicit-constructor)
      : method_(named(name)) {}
  constexpr operator QuantileMethod() const noexcept { return method_; }

 private:
  static QuantileMethod named(std::string_view name) {
    constexpr std::string_view kNames[] = {"inverted_cdf",
                                           "averaged_inverted_cdf",
                                           "closest_observation",
                                           "interpolated_inverted_cdf",
                                           "hazen",
                                           "weibull",
                                           "linear",
                                           "median_unbiased",
                                           "normal_unbiased",
                                           "lower",
                                           "higher",
                                           "midpoint",
                                           "nearest"};
    for (std::size_t i = 0; i < std::size(kNames); ++i)
      if (name == kNames[i]) return static_cast<QuantileMethod>(i);
    throw_value_error("quantile: no method has the name ", quoted(name, '"'));
  }

  QuantileMethod method_;
};

/// Divides the numbers as NumPy does, so that 30 % is the double next to 0.3.
inline Tensor<double> divided(const Tensor<double>& numbers, double by) {
  const Tensor<double> result = numbers.clone();
  for (double& number : result) number /= by;
  return result;
}

}  // namespace detail

/// The fractions for which quantile returns a value: a number, a list of numbers or a tensor.
class Quantiles {
 public:
  template <Real Q>
  Quantiles(Q q)  // NOLINT(google-explicit-constructor)
      : fractions_(full<double>({}, static_cast<double>(q))) {}
  template <RealTensor Q>
  Quantiles(const Q& q)  // NOLINT(google-explicit-constructor)
      : fractions_(q.template to<double>().contiguous()) {}
  Quantiles(std::initializer_list<double> q) : fractions_(detail::listed(q)) {}
  template <class R>
    requires requires(const R& q) {
      requires Real<std::remove_cvref_t<decltype(*q.data())>>;
      q.size();
      requires !detail::is_tensor_v<R>;
    }
  Quantiles(const R& q)  // NOLINT(google-explicit-constructor)
      : Quantiles(borrow(q.data(), {static_cast<index_t>(q.size())}).clone()) {}

  /// Returns the fractions in row-major order, divided by `whole`, which is 1, or 100 for
  /// percentages. Throws ValueError if one is outside 0…whole.
  [[nodiscard]] Tensor<double> checked(const char* call, int whole = 1) const {
    for (const double q : fractions_) {
      if (!(q >= 0 && q <= whole)) [[unlikely]]
        throw_value_error(call, ": q ", detail::number_text(q), " is not between 0 and ", whole);
    }
    return whole == 1 ? fractions_ : detail::divided(fractions_, whole);
  }

 private:
  Tensor<double> fractions_;
};

namespace detail {

/// Merges the reduced dims into one, the last. Returns a view or a copy.
template <class T>
Tensor<T> lines_over(const Tensor<T>& t, std::uint64_t reduced) {
  Dims order;
  Dims last;
  Dims shape;
  index_t count = 1;
  for (std::size_t d = 0; d < t.shape().size(); ++d) {
    if (((reduced >> d) & 1) != 0) {
      last.push_back(static_cast<index_t>(d));
      count *= t.shape()[d];
    } else {
      order.push_back(static_cast<index_t>(d));
      shape.push_back(t.shape()[d]);
    }
  }
  for (const index_t d : last) order.push_back(d);
  shape.push_back(count);
  return t.permute(order).reshape(shape);
}

/// The two sorted elements between which a quantile of `count` elements lies, and the weight of the
/// second.
struct QuantilePlace {
  index_t low;
  index_t high;
  double part;

  QuantilePlace(double q, index_t count, QuantileMethod method) {
    const double place = place_of(q, static_cast<double>(count), method);
    const double last = static_cast<double>(count - 1);
    const bool is_between = place >= 0 && place < last;
    low = is_between ? static_cast<index_t>(place) : place >= last ? count - 1 : 0;
    if (low < 0) low = 0;  // -ffast-math lets a q of NaN pass every check of its range
    part = is_between ? weight(place - static_cast<double>(low), method) : 0;
    if (part == 1) {
      ++low;
      part = 0;
    }
    high = part > 0 && low + 1 < count ? low + 1 : low;
  }

  /// Interpolates from the nearer element, so that a larger part gives no smaller value.
  template <class S>
  [[nodiscard]] S between(S a, S b) const {
    if (part == 0 || a == b) return a;  // also for infinities, and for elements whose sum overflows
    if (part == 0.5) return (a + b) / S{2};
    const S weight = static_cast<S>(part);
    return part < 0.5 ? a + (b - a) * weight : b - (b - a) * (S{1} - weight);
  }

 private:
  /// Returns where the quantile lies among `n` sorted elements, counted from 0.
  static double place_of(double q, double n, QuantileMethod method) {
    const auto between_bounds = [&](double alpha, double beta) {
      return n * q + (alpha + q * (1 - alpha - beta)) - 1;
    };
    switch (method) {
      case QuantileMethod::inverted_cdf:
      case QuantileMethod::averaged_inverted_cdf:
        return n * q - 1;
      case QuantileMethod::closest_observation:
        return n * q - 1.5;
      case QuantileMethod::interpolated_inverted_cdf:
        return between_bounds(0, 1);
      case QuantileMethod::hazen:
        return between_bounds(0.5, 0.5);
      case QuantileMethod::weibull:
        return between_bounds(0, 0);
      case QuantileMethod::median_unbiased:
        return between_bounds(1.0 / 3, 1.0 / 3);
      case QuantileMethod::normal_unbiased:
        return between_bounds(3.0 / 8, 3.0 / 8);
      default:
        return q * (n - 1);
    }
  }

  /// Returns the weight of the second element at a place that is `after` behind the first one.
  [[nodiscard]] double weight(double after, QuantileMethod method) const {
    const double round_up = after > 0 ? 1 : 0;
    switch (method) {
      case QuantileMethod::inverted_cdf:
      case QuantileMethod::higher:
        return round_up;
      case QuantileMethod::averaged_inverted_cdf:
        return after > 0 ? 1 : 0.5;
      case QuantileMethod::closest_observation:
        return after == 0 && low % 2 == 0 ? 0 : 1;
      case QuantileMethod::lower:
        return 0;
      case QuantileMethod::midpoint:
        return round_up / 2;
      case QuantileMethod::nearest:
        return after > 0.5 || (after == 0.5 && low % 2 != 0) ? 1 : 0;
      default:
        return after;
    }
  }
};

/// Number of elements of a sorted line before the first NaN.
template <class T>
index_t count_numbers(const T* line, index_t count) {
  while (count > 0 && line[count - 1] != line[count - 1]) --count;
  return count;
}

enum class Nan { spreads, is_left_out };

/// The type in which quantiles of T are computed: double or long double.
template <class T>
using quantile_t = sum_accumulator_t<function_t<computed_t<T>>>;

/// More quantiles than this are read from sorted lines.
inline constexpr index_t kMostSelections = 3;

/// Gives the elements of a row by their position in ascending order, without sorting it.
template <class T, class Key>
class SelectedElements {
 public:
  SelectedElements(const kernel::KeyCode<Key>& code, const T* row, index_t size,
                   const kernel::KeyScratch<Key>& scratch)
      : code_(code), row_(row), size_(size), scratch_(scratch) {
    is_exact_ = load_in_parts(code, reinterpret_cast<const std::byte*>(row), size, scratch);
    direction_ = kernel::direction_in_parts(scratch.keys, size, 1, scratch.parts);
  }

  /// Whether the largest element, in order, is NaN.
  [[nodiscard]] bool has_nan() const {
    if (!kHasNan<T> || is_exact_) return false;
    const T largest = element(kernel::key_range(scratch_.keys, size_, scratch_.parts).most);
    return largest != largest;
  }

  /// Returns the quantile between two elements.
  template <class S>
  [[nodiscard]] S at(const QuantilePlace& place) const {
    const Key* const keys = scratch_.keys;
    if (direction_ != 0) {
      const auto number = [&](index_t i) {
        return static_cast<S>(element(keys[direction_ > 0 ? i : size_ - 1 - i]));
      };
      return place.between(number(place.low), number(place.high));
    }
    const auto low = kernel::select_key(keys, size_, place.low, scratch_.spare_keys,
                                        scratch_.counters, scratch_.parts);
    const S first = static_cast<S>(element(low.key));
    if (place.high < low.less + low.equal) return place.between(first, first);
    const Key next = kernel::next_key(keys, size_, low.key, scratch_.parts);
    return place.between(first, static_cast<S>(element(next)));
  }

 private:
  /// Returns an element that has the key.
  [[nodiscard]] T element(Key key) const {
    T number;
    if (is_exact_) {
      code_.store(code_, &key, 1, reinterpret_cast<std::byte*>(&number), nullptr);
      return number;
    }
    index_t i = 0;
    while (scratch_.keys[i] != key) ++i;
    return row_[i];
  }

  const kernel::KeyCode<Key>& code_;
  const T* row_;
  index_t size_;
  const kernel::KeyScratch<Key>& scratch_;
  bool is_exact_;
  index_t direction_;  // that of a row in order, or in reverse
};

/// Writes a few quantiles of each row to result[quantile][row]. Nothing is written for rows with NaN.
template <class T, class S>
void select_quantiles(const T* elements, const Rows& rows, const Tensor<double>& q,
                      QuantileMethod method, S* result) {
  const auto code = key_code_of<T>(false);
  using Key = decltype(code.flip);
  share_rows(code, rows, [&](const Rows& some, index_t first, index_t parts) {
    const RowMemory<Key> memory("quantile", rows.size, rows.size, 0, parts);
    const kernel::KeyScratch<Key> scratch = memory.scratch();
    for (index_t r = first; r < first + some.count; ++r) {
      const SelectedElements<T, Key> row(code, elements + r * rows.size, rows.size, scratch);
      if (row.has_nan()) continue;
      for (index_t i = 0; i < q.numel(); ++i)
        result[i * rows.count + r] =
            row.template at<S>(QuantilePlace(q.data()[i], rows.size, method));
    }
  });
}

/// Writes the quantiles of each line to result[quantile][line]. Lines are not empty.
template <class T, class S>
void write_quantiles(const Tensor<T>& lines, const Tensor<double>& q, Nan nan,
                     QuantileMethod method, S* result) {
  using V = std::remove_const_t<T>;
  const bool spreads = nan == Nan::spreads;
  const Tensor<T> dense = lines.contiguous();
  const index_t size = lines.size(-1);
  const index_t line_count = lines.numel() / size;
  const Rows rows{reinterpret_cast<const std::byte*>(dense.data()), line_count, size};
  if (spreads && q.numel() <= kMostSelections && !are_sorted_for_some(rows, sizeof(V)))
    return select_quantiles<V>(dense.data(), rows, q, method, result);
  const Tensor<V> sorted = make_uninitialized<V>("quantile", dense.shape());
  sort_row_values("quantile", rows, false, sorted.data());
  for (index_t line = 0; line < line_count; ++line) {
    const V* const from = sorted.data() + line * size;
    index_t count = count_numbers(from, size);
    if (spreads && count < size) count = 0;
    for (index_t i = 0; i < q.numel() && count > 0; ++i) {
      const QuantilePlace place(q.data()[i], count, method);
      result[i * line_count + line] =
          place.between(static_cast<S>(from[place.low]), static_cast<S>(from[place.high]));
    }
  }
}

/// Computes quantiles. The result has the dims of the quantiles, then those of the reduction.
template <class T>
Tensor<function_t<std::remove_const_t<T>>> quantiles_over(
    const char* call, const Tensor<T>& t, const Quantiles& quantiles, const ReducedDims& dims,
    bool keepdim, Nan nan, int whole, QuantileMethod method = QuantileMethod::linear) {
  using Out = function_t<std::remove_const_t<T>>;
  using S = quantile_t<std::remove_const_t<T>>;
  const Tensor<double> q = quantiles.checked(call, whole);
  const std::uint64_t reduced = dims.bits(call, t.shape().size());
  Dims shape = q.shape();
  for (std::size_t d = 0; d < t.shape().size(); ++d) {
    const bool is_reduced = ((reduced >> d) & 1) != 0;
    if (!is_reduced || keepdim) shape.push_back(is_reduced ? 1 : t.shape()[d]);
  }
  const auto result = make_filled(call, shape, not_a_number<S>());
  if (t.numel() != 0 && q.numel() != 0)
    write_quantiles(lines_over(t, reduced), q, nan, method, result.data());
  return result.template to<Out>();
}

}  // namespace detail

/// Returns the values below which fractions `q` of the elements over `dims`, by default all, lie.
/// They are interpolated linearly between two elements, unless `method` names another QuantileMethod.
///   quantile(t, 0.25).item() · quantile(t, {0.25, 0.75}) · quantile(t, 0.9, 0) · quantile(t, q, {0, 2}, true)
/// The result is a fresh tensor with the shape of q, () for a number and (n) for a list, followed by
/// that of sum(t, dims, keepdim). Integers give double, other types keep theirs. The result is NaN if
/// there is a NaN, and for no elements. Throws ValueError for a q outside 0…1 and for an unknown method, otherwise as sum does.
/// Complex numbers do not compile. Source: NumPy's quantile.
///   quantile(tensor({1, 2, 3, 4}), 0.25) -> 1.75
///   quantile(tensor({1, 2, 3, 4}), 0.25, 0, false, "hazen") -> 1.5
[[nodiscard]] auto quantile(const RealTensor auto& t, const Quantiles& q,
                            const ReducedDims& dims = all_dims, KeepDim keepdim = false,
                            const detail::QuantileMethodOrName& method = QuantileMethod::linear) {
  return detail::quantiles_over("quantile", t, q, dims, keepdim, detail::Nan::spreads, 1, method);
}

/// Returns the middle one of the sorted elements over `dims`, or the mean of the two in the middle.
/// Shapes, types and errors are those of quantile; complex numbers are accepted too. Source: NumPy's
/// median; PyTorch's is the lower one of two.
///   median(tensor({3, 1, 2})) -> 2
template <NumberTensor A>
[[nodiscard]] auto median(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  return detail::quantiles_over("median", t, 0.5, dims, keepdim, detail::Nan::spreads, 1);
}

/// Returns the quantiles of the elements that are not NaN, or NaN if there are none.
[[nodiscard]] auto nanquantile(
    const RealTensor auto& t, const Quantiles& q, const ReducedDims& dims = all_dims,
    KeepDim keepdim = false, const detail::QuantileMethodOrName& method = QuantileMethod::linear) {
  return detail::quantiles_over("nanquantile", t, q, dims, keepdim, detail::Nan::is_left_out, 1,
                                method);
}

/// Returns the median of the elements that are not NaN, or NaN if there are none.
template <NumberTensor A>
[[nodiscard]] auto nanmedian(const A& t, const ReducedDims& dims = all_dims,
                             KeepDim keepdim = false) {
  return detail::quantiles_over("nanmedian", t, 0.5, dims, keepdim, detail::Nan::is_left_out, 1);
}

/// Returns quantiles, or nanquantiles, of percentages: percentile(t, 25) is quantile(t, 0.25). Throws
/// ValueError for a q outside 0…100. Source: NumPy's percentile and nanpercentile.
///   percentile(tensor({1, 2, 3, 4}), 25) -> 1.75
///   percentile(t, {25, 75}, 0)           the quartiles of each column
[[nodiscard]] auto percentile(const RealTensor auto& t, const Quantiles& q,
                              const ReducedDims& dims = all_dims, KeepDim keepdim = false,
                              const detail::QuantileMethodOrName& method = QuantileMethod::linear) {
  return detail::quantiles_over("percentile", t, q, dims, keepdim, detail::Nan::spreads, 100,
                                method);
}
[[nodiscard]] auto nanpercentile(
    const RealTensor auto& t, const Quantiles& q, const ReducedDims& dims = all_dims,
    KeepDim keepdim = false, const detail::QuantileMethodOrName& method = QuantileMethod::linear) {
  return detail::quantiles_over("nanpercentile", t, q, dims, keepdim, detail::Nan::is_left_out, 100,
                                method);
}

#define NDX_ENTRY(name)                                                              \
  template <ComplexTensor A, class Q = std::initializer_list<double>, class... Rest> \
  auto name(const A& /*t*/, const Q& /*q*/, const Rest&... /*rest*/) {               \
    return detail::refuse_complex<A>();                                              \
  }
NDX_ENTRY(nanpercentile)
NDX_ENTRY(nanquantile)
NDX_ENTRY(percentile)
NDX_ENTRY(quantile)
#undef NDX_ENTRY

NDX_NAMESPACE_END
