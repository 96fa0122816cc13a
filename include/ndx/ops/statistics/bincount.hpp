// bincount counts how often each small integer occurs.
//
// Values are counted directly at their index, without sorting, so that time and memory grow with the
// largest value. Weights are added as index_put_ adds them, in the order of the values.
#pragma once

#include <ndx/ops/core/index_values.hpp>
#include <ndx/ops/reduce/extremes.hpp>
#include <ndx/ops/statistics/count_in_parts.hpp>

NDX_NAMESPACE_BEGIN

/// Tensors that bincount accepts: integers, or bools counted as 0 and 1.
template <class X>
concept CountableTensor =
    IndexTensor<X> || (detail::is_tensor_v<X> && Boolean<detail::element_t<X>>);

/// A tensor that bincount refuses.
template <class X>
concept NoCountableTensor = detail::is_tensor_v<X> && !CountableTensor<X>;

namespace detail {

/// Values that are numbers of bins, and how many bins these need.
template <class I>
struct Bins {
  Tensor<const I> values;
  index_t count;
};

/// Returns the values as integers that an index may have, and at least `minlength` bins. Throws unless
/// they have rank 1 and none is negative. As an unsigned integer a negative value is larger than all
/// others, so that the largest one tells both.
template <CountableTensor A>
auto checked_bins(const A& t, index_t minlength) {
  using I = element_t<A>;
  constexpr bool converts = Boolean<I> || (std::is_unsigned_v<I> && sizeof(I) == sizeof(index_t));
  using Value = std::conditional_t<converts, index_t, I>;
  using Unsigned = std::make_unsigned_t<Value>;
  if (t.dim() != 1) [[unlikely]]
    throw_shape_error("bincount: values have shape ", t.shape(), ", not one dim");
  if (minlength < 0) [[unlikely]]
    throw_value_error("bincount: minlength ", minlength, " is negative");
  Bins<Value> bins{{}, minlength};
  if constexpr (converts) {
    bins.values = to_indices("bincount", t);
  } else {
    bins.values = t;
  }
  if (t.numel() == 0) return bins;
  const Tensor<const Unsigned> numbers(bins.values.storage(), Layout(bins.values.layout()));
  const Unsigned largest = extreme_of_all<Max<Unsigned>>(numbers);
  if (largest > static_cast<Unsigned>(std::numeric_limits<Value>::max())) [[unlikely]] {
    const index_t place = find_first(bins.values, [](Value bin) { return bin < 0; });
    throw_index_error("bincount: value ", describe_element(bins.values, place), " is negative");
  }
  const index_t count = checked_add("bincount", static_cast<index_t>(largest), 1);
  if (count > minlength) bins.count = count;
  return bins;
}

/// Adds `times` to the count of each of n values, which are known to be in range.
template <class I>
void count_values(const I* value, index_t step, index_t n, index_t times,
                  index_t* NDX_RESTRICT count) {
  if (step == 1 && times == 1) {
    for (index_t i = 0; i < n; ++i) ++count[value[i]];
  } else {
    for (index_t i = 0; i < n; ++i) count[value[i * step]] += times;
  }
}

/// Counts the values. `minlength` is the least number of counts.
template <CountableTensor A>
Tensor<index_t> bincount_of(const A& t, index_t minlength) {
  const auto checked = checked_bins(t, minlength);
  const auto& bins = checked.values;
  const index_t stored = stored_shape(bins.layout())[0];  // 1 if one value is repeated
  const index_t times = stored == 0 ? 0 : bins.numel() / stored;
  Loop<2> line;
  line.push_inner(stored, {bins.stride(0), 0});
  const auto count_part = [&](const Loop<2>& part, const Offsets<2>& at, index_t* counts) {
    const index_t n = part.rank == 0 ? 1 : part.sizes[0];
    count_values(bins.data() + at[0], bins.stride(0), n, times, counts);
  };
  return count_in_parts("bincount", checked.count, line, CountBody(count_part));
}
/// Adds the weights of equal values.
template <CountableTensor A, RealTensor W>
Tensor<promote_t<element_t<W>, double>> bincount_of_weights(const A& t, const W& weights,
                                                            index_t minlength) {
  using R = promote_t<element_t<W>, double>;
  const auto [bins, count] = checked_bins(t, minlength);
  if (!(weights.shape() == t.shape())) [[unlikely]]
    throw_shape_error("bincount: weights have shape ", weights.shape(), " and not ", t.shape(),
                      ", that of the values");
  const auto sums = make_filled("bincount", Dims{count}, R{});
  if (bins.numel() > 1 && bins.stride(0) == 0 && weights.stride(0) == 0) {  // one pair, repeated
    const R times = static_cast<R>(bins.numel());
    return sums.index_put_({bins.select(0, 0)}, times * static_cast<R>(weights.at(0)));
  }
  // checked_bins has checked the values.
  return sums.index_put_({bins}, weights, {.reduce = Reduce::add, .bounds = Bounds::assume});
}

}  // namespace detail

/// Counts how often each of 0, 1, 2, … occurs in t. Returns a fresh tensor of max(t) + 1 elements, or
/// of minlength if that is more.
///   bincount(tensor({0, 1, 1, 3}))          -> {1, 2, 0, 1}
///   bincount(tensor({0, 1}), None, 4)       -> {1, 1, 0, 0}
/// Throws ShapeError unless t has rank 1, IndexError for a negative value, ValueError for a negative
/// minlength. Source: NumPy's and PyTorch's bincount.
template <CountableTensor A>
[[nodiscard]] Tensor<index_t> bincount(const A& t, NoneType /*weights*/ = newaxis,
                                       Count minlength = 0) {
  return detail::bincount_of(t, minlength);
}

/// Takes minlength as a third argument, without weights, as NumPy and PyTorch do: bincount(t, {}, 4).
template <CountableTensor A>
[[nodiscard]] Tensor<index_t> bincount(const A& t, std::initializer_list<NoneType> /*weights*/,
                                       Count minlength = 0) {
  return bincount(t, None, minlength);
}

/// Sums the weights of each value, in double (in long double if the weights are long double):
///   bincount(tensor({0, 1, 1}), tensor({0.5, 1.0, 2.0})) -> {0.5, 3.0}
/// Throws ShapeError unless the weights have the shape of t. Complex weights do not compile.
template <CountableTensor A, RealTensor W>
[[nodiscard]] auto bincount(const A& t, const W& weights, Count minlength = 0) {
  return detail::bincount_of_weights(t, weights, minlength);
}
/// Takes values in braces: bincount({0, 1, 1, 3}).
template <class A = detail::BracedIndices>
  requires std::is_same_v<A, detail::BracedIndices>
[[nodiscard]] Tensor<index_t> bincount(const A& values, NoneType /*weights*/ = newaxis,
                                       Count minlength = 0) {
  return bincount(values.tensor(), newaxis, minlength);
}
template <class A = detail::BracedIndices, RealTensor W>
  requires std::is_same_v<A, detail::BracedIndices>
[[nodiscard]] auto bincount(const A& values, const W& weights, Count minlength = 0) {
  return bincount(values.tensor(), weights, minlength);
}
template <CountableTensor A, Integer N>
auto bincount(const A& /*t*/, N /*minlength*/) {
  static_assert(detail::kNever<N>, "minlength comes after the weights: write bincount(t, None, 5)");
  return detail::refused<N>();
}
template <NoCountableTensor A, class... Rest>
auto bincount(const A&, const Rest&...) {
  static_assert(detail::kNever<A>, "the values are not integers: convert with .to<index_t>()");
  return detail::refused<A>();
}

NDX_NAMESPACE_END
