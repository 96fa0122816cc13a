// cov and corrcoef: how variables vary together.
//
// The means are subtracted first, so that a large mean cancels no digits. Each element of the result is
// then the product of two lines, so no product of matrices is needed.
#pragma once

#include <vector>

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/products.hpp>

NDX_NAMESPACE_BEGIN

/// Options of cov.
struct CovarianceOptions {
  /// Whether each row is a variable and each column an observation. Otherwise it is the other way round.
  bool rowvar = true;
  /// Subtracted from the number of observations before sums are divided by it, NumPy's ddof.
  detail::Correction correction = 1;
};

namespace detail {

/// The type in which covariances of elements of type T are computed.
template <class T>
using covariance_t = sum_accumulator_t<function_t<T>>;

/// Returns the covariances of the variables, of shape (n,n).
template <class T>
auto covariances(const char* call, const Tensor<T>& t, const CovarianceOptions& options) {
  using Total = covariance_t<std::remove_const_t<T>>;
  if (t.dim() > 2) [[unlikely]]
    throw_shape_error(call, ": shape ", t.shape(), " has more than two dims");
  const Tensor<T> rows = t.dim() < 2      ? t.reshape({1, t.numel()})
                         : options.rowvar ? t
                                          : t.transpose();
  const Tensor<Total> values = rows.template to<Total>();
  const Tensor<Total> centered = operate<Subtract>(call, values, mean(values, 1, true));
  const double left = static_cast<double>(rows.size(1)) - options.correction;
  const auto divisor = static_cast<part_t<Total>>(left > 0 ? left : 0);
  const index_t n = rows.size(0);
  const auto result = make_uninitialized<Total>(call, Dims{n, n});
  for (index_t i = 0; i < n; ++i) {
    for (index_t k = 0; k <= i; ++k) {
      const Total product = vdot(centered.select(0, k), centered.select(0, i)).item() / divisor;
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
///   cov(stack({x, y}), {.correction = 0})
/// Integers give double, other types keep theirs; all are computed in double, complex numbers with the
/// conjugate of the second variable. NaN makes the covariances of its variable NaN; so do fewer
/// observations than options.correction allows, unless a sum is not 0. Throws ShapeError for a rank of 3
/// or more. Source: NumPy's cov.
template <NumberTensor A>
[[nodiscard]] auto cov(const A& t, const CovarianceOptions& options = {}) {
  return detail::of_variables(t, detail::covariances("cov", t, options));
}

/// Returns the correlation coefficients of the rows of t or, if rowvar is false, of its columns: their
/// covariances, divided by both standard deviations. Shapes, types and errors are those of cov. The result
/// is NaN for a variable whose elements are all equal. Source: NumPy's corrcoef.
///   corrcoef(tensor({{0, 1, 2}, {2, 1, 0}})) -> 1 -1 / -1 1
template <NumberTensor A>
[[nodiscard]] auto corrcoef(const A& t, Flag rowvar = true) {
  using Total = detail::covariance_t<detail::element_t<A>>;
  using Part = detail::part_t<Total>;
  const auto result = detail::covariances("corrcoef", t, {.rowvar = rowvar});
  const index_t n = result.size(0);
  std::vector<Part> deviations;
  for (const Total& variance : result.diagonal()) {
    if constexpr (Complex<Total>) {
      deviations.push_back(detail::libm::sqrt(variance.real()));
    } else {
      deviations.push_back(detail::libm::sqrt(variance));
    }
  }
  for (index_t i = 0; i < n * n; ++i) {
    Total& element = result.data()[i];
    element /= deviations[static_cast<std::size_t>(i / n)];
    element /= deviations[static_cast<std::size_t>(i % n)];
    if constexpr (!Complex<Total>)
      element = element > 1 ? 1 : element < -1 ? -1 : element;  // rounding
  }
  return detail::of_variables(t, result);
}

NDX_NAMESPACE_END
