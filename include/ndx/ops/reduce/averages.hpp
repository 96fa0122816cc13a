// mean, var and std over all elements or over some dims.
//
// Sums are computed by the reducers of sum.hpp. A variance takes two passes: the first finds the
// mean, the second adds the squared differences from it. The formula of one pass, the mean of squares
// minus the square of the mean, cancels most digits where the mean is large compared with the
// deviation.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/reduce/sum.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// Refuses options that are given without their names. It returns `auto`, so that the compiler
/// reports this message before errors about the use of the result.
template <class X>
constexpr auto refuse_option() {
  static_assert(kNever<X>,
                "name the option: {.keepdim = true}, or {.correction = 1} to divide by n - 1");
}

/// Accepts a number and refuses a bool, which would count as 1: var(t, 0, {true}) could mean either
/// option.
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

/// Options of var and std.
struct VarianceOptions {
  /// Subtracted from the number of elements before the sum of squares is divided by it: 0 for the
  /// variance of the elements (NumPy's default), 1 for an estimate from a sample (PyTorch's default).
  detail::Correction correction = 0;
  bool keepdim = false;
};

namespace detail {

/// The base of reducers that add terms, in double or long double.
template <class A>
struct TermSum : kernel::ReducerOf<A> {
  [[nodiscard]] A identity() const { return 0; }
  [[nodiscard]] A merge(A a, A b) const { return a + b; }
};

/// Adds integers of 64 bits as doubles, because their sum may exceed 64 bits.
template <class T>
struct SumAsDouble : TermSum<double> {
  [[nodiscard]] double step(double total, const T& x) const {
    return total + static_cast<double>(x);
  }
};

/// Number of elements of t that are reduced to each of `results` elements.
inline double elements_each(index_t elements, index_t results) {
  return results == 0 ? 0 : static_cast<double>(elements) / static_cast<double>(results);
}

/// The reducer for the mean of elements of type T.
template <class T>
using MeanSum = std::conditional_t<std::is_integral_v<T> && sizeof(T) == 8, SumAsDouble<T>, Sum<T>>;

/// The type in which the mean of elements of type In is computed.
template <class In>
using mean_accumulator_t =
    function_t<typename MeanSum<computed_t<std::remove_const_t<In>>>::Accumulator>;

/// Divides a total by the number of elements that were added.
template <class Out, class Accumulator>
struct DividedBy {
  typename PartOf<Accumulator>::type count;
  template <class Total>
  auto operator()(const Total& total) const {
    return result_element<Out>(convert_element<Accumulator>(total) / count);
  }
};

/// Computes the means and stores them in the memory order of the totals of r.
template <class Out, class A>
Tensor<Out> means_as_totals(const char* call, const A& t, const Reduction& r) {
  using Mean = mean_accumulator_t<element_t<A>>;
  const auto totals = find_totals(MeanSum<computed_t<element_t<A>>>{}, t, r);
  const auto count =
      static_cast<typename PartOf<Mean>::type>(elements_each(t.numel(), totals.numel()));
  return finish_totals<Out>(call, DividedBy<Out, Mean>{count}, totals);
}

template <class Out, class A>
Tensor<Out> mean_of(const char* call, const A& t, const ReducedDims& dims, bool keepdim) {
  const Reduction r = make_reduction(call, t.layout(), dims);
  return to_result(call, means_as_totals<Out>(call, t, r), r, keepdim);
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

/// Adds the squared distances from a mean. Each accumulator has a mean of its own.
template <class T, class Mean>
struct SquaredDistances : TermSum<double> {
  static constexpr auto kLoop = kernel::RowLoop::terms;
  const Mean* mean;
  explicit SquaredDistances(const Mean* first) : mean(first) {}
  [[nodiscard]] double step(double total, const T& x) const {
    return total + squared_distance(x, *mean);
  }
  template <class V>
  void step_lanes(V& totals, const V& x) const {
    const V distance = x - *mean;
    totals += distance * distance;
  }
  [[nodiscard]] SquaredDistances at(index_t i) const { return SquaredDistances(mean + i); }
};

/// Takes the root of a variance, which is the standard deviation.
template <class Out>
struct RootOfVariance {
  auto operator()(double variance) const { return result_element<Out>(libm::sqrt(variance)); }
};

/// The type of the variance of elements of type T.
template <class T>
using variance_t = function_t<typename PartOf<T>::type>;

/// Divides the sum of |element - mean|² as the options say. With kRoot it takes the square root of
/// that.
template <bool kRoot, class In>
Tensor<variance_t<std::remove_const_t<In>>> variance(const char* call, const Tensor<In>& t,
                                                     const ReducedDims& dims,
                                                     const VarianceOptions& options) {
  using T = computed_t<std::remove_const_t<In>>;
  using Out = variance_t<std::remove_const_t<In>>;
  const Reduction r = make_reduction(call, t.layout(), dims);
  using Mean = mean_accumulator_t<std::remove_const_t<In>>;
  const auto means = means_as_totals<Mean>(call, t, r);
  const auto totals = find_totals(SquaredDistances<T, Mean>(means.data()), t, r);
  const double left = elements_each(t.numel(), totals.numel()) - options.correction;
  const double divisor = left > 0 ? left : 0;
  if constexpr (kRoot) {  // a separate pass: a loop that calls sqrt is not vectorised
    const auto variances = finish_totals<double>(call, DividedBy<double, double>{divisor}, totals);
    return to_result(call, finish_totals<Out>(call, RootOfVariance<Out>{}, variances), r,
                     options.keepdim);
  } else {
    return to_result(call, finish_totals<Out>(call, DividedBy<Out, double>{divisor}, totals), r,
                     options.keepdim);
  }
}

}  // namespace detail

/// Returns the mean over `dims`, all dims by default, as a fresh tensor without these dims, of rank 0
/// if all are reduced. With keepdim they are kept with size 1. Integers and bools give double, other
/// types keep theirs; all are added in double. The mean of no elements is NaN. Throws as sum does.
///   mean(t).item() · mean(t, 0) · mean(t, {0, 2}) · mean(t, -1, true)
///   mean(tensor({{1, 2}, {3, 4}}), 0) -> 2 3
template <Numbers A>
[[nodiscard]] auto mean(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  using T = detail::element_t<A>;
  return detail::mean_of<detail::function_t<T>>("mean", t, dims, keepdim);
}

/// Returns the variance over `dims`, all dims by default: the mean of the squared distances from the
/// mean. Shapes are those of mean. Integers give double, complex numbers the type of their
/// components. The result is NaN if there are no more elements than options.correction. Throws as sum
/// does.
///   var(t).item() · var(t, 0) · var(t, 0, {.correction = 1}) · var(t, {0, 2}, {.keepdim = true})
template <NumberTensor A>
[[nodiscard]] auto var(const A& t, const ReducedDims& dims = all_dims,
                       const VarianceOptions& options = {}) {
  return detail::variance<false>("var", t, dims, options);
}

/// Returns the standard deviation, which is the square root of var. Write ndx::std(t) even after
/// `using namespace ndx`, because `std` alone names the standard library.
template <NumberTensor A>
[[nodiscard]] auto std(const A& t, const ReducedDims& dims = all_dims,
                       const VarianceOptions& options = {}) {
  return detail::variance<true>("std", t, dims, options);
}

// The functions of subscripts, var(t[0], 0, {.correction = 1}): no type is deduced from braces.
template <detail::PartOfTensor Part>
[[nodiscard]] auto var(Part&& part, const ReducedDims& dims, const VarianceOptions& options) {
  return var(detail::as_tensor<Part>(part), dims, options);
}
template <detail::PartOfTensor Part>
[[nodiscard]] auto std(Part&& part, const ReducedDims& dims, const VarianceOptions& options) {
  return std(detail::as_tensor<Part>(part), dims, options);
}

NDX_NAMESPACE_END
