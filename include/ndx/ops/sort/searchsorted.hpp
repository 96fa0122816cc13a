// searchsorted and bucketize find where values would be inserted into a sorted tensor.
//
// SortedLine searches one line. It reads lines of any strides without a copy.
#pragma once

#include <string_view>

#include <ndx/base/error.hpp>
#include <ndx/base/message.hpp>
#include <ndx/base/types.hpp>
#include <ndx/kernel/loop/fixed_lengths.hpp>
#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/index/take.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN

// SortedLine finds where values would be inserted into one sorted line.
//
// A line of few elements is compared as a whole with each value, in vectors. A longer line takes one
// binary search per value, except for values that are near the one before. Several searches run at a
// time, so that they do not wait for each other's loads. Values and elements may have different
// types: they are compared as by <, with NaN as the largest.

namespace detail {

/// Whether a comes before b, which may have another type. R is their common type.
template <class R, class A, class B>
NDX_ALWAYS_INLINE bool comes_before_other(const A& a, const B& b) {
  if constexpr (Complex<R>) return comes_before(convert_element<R>(a), convert_element<R>(b));
  const bool less = Compare<Less, R, A, B>{}(a, b);
  if constexpr (Floating<B>) {
    return less | ((b != b) & (a == a));
  } else {
    return less;
  }
}

/// One sorted line, and whether equal elements count as smaller than a value.
template <class R, class S>
struct SortedLine {
  const S* first;
  index_t count;
  index_t step;
  bool right;

  /// Returns the number of elements before the value. With `right`, equal elements are counted too.
  template <class V>
  index_t operator()(const V& value) const {
    return search(value, 0, count);
  }

  /// Finds these numbers for several values. This is fast for values that ascend or are near each
  /// other.
  template <class V>
  void search_each(const V* values, index_t values_step, index_t values_count, index_t* out) const {
    const Values<V> all{values, values_step};
    index_t near = 0;
    for (index_t i = 0; i < values_count;) {
      const index_t left = values_count - i;
      const index_t end = i + (left < kernel::detail::kRun ? left : kernel::detail::kRun);
      if (values_step == 1 && are_all_at(near, values + i, end - i)) {
        for (; i < end; ++i) out[i] = near;
        continue;
      }
      if constexpr (std::is_same_v<S, V> && std::is_arithmetic_v<V>) {
        if (values_step == 1 && count <= kFew) {
          kernel::visit_runs(CountBefore<V>{*this, values + i, out + i}, end - i);
          near = out[end - 1];
          i = end;
          continue;
        }
      }
      for (index_t found = 0; i < end; out[i++] = near = found) {
        found = search_near(all[i], near);
        if (found < 0) break;
      }
      if (i == end) continue;
      if (values_count - i >= kAtOnce) {
        search_at_once(all, i, out);
        i += kAtOnce;
      } else {
        for (; i < values_count; ++i) out[i] = search(all[i], 0, count);
      }
      near = out[i - 1];
    }
  }

 private:
  template <class V>
  struct Values {
    const V* first;
    index_t step;
    NDX_ALWAYS_INLINE decltype(auto) operator[](index_t i) const {
      return kernel::element(first, i * step);
    }
  };

  /// Whether element i comes before the value.
  template <class V>
  [[nodiscard]] NDX_ALWAYS_INLINE bool is_before(index_t i, const V& value) const {
    const auto& element = kernel::element(first, i * step);
    return right ? precedes<true>(element, value) : precedes<false>(element, value);
  }
  /// Whether an element comes before the value.
  template <bool Right, class E, class V>
  [[nodiscard]] static NDX_ALWAYS_INLINE bool precedes(const E& element, const V& value) {
    if constexpr (Right) {
      return !comes_before_other<R>(value, element);
    } else {
      return comes_before_other<R>(element, value);
    }
  }

  /// Whether exactly i elements come before the value.
  template <class V>
  [[nodiscard]] NDX_ALWAYS_INLINE bool is_place(index_t i, const V& value) const {
    return (i == 0 || is_before(i - 1, value)) && (i == count || !is_before(i, value));
  }

  /// Searches `left` elements from `low` on. Earlier elements come before the value, later ones do
  /// not.
  template <class V>
  [[nodiscard]] NDX_ALWAYS_INLINE index_t search(const V& value, index_t low, index_t left) const {
    while (left > 0) {
      const index_t half = left / 2;
      const bool before = is_before(low + half, value);
      low = before ? low + half + 1 : low;
      left = before ? left - half - 1 : half;
    }
    return low;
  }

