// e^z of rows of complex numbers, from whole vectors of e^x, sin y and cos y.
#pragma once

#include <ndx/kernel/math/saturated_math.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The vector form of e^z.
struct ComplexExp {};

/// e^z of at most kVectorRun elements, within a few units in the last place of each part. What is not
/// finite, or comes from an e^x that is not, is computed by the exp of C. `to` may be `from`.
template <Complex C>
void apply_vectors(const ComplexExp& /*form*/, index_t count, C* to, const C* from) {
  using T = typename C::value_type;
  if (count == 0) return;
  T length[detail::kVectorRun];
  T cosine[detail::kVectorRun];
  T sine[detail::kVectorRun];
  index_t n = 0;
  do {  // at least one, so that compilers see them set
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
