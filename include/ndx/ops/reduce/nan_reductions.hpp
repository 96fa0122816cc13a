// Reductions that leave out NaN: nansum, nanprod, nanmean, nanvar, nanstd, nanmax, nanmin, nanargmax,
// nanargmin. Integers and bools have no NaN: the results are those without "nan".
#pragma once

#include <ndx/ops/core/index_values.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/extremes.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

struct IsNumber {
  template <class T>
  bool operator()(const T& x) const {
    return x == x;
  }
};

/// The reducer R, but NaN changes nothing.
template <class T, class R>
struct LeaveOutNan {
  using Accumulator = typename R::Accumulator;
  R of_numbers{};
  [[nodiscard]] Accumulator identity() const { return of_numbers.identity(); }
  [[nodiscard]] Accumulator step(Accumulator total, const T& x) const {
    return IsNumber{}(x) ? of_numbers.step(total, x) : total;
  }
  [[nodiscard]] Accumulator merge(Accumulator a, Accumulator b) const {
    return of_numbers.merge(a, b);
  }
  [[nodiscard]] Accumulator times(Accumulator total, index_t n) const {
    return of_numbers.times(total, n);
  }
  [[nodiscard]] LeaveOutNan at(index_t i) const { return {kernel::reducer_at(of_numbers, i)}; }
};
/// The sum of floats or doubles, but 0 is added for NaN, by the vectors of Sum.
template <class T>
struct AddZeroForNan : Sum<T> {
  NDX_ALWAYS_INLINE void to_addend(T& x) const { x = detail::select(x == x, x, T{0}); }
  template <class Vector>
  NDX_ALWAYS_INLINE void to_addend(Vector& x) const {
    x = x == x ? x : Vector{};
  }
};

template <class T, class R>
using NumbersOnly =
    std::conditional_t<std::is_integral_v<T>, R,
                       std::conditional_t<std::is_same_v<R, Sum<T>> && kernel::AddsFloats<R>,
                                          AddZeroForNan<T>, LeaveOutNan<T, R>>>;
template <class T>
using SumOfNumbers = NumbersOnly<T, Sum<T>>;
template <class T>
using ProductOfNumbers = NumbersOnly<T, Product<T>>;

template <class T>
using CountNumbers = CountIf<T, IsNumber>;

/// The means of the numbers, in memory as the totals of r are.
template <class In>
auto number_means(const char* call, const Tensor<In>& t, const Reduction& r) {
  using T = computed_t<std::remove_const_t<In>>;
  using Mean = mean_accumulator_t<In>;
  return finish_as_totals<Mean>(
      call,
      [](const auto& total, index_t count) {
        return convert_element<Mean>(total) / static_cast<typename PartOf<Mean>::type>(count);
      },
      find_totals(NumbersOnly<T, MeanSum<T>>{}, t, r), find_totals(CountNumbers<T>{}, t, r));
}

/// The variances of the numbers, or their roots; NaN where there are no more of them than the correction.
template <bool kRoot, class In>
auto number_variance(const char* call, const Tensor<In>& t, const ReducedDims& dims,
                     const VarianceOptions& options) {
  using T = computed_t<std::remove_const_t<In>>;
  using Out = variance_t<std::remove_const_t<In>>;
  const Reduction r = make_reduction(call, t.layout(), dims);
  const auto means = number_means(call, t, r);
  using Mean = element_t<std::remove_const_t<decltype(means)>>;
  const SquaredDistances<T, Mean> distances{means.data()};
  const auto variances = finish_as_totals<double>(
      call,
      [correction = options.correction](double total, index_t count) {
        const double divisor = static_cast<double>(count) - correction;
        return divisor > 0 ? total / divisor : std::numeric_limits<double>::quiet_NaN();
      },
      find_totals(NumbersOnly<T, SquaredDistances<T, Mean>>{distances}, t, r),
      find_totals(CountNumbers<T>{}, t, r));
  using Finish = std::conditional_t<kRoot, RootOfVariance<Out>, Conversion<Out, double>>;
  return finish_totals<Out>(call, Finish{}, variances, r, options.keepdim);
}

/// Throws ValueError if the index of a line without numbers, -1, is among the indices.
inline Tensor<index_t> refuse_nan_lines(const char* call, Tensor<index_t> indices) {
  const index_t wrong = find_first(indices, [](index_t index) { return index < 0; });
  if (wrong >= 0 && indices.dim() == 0) [[unlikely]]
    throw_value_error(call, ": all elements are NaN");
  if (wrong >= 0) [[unlikely]]
    throw_value_error(call, ": all elements are NaN",
                      coordinates_text(" at ", indices.shape(), wrong), " of the result");
  return indices;
}

