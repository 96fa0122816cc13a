// mean, var and std: over all elements or over some dims.
//
// Sums are those of sum.hpp. A variance is computed in two passes, from the differences to the
// mean, so that no digits are lost where the mean is large.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/reduce/sum.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// For options that are not named; `auto`, so that the message comes before those on what is done
/// with the result.
template <class X>
constexpr auto refuse_option() {
  static_assert(kNever<X>,
                "name the option: {.keepdim = true}, or {.correction = 1} to divide by n - 1");
}

/// A number, and no bool, which would count as 1: var(t, 0, {true}) could mean either option.
class Correction {
 public:
  constexpr Correction(double number) noexcept  // NOLINT(google-explicit-constructor)
      : number_(number) {}
  template <Boolean B>
  constexpr Correction(B /*flag*/) {  // NOLINT(google-explicit-constructor)
    refuse_option<B>();
  }
  constexpr operator double() const noexcept { return number_; }

 private:
  double number_;
};

}  // namespace detail

/// How var and std divide and what they return.
struct VarianceOptions {
  /// The sum of squares is divided by the number of elements less this: 0 for the variance of the
  /// elements (NumPy's default), 1 for an estimate from a sample (PyTorch's default).
  detail::Correction correction = 0;
  bool keepdim = false;
};