  /// Returns the number for a value if it differs little from `near`, a number found before, or -1
  /// otherwise.
  template <class V>
  [[nodiscard]] index_t search_near(const V& value, index_t near) const {
    if (is_place(near, value)) return near;
    constexpr index_t reach = 8;
    const index_t low = near < reach ? 0 : near - reach;
    const index_t high = count - near < reach ? count : near + reach;
    if (near < count && is_place(near + 1, value)) return near + 1;
    if ((low > 0 && !is_before(low - 1, value)) || (high < count && is_before(high, value)))
      return -1;
    return search(value, low, high - low);
  }

  /// Whether `near` is the number for each of these values. The last value is tested first.
  template <class V>
  [[nodiscard]] bool are_all_at(index_t near, const V* values, index_t values_count) const {
    if (!is_place(near, kernel::element(values, values_count - 1))) return false;
    return kernel::visit_runs(AreAt<V>{*this, values, near}, values_count);
  }
  /// Tests that for a run of values, without a branch for each.
  template <class V>
  struct AreAt {
    const SortedLine& line;
    const V* values;
    index_t near;

    NDX_ALWAYS_INLINE bool operator()(index_t from, index_t values_count) const {
      return line.right ? at<true>(from, values_count) : at<false>(from, values_count);
    }
    template <bool Right>
    [[nodiscard]] NDX_ALWAYS_INLINE bool at(index_t from, index_t values_count) const {
      const bool any_before = near > 0;
      const bool any_after = near < line.count;
      return !((any_before && any<Right, false>(from, values_count, near - 1)) ||
               (any_after && any<Right, true>(from, values_count, near)));
    }
    /// Whether precedes(element `of`, value) equals `Before` for at least one of the values.
    template <bool Right, bool Before>
    [[nodiscard]] NDX_ALWAYS_INLINE bool any(index_t from, index_t values_count, index_t of) const {
      using Found = UnsignedOfSize<sizeof(V) <= 8 ? sizeof(V) : 8>;
      const V* const value = values + from;
      const auto element = kernel::element(line.first, of * line.step);
      Found found = 0;
      for (index_t i = 0; i < values_count; ++i)
        found |= static_cast<Found>(precedes<Right>(element, kernel::element(value, i)) == Before);
      return found != 0;
    }
  };

  /// Lines of at most this many elements are compared with each value as a whole. Vectors do that
  /// faster than a search, whose comparisons wait for each other.
  static constexpr index_t kFew = 32;

  /// Counts the elements before each value of a run, one element of the line at a time.
  template <class V>
  struct CountBefore {
    const SortedLine& line;
    const V* values;
    index_t* out;

    NDX_ALWAYS_INLINE bool operator()(index_t from, index_t values_count) const {
      line.right ? each<true>(from, values_count) : each<false>(from, values_count);
      return true;
    }
    template <bool Right>
    NDX_ALWAYS_INLINE void each(index_t from, index_t values_count) const {
      using Count = UnsignedOfSize<sizeof(V) <= 8 ? sizeof(V) : 8>;
      Count counts[kernel::detail::kRun] = {};
      const V* const value = values + from;
      for (index_t k = 0; k < line.count; ++k) {
        const S element = kernel::element(line.first, k * line.step);
        for (index_t i = 0; i < values_count; ++i)
          counts[i] = static_cast<Count>(
              counts[i] + Count{precedes<Right>(element, kernel::element(value, i))});
      }
      for (index_t i = 0; i < values_count; ++i) out[from + i] = static_cast<index_t>(counts[i]);
    }
  };

  /// Number of searches at a time.
  static constexpr index_t kAtOnce = 16;

  /// Searches for several values at a time. All searches take the same steps, without branches.
  template <class V>
  void search_at_once(const Values<V>& values, index_t first_value, index_t* out) const {
    index_t low[kAtOnce] = {};
    for (index_t left = count, half = 0; left > 0; left -= half) {
      half = left > 1 ? left / 2 : 1;
      for (index_t k = 0; k < kAtOnce; ++k) {
        const bool before = is_before(low[k] + half - 1, values[first_value + k]);
        low[k] += half & -static_cast<index_t>(before);
      }
    }
    for (index_t k = 0; k < kAtOnce; ++k) out[first_value + k] = low[k];
  }
};

}  // namespace detail

// Side: "left" or "right", an argument of searchsorted.

