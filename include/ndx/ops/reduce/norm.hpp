// norm: the length of vectors of real or complex numbers, for every exponent p.
//
// The exponents 1, 2 and 3 have terms without a call of pow, which the compiler can vectorise.
// Infinite exponents are extremes of magnitudes, and 0 counts the nonzero elements.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/core/complex_parts.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/extremes.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The real type in which magnitudes of T are added: double or long double.
template <class T>
using magnitude_t = sum_accumulator_t<function_t<typename PartOf<T>::type>>;

template <class T>
magnitude_t<T> magnitude(const T& x) {
  using M = magnitude_t<T>;
  if constexpr (Complex<T>) {
    return magnitude_of_parts(static_cast<M>(x.real()), static_cast<M>(x.imag()));
  } else {
    return libm::abs(static_cast<M>(x));
  }
}

/// Terms of a sum of powers of magnitudes.
template <class T>
struct Magnitude {
  static constexpr auto kLoop = kernel::RowLoop::steps;
  magnitude_t<T> operator()(const T& x) const { return magnitude(x); }
};
template <class T>
struct MagnitudeSquared {
  static constexpr auto kLoop = kernel::RowLoop::float_terms;
  magnitude_t<T> operator()(const T& x) const {
    using M = magnitude_t<T>;
    if constexpr (Complex<T>) {
      const M real = static_cast<M>(x.real());
      const M imaginary = static_cast<M>(x.imag());
      return real * real + imaginary * imaginary;
    } else {
      return static_cast<M>(x) * static_cast<M>(x);
    }
  }
  template <class V>
  void step_lanes(V& totals, const V& x) const {
    totals += x * x;
  }
};
template <class T>
struct MagnitudeCubed {
  static constexpr auto kLoop = kernel::RowLoop::terms;
  magnitude_t<T> operator()(const T& x) const {
    const magnitude_t<T> length = magnitude(x);
    return length * length * length;
  }
  template <class V>
  void step_lanes(V& totals, const V& x) const {
    const V length = x < 0 ? -x : x;
    totals += length * length * length;
  }
};
template <class T>
struct MagnitudePower {
  using CallsOut = void;
  static constexpr auto kLoop = kernel::RowLoop::steps;
  double exponent;
  magnitude_t<T> operator()(const T& x) const {
    return libm::pow(magnitude(x), static_cast<magnitude_t<T>>(exponent));
  }
};

/// Adds Term(element) of all elements.
template <class T, class Term>
struct SumOf : Term, TermSum<magnitude_t<T>> {
  using Term::kLoop;
  explicit SumOf(const Term& term = {}) : Term(term) {}
  [[nodiscard]] magnitude_t<T> step(magnitude_t<T> total, const T& x) const {
    return total + (*this)(x);
  }
};

/// Reducer for the largest, or smallest, magnitude.
template <class T, bool largest>
struct BestMagnitude : kernel::ReducerOf<magnitude_t<T>> {
  using Accumulator = magnitude_t<T>;
  using Magnitudes = ExtremeElement<Accumulator, largest, NanIs::best>;
  static constexpr const char* kName = Magnitudes::kName;
  [[nodiscard]] Accumulator identity() const { return Magnitudes{}.identity(); }
  [[nodiscard]] Accumulator step(Accumulator best, const T& x) const {
    return Magnitudes{}.step(best, magnitude(x));
  }
  [[nodiscard]] Accumulator merge(Accumulator a, Accumulator b) const {
    return Magnitudes{}.merge(a, b);
  }
};

/// Computes (Σ term)^(1/p) over `dims`.
template <class Term, class A>
auto root_of_sum(const Term& term, double p, const A& t, const ReducedDims& dims, bool keepdim) {
  using T = computed_t<element_t<A>>;
  using M = magnitude_t<T>;
  using Out = variance_t<element_t<A>>;
  const SumOf<T, Term> sum(term);
  const M exponent = 1 / static_cast<M>(p);
  const auto root = [exponent](M total) {
    return result_element<Out>(exponent == M(0.5) ? libm::sqrt(total) : libm::pow(total, exponent));
  };
  const Reduction r = make_reduction("norm", t.layout(), dims);
  return to_result("norm", finish_totals<Out>("norm", root, find_totals(sum, t, r)), r, keepdim);
}

/// Chooses the terms for p and computes the norm. The result has the real type of the elements.
template <class A>
Tensor<variance_t<element_t<A>>> norm_of(const A& t, double p, const ReducedDims& dims,
                                         bool keepdim) {
  using T = computed_t<element_t<A>>;
  using Out = variance_t<element_t<A>>;
  if (p == 2) return root_of_sum(MagnitudeSquared<T>{}, p, t, dims, keepdim);
  if (p == 3) return root_of_sum(MagnitudeCubed<T>{}, p, t, dims, keepdim);
  if (p == 1) return reduce_to<Out>("norm", SumOf<T, Magnitude<T>>{}, t, dims, keepdim);
  if (p == 0) return reduce_to<Out>("norm", CountNonzero<T>{}, t, dims, keepdim);
  if (libm::isinf(p)) {
    const auto best = p > 0 ? extreme_values<BestMagnitude<T, true>>("norm", t, dims, keepdim)
                            : extreme_values<BestMagnitude<T, false>>("norm", t, dims, keepdim);
    return best.template to<Out>();
  }
  return root_of_sum(MagnitudePower<T>{p}, p, t, dims, keepdim);
}

}  // namespace detail

/// Returns (Σ |element|^p)^(1/p) over `dims`, all dims by default. Infinite p gives the largest (∞)
/// or the smallest (-∞) magnitude, and p = 0 the number of nonzero elements. Any number of dims is
/// treated as one vector, as by PyTorch's vector_norm.
///   norm(t) · norm(t, 1) · norm(t, INFINITY, 0) · norm(t, 2, {0, 2}) · norm(t, 2, -1, true)
/// Shapes are those of sum. Integers give double, complex numbers the type of their components,
/// others keep theirs. Magnitudes are added in double; at most eight squares of floats are first
/// added in float. The result is NaN if there is a NaN. The norm of no elements is 0, or infinity for
/// negative p. Throws ValueError for infinite p of no elements. Throws as sum does.
///   norm(tensor({3.0, 4.0})) -> 5
template <NumberTensor A>
[[nodiscard]] auto norm(const A& t, double p = 2, const ReducedDims& dims = all_dims,
                        KeepDim keepdim = false) {
  return detail::norm_of(t, p, dims, keepdim);
}

NDX_NAMESPACE_END
