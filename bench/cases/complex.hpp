// Arithmetic, functions and reductions of complex floats. Times are per element.
#pragma once

#include <cmath>
#include <complex>

#include "support/harness.hpp"

namespace bench {

using Complex = std::complex<float>;

/// Their real and imaginary parts are those of random floats times 3 and times 4: magnitudes are exact.
inline Buffer<Complex> complex_numbers(Index size, std::uint64_t seed) {
  const Buffer<float> from = floats(size, seed);
  Buffer<Complex> result(size);
  for (Index i = 0; i < size; ++i) result[i] = Complex(3 * from[i], 4 * from[i]);
  return result;
}
/// Random ones, or i.
inline Buffer<Complex> complex_units(Index size, std::uint64_t seed) {
  const Buffer<float> from = bits(size, seed);
  Buffer<Complex> result(size);
  for (Index i = 0; i < size; ++i) result[i] = Complex(1 - from[i], from[i]);
  return result;
}

/// F of each of n complex floats, as elements of type T.
template <class F, class T>
struct OfEachComplex : Counted {
  static constexpr bool kRounded = true;
  static Family family() { return {F::name, {"n"}, Destination::fresh, {{1 << 16}, {1 << 23}}}; }
  static Index largest(const Shape& shape) { return 2 * shape[0]; }
  explicit OfEachComplex(const Shape& shape)
      : Counted{1, shape[0]}, a(complex_numbers(shape[0], 1)), b(complex_units(shape[0], 2)) {}
  [[nodiscard]] Result<T> by_hand(std::size_t) const {
    Result<T> out(elements);
    loop(out.data(), a.data(), b.data(), elements);
    return out;
  }
  BENCH_LOOP static void loop(T* out, const Complex* a, const Complex* b, Index n) {
    for (Index i = 0; i < n; ++i) out[i] = F::of(a[i], b[i]);
  }
  Buffer<Complex> a;
  Buffer<Complex> b;
};

struct ComplexProductOf {
  static constexpr const char* name = "ComplexTimes";
  static Complex of(const Complex& a, const Complex& b) { return a * b; }
};
struct ComplexExpOf {
  static constexpr const char* name = "ComplexExp";
  static Complex of(const Complex& a, const Complex&) { return std::exp(a); }
};
struct ComplexAbsOf {
  static constexpr const char* name = "ComplexAbs";
  static float of(const Complex& a, const Complex&) { return std::abs(a); }
};
using ComplexTimes = OfEachComplex<ComplexProductOf, Complex>;
using ComplexExp = OfEachComplex<ComplexExpOf, Complex>;
using ComplexAbs = OfEachComplex<ComplexAbsOf, float>;

/// The sum of n complex floats, or their product: zeros of either sign become +0 by what is added to it.
template <class F>
struct ComplexReduced : Counted {
  static constexpr bool kRounded = true;
  static Family family() { return {F::name, {"n"}, Destination::none, {{1 << 16}, {1 << 23}}}; }
  static Index largest(const Shape& shape) { return 2 * shape[0]; }
  explicit ComplexReduced(const Shape& shape)
      : Counted{1, shape[0]}, a(complex_units(shape[0], 1)) {}
  [[nodiscard]] Result<Complex> by_hand(std::size_t) const {
    Result<Complex> result(1);
    result.data()[0] = loop(a.data(), elements) + Complex();
    return result;
  }
  BENCH_LOOP static Complex loop(const Complex* a, Index n) {
    Complex result = F::first;
    for (Index i = 0; i < n; ++i) result = F::of(result, a[i]);
    return result;
  }
  Buffer<Complex> a;
};

struct ComplexTotalOf {
  static constexpr const char* name = "ComplexSum";
  static constexpr Complex first = 0;
  static Complex of(const Complex& a, const Complex& b) { return a + b; }
};
struct ComplexFactorsOf {
  static constexpr const char* name = "ComplexProduct";
  static constexpr Complex first = 1;
  static Complex of(const Complex& a, const Complex& b) { return a * b; }
};
using ComplexSum = ComplexReduced<ComplexTotalOf>;
using ComplexProduct = ComplexReduced<ComplexFactorsOf>;

}  // namespace bench
