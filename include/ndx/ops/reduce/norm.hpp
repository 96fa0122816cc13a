// norm: the length of vectors of real or complex numbers, for every exponent p.
//
// Squares and cubes are added in one pass. Other exponents are those of functions: 1 adds absolute values,
// infinite ones are their extremes, 0 counts the nonzero elements, and the rest add their powers.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/core/complex_parts.hpp>
#include <ndx/ops/math/exponentials.hpp>
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
/// Adds Term(element) of all elements.
template <class T, class Term>
struct SumOf : Term, TermSum<magnitude_t<T>> {
  using Term::kLoop;
  [[nodiscard]] magnitude_t<T> step(magnitude_t<T> total, const T& x) const {
    return total + (*this)(x);
  }
};

/// Takes the root of a sum of powers.
template <class Out, class M>
struct RootOfSum {
  double p;
  auto operator()(M total) const {
    return result_element<Out>(p == 2 ? libm::sqrt(total)
                                      : libm::pow(total, 1 / static_cast<M>(p)));
  }
};

/// Computes (Σ term)^(1/p) over `dims`.
template <class Term, class A>
Tensor<variance_t<element_t<A>>> root_of_sum(const A& t, double p, const ReducedDims& dims,
                                             bool keepdim) {
  using T = computed_t<element_t<A>>;
  using Out = variance_t<element_t<A>>;
  const RootOfSum<Out, magnitude_t<T>> root{p};
  const Reduction r = make_reduction("norm", t.layout(), dims);
  const auto totals = find_totals(SumOf<T, Term>(), t, r);
  return to_result("norm", finish_totals<Out>("norm", root, totals), r, keepdim);
}

/// Computes the root of the sum of squares. The result has the real type of the elements.
template <class A>
Tensor<variance_t<element_t<A>>> euclidean_norm(const A& t, const ReducedDims& dims, bool keepdim) {
  return root_of_sum<MagnitudeSquared<computed_t<element_t<A>>>>(t, 2, dims, keepdim);
}

/// Chooses the terms for p, which is not 2, and computes the norm.
template <class T>
Tensor<variance_t<std::remove_const_t<T>>> norm_of(const Tensor<T>& t, double p,
                                                   const ReducedDims& dims, bool keepdim) {
  using Out = variance_t<std::remove_const_t<T>>;
  using Computed = computed_t<std::remove_const_t<T>>;
  using M = magnitude_t<Computed>;
  if constexpr (std::is_integral_v<T>) {
    return norm_of(t.template to<double>(), p, dims, keepdim);
  } else {
    if (p == 3) return root_of_sum<MagnitudeCubed<Computed>>(t, p, dims, keepdim);
    if (p == 0)
      return reduce_to<index_t>("norm", CountNonzero<Computed>{}, t, dims, keepdim)
          .template to<Out>();
    const Tensor<Out> lengths = map_absolute("norm", t);
    if (p == 1) return reduce_to<Out>("norm", Sum<computed_t<Out>>{}, lengths, dims, keepdim);
    if (libm::isinf(p))
      return p > 0 ? extreme_values<MaxOf<Tensor<Out>>>("norm", lengths, dims, keepdim)
                   : extreme_values<MinOf<Tensor<Out>>>("norm", lengths, dims, keepdim);
    const Tensor<M> powers = raise("norm", lengths.template to<M>(), static_cast<M>(p));
    const Tensor<M> totals = reduce_to<M>("norm", Sum<M>{}, powers, dims, keepdim);
    return raise("norm", totals, 1 / static_cast<M>(p)).template to<Out>();
  }
}

}  // namespace detail

/// Returns (Σ |element|^p)^(1/p) over `dims`, all dims by default. Infinite p gives the largest (∞)
/// or the smallest (-∞) magnitude, and p = 0 the number of nonzero elements. Any number of dims is
/// treated as one vector, as by PyTorch's vector_norm.
///   norm(t) · norm(t, 1) · norm(t, INFINITY, 0) · norm(t, 2, {0, 2}) · norm(t, 2, -1, true)
/// Shapes are those of sum. Integers give double, complex numbers the type of their components,
/// others keep theirs. Powers are added in double; at most eight squares, or absolute values, of floats
/// are first added in float. The result is NaN if there is a NaN. The norm of no elements is 0, or infinity for
/// negative p. Throws ValueError for infinite p of no elements. Throws as sum does.
///   norm(tensor({3.0, 4.0})) -> 5
template <Numbers A>
[[nodiscard]] auto norm(const A& t, double p = 2, const ReducedDims& dims = all_dims,
                        KeepDim keepdim = false) {
  // The test is here so that a program with a literal 2 does not compile the other exponents.
  return p == 2 ? detail::euclidean_norm(t, dims, keepdim)
                : detail::norm_of(detail::as_tensor<const A&>(t), p, dims, keepdim);
}

NDX_NAMESPACE_END