/// Where a value is inserted among equal elements: before them ("left", false) or after them
/// ("right", true).
class Side {
 public:
  template <Boolean B>
  Side(B right) : right_(right) {}  // NOLINT(google-explicit-constructor)
  /// Throws ValueError for any other text.
  template <class Text>
    requires std::is_convertible_v<const Text&, std::string_view>
  Side(const Text& side)
      : right_(std::string_view(side) == "right") {  // NOLINT(google-explicit-constructor)
    if (!right_ && std::string_view(side) != "left") [[unlikely]]
      throw_value_error("searchsorted: side must be \"left\" or \"right\", not ",
                        detail::quoted(side, '"'));
  }

  /// Whether equal elements count as smaller than the value.
  [[nodiscard]] bool is_right() const noexcept { return right_; }

 private:
  bool right_;
};

/// Values that bucketize and digitize accept: a tensor of real numbers, or one such number.
template <class V>
concept SearchValues = RealTensor<V> || (Real<V> && Scalar<V>);

/// Operands of which one is complex.
template <class S, class V>
concept ComplexSearch = ComplexTensor<S> || (RealTensor<S> && (ComplexTensor<V> || Complex<V>));

namespace detail {

/// The least cost of searching for a value, which it has among ascending values.
inline constexpr UnitCost kSearchCost{sizeof(index_t), 2};

/// Searches for each value in one line. This is fast for values that ascend or are near each other.
template <class Line, class V>
Tensor<index_t> search_each(const char* call, const Line& line, const Tensor<V>& values) {
  const Tensor<index_t> result = make_uninitialized<index_t>(call, values.shape());
  const Tensor<V> dense = values.contiguous();
  const index_t count = dense.numel();
  run_parts(count, parts_for(count, kSearchCost), [&](index_t first, index_t last) {
    line.search_each(dense.data() + first, 1, last - first, result.data() + first);
  });
  return result;
}

inline bool same_leading_dims(DimsView a, DimsView b) {
  if (a.size() != b.size()) return false;
  for (std::size_t d = 0; d + 1 < a.size(); ++d) {
    if (a[d] != b[d]) return false;
  }
  return true;
}

/// Searches for each row of values in the sorted row at the same position: shapes (…, n) and (…, m)
/// -> (…, m).
template <class R, class S, class V>
Tensor<index_t> search_rows(const char* call, const Tensor<S>& sorted, const Tensor<V>& values,
                            bool right) {
  if (!same_leading_dims(sorted.shape(), values.shape())) [[unlikely]]
    throw_shape_error(call, ": sorted of shape ", sorted.shape(), " and values of shape ",
                      values.shape(), " differ in more than the last dim");
  const Tensor<index_t> result = zeros<index_t>(values.shape());
  if (values.numel() == 0 || sorted.numel() == 0) return result;
  const Tensor<S> rows = sorted.contiguous();
  const Tensor<V> searched = values.contiguous();
  const index_t size = sorted.size(-1);
  const index_t count = values.size(-1);
  for (index_t row = 0; row < values.numel() / count; ++row) {
    const SortedLine<R, std::remove_const_t<S>> line{rows.data() + row * size, size, 1, right};
    line.search_each(searched.data() + row * count, 1, count, result.data() + row * count);
  }
  return result;
}

/// Searches one sorted line for all values, or each row of `sorted` for the values in the same row.
template <class S, class V>
Tensor<index_t> search(const char* call, const Tensor<S>& sorted, const V& values, bool right) {
  using R = result_t<Tensor<S>, V>;
  if (sorted.dim() == 1) {
    const SortedLine<R, std::remove_const_t<S>> line{sorted.data(), sorted.size(0),
                                                     sorted.stride(0), right};
    if constexpr (is_tensor_v<V>) {
      return search_each(call, line, values);
    } else {
      return full<index_t>({}, line(values));
    }
  }
  if constexpr (is_tensor_v<V>) {
    if (sorted.dim() > 1) return search_rows<R>(call, sorted, values, right);
  }
  throw_shape_error(call, ": sorted must have rank 1 for this value, but has shape ",
                    sorted.shape());
}

}  // namespace detail

/// Returns the index at which each value would have to be inserted to keep `sorted` (ascending along
/// the last dim) in order: before equal elements or, with side "right" (or true), after them.
///   searchsorted(tensor({1, 3, 5}), tensor({3, 4}))           -> {1, 2}
///   searchsorted(tensor({1, 3, 5}), tensor({3, 4}), "right")  -> {2, 2}
///   searchsorted({1, 3, 5}, t) · searchsorted(t, {3, 4.5})    lists are of doubles
///   searchsorted(t, values, "left", {2, 0, 1})                the sorter in braces
/// Shapes: sorted (n), values a tensor of any shape or one number -> the shape of values; sorted (…,
/// n), values (…, m) -> (…, m), where each row is searched in its own row. `sorter`, a tensor of the
/// shape of `sorted`, holds the indices that sort it, such as argsort's. NaN counts as the largest.
/// The order of `sorted` is not checked. Throws ShapeError for shapes that do not match, ValueError
/// for any other side, IndexError for a sorter out of bounds. Source: NumPy's and PyTorch's
/// searchsorted.
template <NumberTensor S, class V>
  requires NumberOperands<S, V>
