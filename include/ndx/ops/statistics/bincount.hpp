// bincount counts how often each small integer occurs.
//
// Values are counted directly at their index, without sorting, so that time and memory grow with the
// largest value.
#pragma once

#include <ndx/ops/core/index_values.hpp>
#include <ndx/ops/reduce/extremes.hpp>

NDX_NAMESPACE_BEGIN

/// Tensors that bincount accepts: integers, or bools counted as 0 and 1.
template <class X>
concept CountableTensor =
    IndexTensor<X> || (detail::is_tensor_v<X> && Boolean<detail::element_t<X>>);

/// A tensor that bincount refuses.
template <class X>
concept NoCountableTensor = detail::is_tensor_v<X> && !CountableTensor<X>;

namespace detail {

/// Returns the values as integers that an index may have. Throws unless they have rank 1 and none is
/// negative.
template <CountableTensor A>
auto checked_bins(const A& t, index_t minlength) {
  using I = element_t<A>;
  if (t.dim() != 1) [[unlikely]]
    throw_shape_error("bincount: values have shape ", t.shape(), ", not one dim");
  if (minlength < 0) [[unlikely]]
    throw_value_error("bincount: minlength ", minlength, " is negative");
  if constexpr (Boolean<I> || (std::is_unsigned_v<I> && sizeof(I) == sizeof(index_t))) {
    return to_indices("bincount", t);
  } else {
    if (extreme_of_all<Min<I>>(t) < 0) [[unlikely]]
      throw_index_error(
          "bincount: value ",
          describe_element(t, find_first(t, [](std::int64_t bin) { return bin < 0; })),
          " is negative");
    return Tensor<const I>(t);
  }
}

template <class R, class I>
Tensor<R> empty_bins(const Tensor<I>& bins, index_t minlength) {
  using Value = std::remove_const_t<I>;
  const index_t largest = bins.numel() == 0 ? -1 : index_t{extreme_of_all<Max<Value>>(bins)};
  const index_t count = checked_add("bincount", largest, 1);
  return make_uninitialized<R>("bincount", Dims{count > minlength ? count : minlength}).fill_(R{});
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
  const auto bins = checked_bins(t, minlength);
  const Tensor<index_t> counts = empty_bins<index_t>(bins, minlength);
  const index_t stored = stored_shape(bins.layout())[0];  // 1 if one value is repeated
  const index_t times = stored == 0 ? 0 : bins.numel() / stored;
  count_values(bins.data(), bins.stride(0), stored, times, counts.data());
  return counts;
}
/// Adds the weights of equal values.
template <CountableTensor A, RealTensor W>
Tensor<promote_t<element_t<W>, double>> bincount_of_weights(const A& t, const W& weights,
                                                            index_t minlength) {
  using R = promote_t<element_t<W>, double>;
  const auto bins = checked_bins(t, minlength);
  if (!(weights.shape() == t.shape())) [[unlikely]]
    throw_shape_error("bincount: weights have shape ", weights.shape(), " and not ", t.shape(),
                      ", that of the values");
  const Tensor<R> sums = empty_bins<R>(bins, minlength);
  if (bins.numel() > 1 && bins.stride(0) == 0 && weights.stride(0) == 0) {  // one pair, repeated
    const R times = static_cast<R>(bins.numel());
    return sums.index_put_({bins.select(0, 0)}, times * static_cast<R>(weights.at(0)));
  }
  return sums.index_put_({bins}, weights, true);
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
