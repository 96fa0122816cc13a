// cov and corrcoef: how variables vary together.
//
// The means are subtracted first, so that a large mean cancels no digits. Each element of the result is
// then the product of two lines, so no product of matrices is needed. The weights of the observations are
// those of the means and of one of the two lines.
#pragma once

#include <optional>
#include <vector>

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/core/number_text.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/products.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The weights of observations as an option. Frequencies are integers.
template <bool kFrequencies>
class ObservationWeights {
 public:
  ObservationWeights() = default;
  template <Real T>
  ObservationWeights(const Tensor<T>& weights)  // NOLINT(google-explicit-constructor)
      : values_(weights.template to<double>()) {
    static_assert(!kFrequencies || std::is_integral_v<T>,
                  "fweights are integers, the number of times that each observation occurs; other "
                  "weights are aweights");
  }
  [[nodiscard]] const std::optional<Tensor<double>>& values() const { return values_; }

 private:
  std::optional<Tensor<double>> values_;
};

}  // namespace detail

/// Options of cov.
struct CovarianceOptions {
  /// Whether each row is a variable and each column an observation. Otherwise it is the other way round.
  bool rowvar = true;
  /// Subtracted from the number of observations before sums are divided by it, NumPy's ddof.
  detail::Correction correction = 1;
  /// How often each observation occurs, NumPy's fweights: a tensor of integers.
  detail::ObservationWeights<true> fweights = {};
  /// The weight of each observation, NumPy's aweights. The size of all weights matters only to the correction.
  detail::ObservationWeights<false> aweights = {};
};

namespace detail {

/// The type in which covariances of elements of type T are computed.
template <class T>
using covariance_t = sum_accumulator_t<function_t<T>>;

/// Throws ShapeError unless there is a weight for each observation, ValueError for a negative one.
inline void check_weights(const char* call, const char* name, const Tensor<double>& weights,
                          index_t observations) {
  if (weights.dim() != 1 || weights.size(0) != observations) [[unlikely]]
    throw_shape_error(call, ": ", name, " of shape ", weights.shape(), " for ", observations,
                      " observations");
  for (const double weight : weights) {
    if (weight < 0) [[unlikely]]
      throw_value_error(call, ": ", name, " has the negative weight ", number_text(weight));
  }
}

/// The weights of all observations, and what the sums of products are divided by. Source: NumPy's cov.
template <class Part>
struct WeightedObservations {
  Tensor<Part> weights;
  Part total = 0;
  Part divisor = 0;

