// The functions of vector_math.hpp on processors other than x86-64: xsimd's functions of whole
// vectors.
//
// They are within 4 units in the last place where xsimd is right. With version 8.1 on AArch64 and
// random numbers of all magnitudes, errors were at most 3.9 for asinh, 3.3 for tan, 2.9 for asin,
// 2.7 for atan, and 2.2 for the others. Where xsimd is wrong, as for subnormal numbers, single
// elements are computed by the scalar function. Its pow, atan2 and hypot lose most digits in
// places, and its sqrt of floats is not exact on AArch64, so they are not used.
//
// A vector of 16 bytes has only two doubles, and most scalar functions of doubles are faster. Times
// with SSE4.2 in ns an element, by xsimd and by the scalar functions: exp 5.2, 2.9; log 4.2, 3.1;
// cbrt 18, 9; but sin 3.2, 4.1; tanh 4.0, 7.8.
#pragma once

#include <limits>

#include <ndx/kernel/map/vector_function.hpp>
#include <ndx/kernel/math/libm.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace vectors {

/// Says that there is no vector form.
struct NoFunctions {};

#if !NDX_X86 && (XSIMD_WITH_NEON64 || XSIMD_WITH_SSE2 || XSIMD_WITH_WASM)

template <class T>
using Vector = typename VectorOf<T, portable::kVectorBytes>::Type;

template <class F, class T>
inline constexpr VectorFunction<T, 1> function_of = [] {
  VectorFunction<T, 1> function{};
  if constexpr (portable::kVectorBytes == 32) {
    function.of_32_bytes = &F::template of<T>;
  } else {
    function.of_16_bytes = &F::template of<T>;
  }
  return function;
}();

/// F for floats, and for doubles if a vector has four or if two at once are faster. It is compiled
/// only where it is used.
template <class F, bool of_pairs>
struct LazyFunctions {
  template <class T>
    requires(of_pairs || sizeof(Vector<T>) > 2 * sizeof(T))
  [[nodiscard]] constexpr const auto& of(T /*type*/) const {
    return function_of<F, T>;
  }
};

/// Says that xsimd is right for all arguments.
struct Everywhere {
  template <class X>
  auto operator()(const X& /*x*/) const {
    return typename X::batch_bool_type(true);
  }
};
/// Says that xsimd is right where magnitudes do not exceed a limit.
template <int of_floats, int of_doubles>
struct UpTo {
  template <class X>
  auto operator()(const X& x) const {
    using T = typename X::value_type;
    return xsimd::abs(x) <= X(T{sizeof(T) == 4 ? of_floats : of_doubles});
  }
};
/// Says that xsimd is right where x is neither zero nor a subnormal number.
struct Normal {
  template <class X>
  auto operator()(const X& x) const {
    using T = typename X::value_type;
    return xsimd::abs(x) >= X(std::numeric_limits<T>::min());
  }
};
/// Says that xsimd is right from 1 on.
struct FromOne {
  template <class X>
  auto operator()(const X& x) const {
    using T = typename X::value_type;
    return x >= X(T{1});
  }
};

/// Says that xsimd is right where e^x is a normal number.
using ExpIsNormal = UpTo<87, 708>;
/// Says that xsimd is right where 2^x is a normal number.
using Exp2IsNormal = UpTo<125, 1021>;
/// Says that xsimd is right where e^x and x are normal numbers.
struct NearZero {
  template <class X>
  auto operator()(const X& x) const {
    return ExpIsNormal()(x) && Normal()(x);
  }
};
/// Says that xsimd reduces angles in one way, whatever the other elements are: up to 20π.
using FewTurns = UpTo<62, 62>;

/// Returns function(x), with scalar(element) for the elements where is_right is false.
template <class X, class Function, class Scalar>
Vector<typename X::value_type> mended(const X& x, const typename X::batch_bool_type& is_right,
                                      Function function, Scalar scalar) {
  using T = typename X::value_type;
  T elements[X::size];
  if (xsimd::all(is_right)) {
    function(x).store_unaligned(elements);
  } else {
    function(xsimd::select(is_right, x, X(T{1}))).store_unaligned(elements);
    T arguments[X::size];
    bool right[X::size];
    x.store_unaligned(arguments);
    is_right.store_unaligned(right);
    for (std::size_t k = 0; k < X::size; ++k)
      if (!right[k]) elements[k] = scalar(arguments[k]);
  }
  Vector<T> vector;
  std::memcpy(&vector, elements, sizeof(vector));
  return vector;
}

#define NDX_ENTRY(name, Where, of_pairs)                                            \
  struct function_##name {                                                          \
    template <class T>                                                              \
    static Vector<T> of(Vector<T> vector) {                                         \
      constexpr std::size_t lanes = sizeof(vector) / sizeof(T);                     \
      T elements[lanes];                                                            \
      std::memcpy(elements, &vector, sizeof(vector));                               \
      const auto x = xsimd::make_sized_batch_t<T, lanes>::load_unaligned(elements); \
      return mended(                                                                \
          x, Where()(x), [](const auto& y) { return xsimd::name(y); },              \
          [](T y) { return libm::name(y); });                                       \
    }                                                                               \
  };                                                                                \
  inline constexpr LazyFunctions<function_##name, of_pairs> name{};
NDX_ENTRY(exp, ExpIsNormal, false)
NDX_ENTRY(exp2, Exp2IsNormal, false)
NDX_ENTRY(expm1, NearZero, false)
NDX_ENTRY(log, Normal, false)
NDX_ENTRY(log2, Normal, false)
NDX_ENTRY(log10, Normal, false)
NDX_ENTRY(log1p, Normal, false)
NDX_ENTRY(cbrt, Normal, false)
NDX_ENTRY(sin, FewTurns, true)
NDX_ENTRY(cos, FewTurns, true)
NDX_ENTRY(tan, FewTurns, true)
NDX_ENTRY(asin, Everywhere, false)
NDX_ENTRY(acos, Everywhere, false)
NDX_ENTRY(atan, Everywhere, false)
NDX_ENTRY(sinh, Everywhere, true)
NDX_ENTRY(cosh, Everywhere, false)
NDX_ENTRY(tanh, Everywhere, true)
NDX_ENTRY(asinh, Everywhere, false)
NDX_ENTRY(acosh, FromOne, false)
NDX_ENTRY(atanh, Everywhere, false)
#undef NDX_ENTRY

#else

inline constexpr NoFunctions exp, exp2, expm1, log, log2, log10, log1p, cbrt, sin, cos, tan, asin,
    acos, atan, sinh, cosh, tanh, asinh, acosh, atanh;

#endif

inline constexpr NoFunctions sqrt, floor, ceil, trunc, pow, atan2, hypot;

}  // namespace vectors
}  // namespace kernel
NDX_NAMESPACE_END
