// The type of a function of whole vectors: a table of pointers to it for each element type and
// width of vectors.
//
// vector_math.hpp fills the tables, for libmvec or xsimd; the loops look up the pointer for their
// width.
#pragma once

#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The type of a pointer to a function of one or two vectors of T that have the given number of
/// bytes.
template <class T, std::size_t operands, std::size_t bytes>
struct VectorCall {
  using V = typename VectorOf<T, bytes>::Type;
  using Type = std::conditional_t<operands == 1, V (*)(V), V (*)(V, V)>;
};

/// A function of `operands` elements of type T, for each width of vectors.
template <class T, std::size_t operands>
struct VectorFunction {
  typename VectorCall<T, operands, 16>::Type of_16_bytes;
  typename VectorCall<T, operands, 32>::Type of_32_bytes;
  typename VectorCall<T, operands, 64>::Type of_64_bytes;

  template <std::size_t bytes>
  [[nodiscard]] constexpr auto of_width() const {
    if constexpr (bytes == 64) {
      return of_64_bytes;
    } else if constexpr (bytes == 32) {
      return of_32_bytes;
    } else {
      return of_16_bytes;
    }
  }
};

/// A function of floats and of doubles.
template <std::size_t operands>
struct VectorFunctions {
  VectorFunction<float, operands> of_floats;
  VectorFunction<double, operands> of_doubles;
  [[nodiscard]] constexpr const auto& of(float /*type*/) const { return of_floats; }
  [[nodiscard]] constexpr const auto& of(double /*type*/) const { return of_doubles; }
};

}  // namespace kernel
NDX_NAMESPACE_END