  WeightedObservations(const char* call, index_t observations, const CovarianceOptions& options)
      : weights(full<Part>({1}, 1).expand({observations})) {
    const auto& frequencies = options.fweights.values();
    const auto& importances = options.aweights.values();
    if (frequencies) {
      check_weights(call, "fweights", *frequencies, observations);
      weights = frequencies->template to<Part>();
    }
    if (importances) {
      check_weights(call, "aweights", *importances, observations);
      weights = operate<Reduce::Multiply>(call, weights, *importances);
    }
    total = sum(weights).item();
    if (total == 0 && (frequencies || importances)) [[unlikely]]
      throw_value_error(call, ": the weights of the observations add up to zero");
    Part lost = static_cast<Part>(options.correction);
    if (importances)
      lost *= sum(operate<Reduce::Multiply>(call, weights, *importances)).item() / total;
    divisor = total > lost ? total - lost : 0;
  }
};

/// Returns the covariances of the variables, of shape (n,n).
template <class Total>
Tensor<Total> covariances(const char* call, const Tensor<Total>& t,
                          const CovarianceOptions& options) {
  if (t.dim() > 2) [[unlikely]]
    throw_shape_error(call, ": shape ", t.shape(), " has more than two dims");
  const Tensor<Total> values = t.dim() < 2      ? t.reshape({1, t.numel()})
                               : options.rowvar ? t
                                                : t.transpose();
  const WeightedObservations<part_t<Total>> observations(call, values.size(1), options);
  const auto weighted = [&](const Tensor<Total>& terms) {
    return operate<Reduce::Multiply>(call, terms, observations.weights);
  };
  const bool has_weights = options.fweights.values() || options.aweights.values();
  const Tensor<Total> means =
      has_weights ? operate<Divide>(call, sum(weighted(values), 1, true), observations.total)
                  : mean(values, 1, true);
  const Tensor<Total> centered = operate<Subtract>(call, values, means);
  const Tensor<Total> factors = has_weights ? weighted(centered) : centered;
  const index_t n = values.size(0);
  const auto result = make_uninitialized<Total>(call, Dims{n, n});
  for (index_t i = 0; i < n; ++i) {
    for (index_t k = 0; k <= i; ++k) {
      const Total product =
          vdot(centered.select(0, k), factors.select(0, i)).item() / observations.divisor;
      result.data()[i * n + k] = product;
      if constexpr (Complex<Total>) {
        result.data()[k * n + i] = {product.real(), -product.imag()};
      } else {
        result.data()[k * n + i] = product;
      }
    }
  }
  return result;
}

/// Returns the correlation coefficients of the variables, of shape (n,n).
template <class Total>
Tensor<Total> correlations(const char* call, const Tensor<Total>& t, bool rowvar) {
  using Part = part_t<Total>;
  const Tensor<Total> result = covariances(call, t, {.rowvar = rowvar});
  const index_t n = result.size(0);
  std::vector<Part> deviations;
  for (const Total& variance : result.diagonal()) {
    if constexpr (Complex<Total>) {
      deviations.push_back(libm::sqrt(variance.real()));
    } else {
      deviations.push_back(libm::sqrt(variance));
    }
  }
  for (index_t i = 0; i < n * n; ++i) {
    Total& element = result.data()[i];
    element /= deviations[static_cast<std::size_t>(i / n)];
    element /= deviations[static_cast<std::size_t>(i % n)];
    if constexpr (!Complex<Total>)
      element = element > 1 ? 1 : element < -1 ? -1 : element;  // rounding
  }
  return result;
}

/// Returns the result for a tensor of rank 2, or of rank 0 for one variable.
template <class T, class Total>
auto of_variables(const Tensor<T>& t, const Tensor<Total>& result) {
  const auto converted = result.template to<function_t<std::remove_const_t<T>>>();
  return t.dim() < 2 ? converted.reshape({}) : converted;
}

}  // namespace detail

/// Returns the covariances of variables: the rows of t or, with {.rowvar = false}, its columns. The result
/// is a fresh tensor of shape (n,n) for n variables, or of rank 0 for a tensor of rank 0 or 1, which is one
/// variable.
///   cov(tensor({{0, 1, 2}, {2, 1, 0}})) -> 1 -1 / -1 1
///   cov(t(2,5), {.rowvar = false}) -> (5,5)
///   cov(tensor({0, 1, 2}), {.fweights = tensor({1, 2, 1})}) -> 0.6666666666666666
///   cov(stack({x, y}), {.correction = 0}) · cov(t, {.aweights = weights})
/// Integers give double, other types keep theirs; all are computed in double, complex numbers with the
/// conjugate of the second variable. NaN makes the covariances of its variable NaN; so do fewer
/// observations than options.correction allows, unless a sum is not 0. Throws ShapeError for a rank of 3
/// or more and unless there is one weight for each observation, ValueError for weights that are negative or
/// add up to zero. Source: NumPy's cov.
template <NumberTensor A>
[[nodiscard]] auto cov(const A& t, const CovarianceOptions& options = {}) {
  using Total = detail::covariance_t<detail::element_t<A>>;
  return detail::of_variables(t, detail::covariances("cov", t.template to<Total>(), options));
}

/// Returns the correlation coefficients of the rows of t or, if rowvar is false, of its columns: their
/// covariances, divided by both standard deviations. Shapes, types and errors are those of cov. The result
/// is NaN for a variable whose elements are all equal. Source: NumPy's corrcoef.
///   corrcoef(tensor({{0, 1, 2}, {2, 1, 0}})) -> 1 -1 / -1 1
template <NumberTensor A>
[[nodiscard]] auto corrcoef(const A& t, Flag rowvar = true) {
  using Total = detail::covariance_t<detail::element_t<A>>;
  return detail::of_variables(t, detail::correlations("corrcoef", t.template to<Total>(), rowvar));
}

NDX_NAMESPACE_END