/// The reducers for the elements of a tensor A.
template <class A>
using MaxNumberOf = BestNumber<computed_t<element_t<A>>, true>;
template <class A>
using MinNumberOf = BestNumber<computed_t<element_t<A>>, false>;

/// Does what arg_extreme, or with a dim arg_extremes, does.
template <class R, class T, class... Dim>
Tensor<index_t> arg_number(const char* call, const Tensor<T>& t, const ArgExtremeOptions& options,
                           Dim... dim) {
  if constexpr (sizeof...(Dim) == 0) {
    return refuse_nan_lines(call, arg_extreme<R>(call, t, options));
  } else {
    return refuse_nan_lines(call, arg_extremes<R>(call, t, dim..., options));
  }
}

}  // namespace detail

/// The sum of the elements that are not NaN over `dims`, by default over all; of none 0. Shapes, types
/// and errors as for sum.
[[nodiscard]] auto nansum(const NumberTensor auto& t, const ReducedDims& dims = all_dims,
                          KeepDim keepdim = false) {
  return detail::total<detail::SumOfNumbers>("nansum", t, dims, keepdim);
}

/// Their product; of none 1.
[[nodiscard]] auto nanprod(const NumberTensor auto& t, const ReducedDims& dims = all_dims,
                           KeepDim keepdim = false) {
  return detail::total<detail::ProductOfNumbers>("nanprod", t, dims, keepdim);
}

/// Their mean; of none NaN. Types as for mean.
template <NumberTensor A>
[[nodiscard]] auto nanmean(const A& t, const ReducedDims& dims = all_dims,
                           KeepDim keepdim = false) {
  using Mean = detail::mean_accumulator_t<detail::element_t<A>>;
  using Out = detail::function_t<detail::element_t<A>>;
  const detail::Reduction r = detail::make_reduction("nanmean", t.layout(), dims);
  return detail::finish_totals<Out>("nanmean", detail::Conversion<Out, Mean>{},
                                    detail::number_means("nanmean", t, r), r, keepdim);
}

/// Their variance; NaN where there are no more of them than options.correction. Types and options as
/// for var.
template <NumberTensor A>
[[nodiscard]] auto nanvar(const A& t, const ReducedDims& dims = all_dims,
                          const VarianceOptions& options = {}) {
  return detail::number_variance<false>("nanvar", t, dims, options);
}

/// The square root of nanvar.
template <NumberTensor A>
[[nodiscard]] auto nanstd(const A& t, const ReducedDims& dims = all_dims,
                          const VarianceOptions& options = {}) {
  return detail::number_variance<true>("nanstd", t, dims, options);
}

/// The largest element that is not NaN over `dims`, by default over all; NaN if all are NaN. Shapes,
/// types and errors as for amax: ValueError for the largest of no elements.
template <NumberTensor A>
[[nodiscard]] auto nanmax(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  return detail::extreme_values<detail::MaxNumberOf<A>>("nanmax", t, dims, keepdim);
}
/// The same for the smallest element.
template <NumberTensor A>
[[nodiscard]] auto nanmin(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  return detail::extreme_values<detail::MinNumberOf<A>>("nanmin", t, dims, keepdim);
}

/// The position of the largest element that is not NaN, or along a dim its index; options and errors
/// as for argmax. Throws ValueError where all are NaN.
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nanargmax(const A& t, const ArgExtremeOptions& options = {}) {
  return detail::arg_number<detail::MaxNumberOf<A>>("nanargmax", t, options);
}
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nanargmax(const A& t, index_t dim, const ArgExtremeOptions& options) {
  return detail::arg_number<detail::MaxNumberOf<A>>("nanargmax", t, options, dim);
}
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nanargmax(const A& t, index_t dim, KeepDim keepdim = false) {
  return nanargmax(t, dim, ArgExtremeOptions{.keepdim = keepdim});
}
/// The same for the smallest element.
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nanargmin(const A& t, const ArgExtremeOptions& options = {}) {
  return detail::arg_number<detail::MinNumberOf<A>>("nanargmin", t, options);
}
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nanargmin(const A& t, index_t dim, const ArgExtremeOptions& options) {
  return detail::arg_number<detail::MinNumberOf<A>>("nanargmin", t, options, dim);
}
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nanargmin(const A& t, index_t dim, KeepDim keepdim = false) {
  return nanargmin(t, dim, ArgExtremeOptions{.keepdim = keepdim});
}

NDX_NAMESPACE_END
