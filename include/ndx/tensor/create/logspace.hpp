// Values at equal ratios: logspace between two exponents, geomspace between two numbers.
//
// Both raise a base to evenly spaced exponents, which linspace computes in double; the result is
// rounded once to the element type. Source: NumPy's functions of these names.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

/// Returns `count` powers of `base`, whose exponents are those of linspace(start, stop, count,
/// endpoint).
///   logspace(0, 2, 3) -> 1 10 100
/// Without an element type the result has floats if both exponents are floats, else doubles. Throws
/// ValueError for a negative count. Source: NumPy's logspace.
template <Real T>
[[nodiscard]] Tensor<T> logspace(double start, double stop, Count count = 50, bool endpoint = true,
                                 double base = 10) {
  const Tensor<T> result = detail::make_uninitialized<T>("logspace", Dims{count});
  const Tensor<double> exponents = linspace<double>(start, stop, count, endpoint);
  for (index_t i = 0; i < count; ++i)
    result.data()[i] = convert_element<T>(detail::libm::pow(base, exponents.data()[i]));
  return result;
}
template <class D = detail::Deduced, Real A, Real B>
  requires detail::IsDeduced<D>
[[nodiscard]] auto logspace(A start, B stop, Count count = 50, bool endpoint = true,
                            double base = 10) {
  using T = std::conditional_t<std::is_same_v<A, float> && std::is_same_v<B, float>, float, double>;
  return logspace<T>(static_cast<double>(start), static_cast<double>(stop), count, endpoint, base);
}

/// Takes the base in fourth place, as PyTorch does, if that is a number and not a bool.
///   logspace(0, 3, 4, 2) -> 1 2 4 8
template <Real T, Real B>
  requires(!Boolean<B>)
[[nodiscard]] Tensor<T> logspace(double start, double stop, Count count, B base) {
  return logspace<T>(start, stop, count, true, static_cast<double>(base));
}
template <class D = detail::Deduced, Real A, Real B, Real C>
  requires(detail::IsDeduced<D> && !Boolean<C>)
[[nodiscard]] auto logspace(A start, B stop, Count count, C base) {
  return logspace(start, stop, count, true, static_cast<double>(base));
}

/// Takes two complex exponents: logspace<std::complex<double>>({0, 1}, {2, 1}, 3).
template <Complex T>
[[nodiscard]] Tensor<T> logspace(T start, std::type_identity_t<T> stop, Count count = 50,
                                 bool endpoint = true, double base = 10) {
  using detail::libm::pow;
  using Exponent = typename detail::RebindComplex<T, double>::type;
  const Tensor<T> result = detail::make_uninitialized<T>("logspace", Dims{count});
  const auto exponents = linspace<Exponent>(Exponent(start), Exponent(stop), count, endpoint);
  for (index_t i = 0; i < count; ++i) result.data()[i] = T(pow(base, exponents.data()[i]));
  return result;
}
template <Complex T, Real B>
  requires(!Boolean<B>)
[[nodiscard]] Tensor<T> logspace(T start, std::type_identity_t<T> stop, Count count, B base) {
  return logspace<T>(start, stop, count, true, static_cast<double>(base));
}

/// Returns `count` values from start to stop, each the same multiple of the one before it. Both
/// ends are exact. stop is included unless `endpoint` is false.
///   geomspace(1, 1000, 4) -> 1 10 100 1000 · geomspace(-1, -8, 4) -> -1 -2 -4 -8
/// Throws ValueError if an end is 0 or not finite, if the signs differ, and for a negative count.
/// Source: NumPy's geomspace, which for ends of different signs needs one that is complex, as
/// below.
template <Real T>
[[nodiscard]] Tensor<T> geomspace(double start, double stop, Count count = 50,
                                  bool endpoint = true) {
  if (!detail::libm::isfinite(start) || !detail::libm::isfinite(stop) || start == 0 || stop == 0 ||
      (start < 0) != (stop < 0)) [[unlikely]] {
    throw_value_error("geomspace: both ends must be positive numbers, or both negative");
  }
  const double sign = start < 0 ? -1 : 1;
  const Tensor<T> result = detail::make_uninitialized<T>("geomspace", Dims{count});
  const Tensor<double> exponents = linspace<double>(
      detail::libm::log10(sign * start), detail::libm::log10(sign * stop), count, endpoint);
  for (index_t i = 0; i < count; ++i) {
    const bool last = endpoint && i == count - 1 && count > 1;
    const double inner = sign * detail::libm::pow(10.0, exponents.data()[i]);
    result.data()[i] = convert_element<T>(i == 0 ? start : last ? stop : inner);
  }
  return result;
}
template <class D = detail::Deduced, Real A, Real B>
  requires detail::IsDeduced<D>
[[nodiscard]] auto geomspace(A start, B stop, Count count = 50, bool endpoint = true) {
  using T = std::conditional_t<std::is_same_v<A, float> && std::is_same_v<B, float>, float, double>;
  return geomspace<T>(static_cast<double>(start), static_cast<double>(stop), count, endpoint);
}

/// Takes two complex numbers and follows the spiral that turns by the smaller angle. Throws
/// ValueError if one is 0 or not finite.
///   geomspace<std::complex<double>>({0, 1}, {0, 100}, 3) -> i, 10i, 100i
template <Complex T>
[[nodiscard]] Tensor<T> geomspace(T start, std::type_identity_t<T> stop, Count count = 50,
                                  bool endpoint = true) {
  using detail::libm::abs, detail::libm::log10;
  using Number = typename detail::RebindComplex<T, double>::type;
  const double length = abs(Number(start));
  const double last_length = abs(Number(stop));
  if (!detail::libm::isfinite(length) || !detail::libm::isfinite(last_length) || length == 0 ||
      last_length == 0) [[unlikely]]
    throw_value_error("geomspace: both ends must be finite and not 0");
  // Both ends are divided by start's direction, so that the spiral begins at a positive number.
  const Tensor<T> result = detail::make_uninitialized<T>("geomspace", Dims{count});
  const Number turn = Number(start) / length;
  const Tensor<Number> turned =
      logspace(Number(log10(length)), log10(Number(stop) / turn), count, endpoint);
  for (index_t i = 0; i < count; ++i) result.data()[i] = T(turn * turned.data()[i]);
  if (count > 0) result.data()[0] = start;
  if (count > 1 && endpoint) result.data()[count - 1] = stop;
  return result;
}

NDX_NAMESPACE_END