[[nodiscard]] Tensor<index_t> searchsorted(const S& sorted, const V& values,
                                           const Side& side = false) {
  return detail::search("searchsorted", sorted, values, side.is_right());
}
template <NumberTensor S, class V, IndexTensor I>
  requires NumberOperands<S, V>
[[nodiscard]] Tensor<index_t> searchsorted(const S& sorted, const V& values, const Side& side,
                                           const I& sorter) {
  if (!(sorter.shape() == sorted.shape())) [[unlikely]]
    throw_shape_error("searchsorted: sorter has shape ", sorter.shape(), " and not ",
                      sorted.shape(), ", that of sorted");
  if (sorted.dim() == 0) return searchsorted(sorted, values, side);
  UntypedTensor own = sorter.untyped();
  const auto last = sorted.dim() - 1;
  auto plan = detail::plan_along_axis("searchsorted", sorted.layout(), last, own);
  return searchsorted(detail::read_with(std::move(plan), sorted, {}), values, side);
}
template <NumberTensor S>
[[nodiscard]] Tensor<index_t> searchsorted(const S& sorted, std::initializer_list<double> values,
                                           const Side& side = false) {
  return searchsorted(sorted, detail::listed(values), side);
}
template <class V>
  requires(NumberTensor<V> || Scalar<V>)
[[nodiscard]] Tensor<index_t> searchsorted(std::initializer_list<double> sorted, const V& values,
                                           const Side& side = false) {
  return searchsorted(detail::listed(sorted), values, side);
}
// The overload of two lists is a template, so that only callers compile it.
template <std::same_as<double> V = double>
[[nodiscard]] Tensor<index_t> searchsorted(std::initializer_list<std::type_identity_t<V>> sorted,
                                           std::initializer_list<std::type_identity_t<V>> values,
                                           const Side& side = false) {
  return searchsorted(detail::listed(sorted), detail::listed(values), side);
}
template <NumberTensor S, class V>
  requires NumberOperands<S, V>
[[nodiscard]] Tensor<index_t> searchsorted(const S& sorted, const V& values, const Side& side,
                                           const detail::BracedIndices& sorter) {
  return searchsorted(sorted, values, side, sorter.tensor());
}

/// Returns the index of the interval of each value between ascending boundaries, which is
/// searchsorted(boundaries, values, right).
///   bucketize(tensor({3, 6, 9}), tensor({1, 3, 5, 7, 9}))  -> {1, 3, 4}
///   bucketize(t, {0.5, 1.5}) · bucketize({1, 2}, {1, 2, 3})
/// Throws ShapeError for boundaries whose rank is not 1. Source: PyTorch's bucketize; in NumPy's
/// digitize left and right are swapped.
template <SearchValues V, RealTensor S>
[[nodiscard]] Tensor<index_t> bucketize(const V& values, const S& boundaries, bool right = false) {
  if (boundaries.dim() != 1) [[unlikely]]
    throw_shape_error("bucketize: boundaries have shape ", boundaries.shape(), ", not one dim");
  return detail::search("bucketize", boundaries, values, right);
}
template <SearchValues V>
[[nodiscard]] Tensor<index_t> bucketize(const V& values, std::initializer_list<double> boundaries,
                                        bool right = false) {
  return bucketize(values, detail::listed(boundaries), right);
}
template <std::same_as<double> V = double>
[[nodiscard]] Tensor<index_t> bucketize(std::initializer_list<std::type_identity_t<V>> values,
                                        std::initializer_list<std::type_identity_t<V>> boundaries,
                                        bool right = false) {
  return bucketize(detail::listed(values), detail::listed(boundaries), right);
}
template <RealTensor S>
[[nodiscard]] Tensor<index_t> bucketize(std::initializer_list<double> values, const S& boundaries,
                                        bool right = false) {
  return bucketize(detail::listed(values), boundaries, right);
}
template <class V, class S, class... Rest>
  requires ComplexSearch<S, V>
auto bucketize(const V&, const S&, const Rest&...) {
  return detail::refuse_complex<S, V>();
}

NDX_NAMESPACE_END
