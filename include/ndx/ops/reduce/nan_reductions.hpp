// Reductions that leave out NaN: nansum, nanprod, nanmean, nanvar, nanstd, nanmax, nanmin, nanargmax,
// nanargmin, and the running nancumsum and nancumprod.
//
// Each wraps the reducer of the function without "nan" so that NaN changes nothing. Means and
// variances also count the numbers, in a second pass. Integers and bools have no NaN, so their
// reducers are used as they are.
#pragma once

#include <ndx/ops/core/index_values.hpp>
#include <ndx/ops/reduce/arg_extremes.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/scan.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

struct IsNumber {
  template <class T>
  bool operator()(const T& x) const {
    return x == x;
  }
};

/// The reducer R, except that NaN changes nothing.
template <class T, class R>
struct LeaveOutNan : R {
  using Accumulator = typename R::Accumulator;
  static constexpr auto kLoop = kernel::RowLoop::steps;
  [[nodiscard]] Accumulator step(Accumulator total, const T& x) const {
    return IsNumber{}(x) ? R::step(total, x) : total;
  }
  [[nodiscard]] LeaveOutNan at(index_t i) const { return {kernel::reducer_at<R>(*this, i)}; }
};
/// The sum of floats or doubles with 0 added for NaN, so that the vector code of Sum applies.
template <class T>
struct AddZeroForNan : Sum<T> {
  [[nodiscard]] double step(double total, const T& x) const {
    return total + static_cast<double>(select(x == x, x, T{0}));
  }
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

/// Computes the means of the numbers and stores them in the memory order of the totals of r.
template <class Out, class In>
Tensor<Out> number_means(const char* call, const Tensor<In>& t, const Reduction& r) {
  using T = computed_t<std::remove_const_t<In>>;
  using Mean = mean_accumulator_t<In>;
  return finish_totals<Out>(
      call,
      [](const auto& total, index_t count) {
        return result_element<Out>(convert_element<Mean>(total) /
                                   static_cast<typename PartOf<Mean>::type>(count));
      },
      find_totals(NumbersOnly<T, MeanSum<T>>{}, t, r), find_totals(CountNumbers<T>{}, t, r));
}

template <class Out, class In>
Tensor<Out> number_mean(const char* call, const Tensor<In>& t, const ReducedDims& dims,
                        bool keepdim) {
  if constexpr (!kHasNan<std::remove_const_t<In>>) {
    return mean_of<Out>(call, t, dims, keepdim);
  } else {
    const Reduction r = make_reduction(call, t.layout(), dims);
    return to_result(call, number_means<Out>(call, t, r), r, keepdim);
  }
}

/// Computes the variances of the numbers, or their roots. A variance is NaN if there are no more
/// numbers than the correction.
template <bool kRoot, class In>
Tensor<variance_t<std::remove_const_t<In>>> number_variance(const char* call, const Tensor<In>& t,
                                                            const ReducedDims& dims,
                                                            const VarianceOptions& options) {
  using T = computed_t<std::remove_const_t<In>>;
  using Out = variance_t<std::remove_const_t<In>>;
  if constexpr (!kHasNan<std::remove_const_t<In>>) {
    const Tensor<Out> all = variance<kRoot>(call, t, dims, options);
    const bool is_defined = elements_each(t.numel(), all.numel()) > options.correction;
    return is_defined ? all : all.fill_(not_a_number<Out>());
  } else {
    using Mean = mean_accumulator_t<In>;
    const Reduction r = make_reduction(call, t.layout(), dims);
    const auto means = number_means<Mean>(call, t, r);
    const SquaredDistances<T, Mean> distances(means.data());
    const auto finish = [correction = options.correction](double total, index_t count) {
      const double divisor = static_cast<double>(count) - correction;
      const double variance =
          divisor > 0 ? total / divisor : std::numeric_limits<double>::quiet_NaN();
      return result_element<Out>(kRoot ? libm::sqrt(variance) : variance);
    };
    const auto variances = finish_totals<Out>(
        call, finish, find_totals(NumbersOnly<T, SquaredDistances<T, Mean>>{distances}, t, r),
        find_totals(CountNumbers<T>{}, t, r));
    return to_result(call, variances, r, options.keepdim);
  }
}

/// Reducers for the extremes of the elements that are not NaN, and those for a tensor of type A.
template <class T>
using MaxNumber = ExtremeElement<T, true, kHasNan<T> ? NanIs::worst : NanIs::best>;
template <class T>
using MinNumber = ExtremeElement<T, false, kHasNan<T> ? NanIs::worst : NanIs::best>;
template <class A>
using MaxNumberOf = MaxNumber<computed_t<element_t<A>>>;
template <class A>
using MinNumberOf = MinNumber<computed_t<element_t<A>>>;

}  // namespace detail

/// Returns the sum of the elements that are not NaN over `dims`, all dims by default, and 0 if there
/// are none. Shapes, types and errors are those of sum.
template <NumberTensor A>
[[nodiscard]] auto nansum(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  using T = computed_t<detail::element_t<A>>;
  return detail::reduce_to<detail::total_t<detail::element_t<A>>>(
      "nansum", detail::SumOfNumbers<T>{}, t, dims, keepdim);
}