namespace detail {

/// Adds integers of 64 bits, whose sum may exceed 64 bits, as doubles.
template <class T>
struct SumAsDouble {
  using Accumulator = double;
  [[nodiscard]] double identity() const { return 0; }
  [[nodiscard]] double step(double total, const T& x) const {
    return total + static_cast<double>(x);
  }
  [[nodiscard]] double merge(double a, double b) const { return a + b; }
  [[nodiscard]] double times(double total, index_t n) const {
    return total * static_cast<double>(n);
  }
};

/// The number of elements of t for each element of a result of `results` elements.
inline double elements_each(index_t elements, index_t results) {
  return results == 0 ? 0 : static_cast<double>(elements) / static_cast<double>(results);
}

/// The reducer of a mean of elements of type T.
template <class T>
using MeanSum = std::conditional_t<std::is_integral_v<T> && sizeof(T) == 8, SumAsDouble<T>, Sum<T>>;

/// The type in which a mean of elements of type In is computed.
template <class In>
using mean_accumulator_t =
    function_t<typename MeanSum<computed_t<std::remove_const_t<In>>>::Accumulator>;

/// A total divided by the number of elements in it.
template <class Out, class Accumulator>
struct DividedBy {
  using Divides = void;
  typename PartOf<Accumulator>::type count;
  template <class Total>
  auto operator()(const Total& total) const {
    return result_element<Out>(convert_element<Accumulator>(total) / count);
  }
};

/// What makes means of the totals of t's elements, of which there are `totals`.
template <class Out, class In>
DividedBy<Out, mean_accumulator_t<In>> to_mean(const Tensor<In>& t, index_t totals) {
  using Count = typename PartOf<mean_accumulator_t<In>>::type;
  return {static_cast<Count>(elements_each(t.numel(), totals))};
}

template <class Out, class In>
Tensor<Out> mean_of(const char* call, const Tensor<In>& t, const ReducedDims& dims, bool keepdim) {
  const Reduction r = make_reduction(call, t.layout(), dims);
  const auto totals = find_totals(MeanSum<computed_t<std::remove_const_t<In>>>{}, t, r);
  return finish_totals<Out>(call, to_mean<Out>(t, totals.numel()), totals, r, keepdim);
}

/// The means, in memory as the totals of r are.
template <class In>
Tensor<mean_accumulator_t<In>> means_as_totals(const char* call, const Tensor<In>& t,
                                               const Reduction& r) {
  using Mean = mean_accumulator_t<In>;
  const auto totals = find_totals(MeanSum<computed_t<std::remove_const_t<In>>>{}, t, r);
  return finish_as_totals<Mean>(call, to_mean<Mean>(t, totals.numel()), totals);
}

/// |x - mean|²
template <class T, class Mean>
double squared_distance(const T& x, const Mean& mean) {
  const Mean distance = convert_element<Mean>(x) - mean;
  if constexpr (Complex<T>) {
    return static_cast<double>(distance.real() * distance.real() +
                               distance.imag() * distance.imag());
  } else {
    return static_cast<double>(distance * distance);
  }
}

/// Adds the squared distances from the mean of each accumulator's elements.
template <class T, class Mean>
struct SquaredDistances {
  using Accumulator = double;
  const Mean* mean;
  [[nodiscard]] double identity() const { return 0; }
  [[nodiscard]] double step(double total, const T& x) const {
    return total + squared_distance(x, *mean);
  }
  template <class V>
  void step_lanes(V& totals, const V& x) const
    requires std::is_same_v<Mean, double>
  {
    const V distance = x - *mean;
    totals += distance * distance;
  }
  [[nodiscard]] double merge(double a, double b) const { return a + b; }
  [[nodiscard]] double times(double total, index_t n) const {
    return total * static_cast<double>(n);
  }
  [[nodiscard]] SquaredDistances at(index_t i) const { return {mean + i}; }
};

/// The standard deviation of a variance.
template <class Out>
struct RootOfVariance {
  auto operator()(double variance) const { return result_element<Out>(libm::sqrt(variance)); }
};

/// The type of a variance of elements of type T.
template <class T>
using variance_t = function_t<typename PartOf<T>::type>;

/// The sum of |element - mean|² divided as the options say; or the root of that, the standard deviation.
template <bool kRoot, class In>
Tensor<variance_t<std::remove_const_t<In>>> variance(const char* call, const Tensor<In>& t,
                                                     const ReducedDims& dims,
                                                     const VarianceOptions& options) {
  using T = computed_t<std::remove_const_t<In>>;
  using Out = variance_t<std::remove_const_t<In>>;
  const Reduction r = make_reduction(call, t.layout(), dims);
  const auto means = means_as_totals(call, t, r);
  using Mean = element_t<std::remove_const_t<decltype(means)>>;
  const auto totals = find_totals(SquaredDistances<T, Mean>{means.data()}, t, r);
  const double left = elements_each(t.numel(), totals.numel()) - options.correction;
  const double divisor = left > 0 ? left : 0;
  if constexpr (kRoot) {  // apart: a loop that calls sqrt is not vectorised
    const auto variances =
        finish_as_totals<double>(call, DividedBy<double, double>{divisor}, totals);
    return finish_totals<Out>(call, RootOfVariance<Out>{}, variances, r, options.keepdim);
  } else {
    return finish_totals<Out>(call, DividedBy<Out, double>{divisor}, totals, r, options.keepdim);
  }
}

#define NDX_ENTRY_OF(name, T, kRoot)                                                    \
  NDX_COMPILE_REDUCTION(name, Tensor<variance_t<T>>, variance,                          \
                        (const char* call, const Tensor<T>& t, const ReducedDims& dims, \
                         const VarianceOptions& options),                               \
                        (call, t, dims, options), kRoot, T)
#define NDX_ENTRY(suffix, T)                                                         \
  NDX_COMPILE_REDUCTION(                                                             \
      mean_##suffix, Tensor<function_t<T>>, mean_of,                                 \
      (const char* call, const Tensor<T>& t, const ReducedDims& dims, bool keepdim), \
      (call, t, dims, keepdim), function_t<T>, T)                                    \
  NDX_ENTRY_OF(variance_##suffix, T, false)                                          \
  NDX_ENTRY_OF(deviation_##suffix, T, true)
NDX_EACH_COMMON_NUMBER(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_OF

}  // namespace detail

/// The mean over `dims`, by default over all. Returns a fresh tensor without these dims, of rank 0
/// for all; with keepdim they are kept with size 1. Integers and bools give double, other types keep
/// theirs; all are added in double. The mean of no elements is NaN. Throws as sum does.
///   mean(t).item() · mean(t, 0) · mean(t, {0, 2}) · mean(t, -1, true)
///   mean(tensor({{1, 2}, {3, 4}}), 0) -> 2 3
template <NumberTensor A>
[[nodiscard]] auto mean(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  using T = detail::element_t<A>;
  return detail::mean_of<detail::function_t<T>>("mean", t, dims, keepdim);
}

/// The variance over `dims`, by default over all: the mean of the squared distances from the mean.
/// Shapes as for mean. Integers give double, complex numbers the type of their parts. NaN where
/// there are no more elements than options.correction. Throws as sum does.
///   var(t).item() · var(t, 0) · var(t, 0, {.correction = 1}) · var(t, {0, 2}, {.keepdim = true})
template <NumberTensor A>
[[nodiscard]] auto var(const A& t, const ReducedDims& dims = all_dims,
                       const VarianceOptions& options = {}) {
  return detail::variance<false>("var", t, dims, options);
}

/// The standard deviation: the square root of the variance. Where namespace ndx is opened by a using
/// directive it is still written ndx::std(t).
template <NumberTensor A>
[[nodiscard]] auto std(const A& t, const ReducedDims& dims = all_dims,
                       const VarianceOptions& options = {}) {
  return detail::variance<true>("std", t, dims, options);
}

NDX_NAMESPACE_END