/// Returns the product of the elements that are not NaN over `dims`, and 1 if there are none.
template <NumberTensor A>
[[nodiscard]] auto nanprod(const A& t, const ReducedDims& dims = all_dims,
                           KeepDim keepdim = false) {
  using T = computed_t<detail::element_t<A>>;
  return detail::reduce_to<detail::total_t<detail::element_t<A>>>(
      "nanprod", detail::ProductOfNumbers<T>{}, t, dims, keepdim);
}

/// Returns the mean of the elements that are not NaN over `dims`, and NaN if there are none. Types
/// are those of mean.
template <NumberTensor A>
[[nodiscard]] auto nanmean(const A& t, const ReducedDims& dims = all_dims,
                           KeepDim keepdim = false) {
  return detail::number_mean<detail::function_t<detail::element_t<A>>>("nanmean", t, dims, keepdim);
}

/// Returns the variance of the elements that are not NaN over `dims`, and NaN if there are no more of
/// them than options.correction. Types and options are those of var.
template <NumberTensor A>
[[nodiscard]] auto nanvar(const A& t, const ReducedDims& dims = all_dims,
                          const VarianceOptions& options = {}) {
  return detail::number_variance<false>("nanvar", t, dims, options);
}

/// Returns the square root of nanvar.
template <NumberTensor A>
[[nodiscard]] auto nanstd(const A& t, const ReducedDims& dims = all_dims,
                          const VarianceOptions& options = {}) {
  return detail::number_variance<true>("nanstd", t, dims, options);
}

/// Returns the largest element that is not NaN over `dims`, all dims by default, and NaN if all are
/// NaN. Shapes and types are those of amax. Throws ValueError if a reduced dim has size 0, as amax
/// does.
template <NumberTensor A>
[[nodiscard]] auto nanmax(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  return detail::extreme_values<detail::MaxNumberOf<A>>("nanmax", t, dims, keepdim);
}
/// Returns the smallest element that is not NaN over `dims`, as nanmax returns the largest.
template <NumberTensor A>
[[nodiscard]] auto nanmin(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  return detail::extreme_values<detail::MinNumberOf<A>>("nanmin", t, dims, keepdim);
}

/// Returns the row-major position of the largest element that is not NaN or, along a dim, its index.
/// Options and errors are those of argmax. Throws ValueError where all elements are NaN.
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nanargmax(const A& t, const ArgExtremeOptions& options = {}) {
  return detail::arg_extreme<detail::MaxNumberOf<A>>("nanargmax", t, options);
}
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nanargmax(const A& t, Dim dim, const ArgExtremeOptions& options) {
  return detail::arg_extremes<detail::MaxNumberOf<A>>("nanargmax", t, dim, options);
}
template <NumberTensor A, Real D>  // not deduced from braces, which are options
[[nodiscard]] Tensor<index_t> nanargmax(const A& t, D dim, KeepDim keepdim = false) {
  return nanargmax(t, dim, ArgExtremeOptions{.keepdim = keepdim});
}
/// Returns the position of the smallest element that is not NaN, as nanargmax returns that of the
/// largest.
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nanargmin(const A& t, const ArgExtremeOptions& options = {}) {
  return detail::arg_extreme<detail::MinNumberOf<A>>("nanargmin", t, options);
}
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nanargmin(const A& t, Dim dim, const ArgExtremeOptions& options) {
  return detail::arg_extremes<detail::MinNumberOf<A>>("nanargmin", t, dim, options);
}
template <NumberTensor A, Real D>  // not deduced from braces, which are options
[[nodiscard]] Tensor<index_t> nanargmin(const A& t, D dim, KeepDim keepdim = false) {
  return nanargmin(t, dim, ArgExtremeOptions{.keepdim = keepdim});
}

/// Returns the sums of the elements up to each position along `dim`, to which NaN adds nothing. Shapes,
/// types and errors are those of cumsum, also without a dim. Source: NumPy's nancumsum.
///   nancumsum(tensor<double>({1, NAN, 3}), 0) -> 1 1 4
template <NumberTensor A>
[[nodiscard]] auto nancumsum(const A& t, Dim dim) {
  using T = detail::element_t<A>;
  return detail::scan<detail::total_t<T>>("nancumsum", detail::SumOfNumbers<computed_t<T>>{}, t,
                                          dim);
}
/// Returns the products of the elements up to each position along `dim`, which NaN leaves as they are.
///   nancumprod(tensor<double>({2, NAN, 3}), 0) -> 2 2 6
template <NumberTensor A>
[[nodiscard]] auto nancumprod(const A& t, Dim dim) {
  using T = detail::element_t<A>;
  return detail::scan<detail::total_t<T>>("nancumprod", detail::ProductOfNumbers<computed_t<T>>{},
                                          t, dim);
}
[[nodiscard]] auto nancumsum(const NumberTensor auto& t) { return nancumsum(t.ravel(), 0); }
[[nodiscard]] auto nancumprod(const NumberTensor auto& t) { return nancumprod(t.ravel(), 0); }

NDX_NAMESPACE_END
