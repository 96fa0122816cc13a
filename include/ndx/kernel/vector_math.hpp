// Functions of <cmath> for whole vectors: exp, log, sin and so on of up to 16 elements at once.
//
// They are those of glibc's libmvec, for x86-64, which g++ and clang link by themselves where it is
// called. Its results are within 4 units in the last place, by its documentation and by our tests;
// infinities, NaN, signed zeros and subnormal numbers give what the scalar functions give. A result
// does not depend on the other elements of a vector, but it does, in the last places, on the width
// of the vectors and so on the processor. sqrt is the processor's own instruction, which is exact.
//
// Elsewhere the table is empty and elements are computed one by one. With clang and without flags for
// AVX the vectors have 16 bytes.
#pragma once

#include <ndx/kernel/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// A function of `operands` elements of type T, for each width of vectors.
template <class T, std::size_t operands>
struct VectorFunction;
template <class T>
struct VectorFunction<T, 1> {
  template <std::size_t bytes>
  using V = typename VectorOf<T, bytes>::Type;
  V<16> (*of_16_bytes)(V<16>);
  V<32> (*of_32_bytes)(V<32>);
  V<64> (*of_64_bytes)(V<64>);
};
template <class T>
struct VectorFunction<T, 2> {
  template <std::size_t bytes>
  using V = typename VectorOf<T, bytes>::Type;
  V<16> (*of_16_bytes)(V<16>, V<16>);
  V<32> (*of_32_bytes)(V<32>, V<32>);
  V<64> (*of_64_bytes)(V<64>, V<64>);
};

/// The same function of floats and of doubles.
template <std::size_t operands>
struct VectorFunctions {
  VectorFunction<float, operands> of_floats;
  VectorFunction<double, operands> of_doubles;
};

}  // namespace kernel
NDX_NAMESPACE_END

// Macros here: one line for each function, which names twelve symbols.
#if NDX_X86 && defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 35)
#define NDX_ENTRY_CALL(name, T, bytes, symbol) \
  VectorOf<T, bytes>::Type name(VectorOf<T, bytes>::Type) __asm__(symbol);
#define NDX_ENTRY_CALL_OF_TWO(name, T, bytes, symbol) \
  VectorOf<T, bytes>::Type name(VectorOf<T, bytes>::Type, VectorOf<T, bytes>::Type) __asm__(symbol);
#define NDX_ENTRY_CALLS(CALL, name, v)               \
  namespace libmvec {                                \
  CALL(name, float, 16, "_ZGVbN4" #v "_" #name "f")  \
  CALL(name, float, 32, "_ZGVdN8" #v "_" #name "f")  \
  CALL(name, float, 64, "_ZGVeN16" #v "_" #name "f") \
  CALL(name, double, 16, "_ZGVbN2" #v "_" #name)     \
  CALL(name, double, 32, "_ZGVdN4" #v "_" #name)     \
  CALL(name, double, 64, "_ZGVeN8" #v "_" #name)     \
  }
#define NDX_ENTRY_TABLE(operands, name, from)                                           \
  inline constexpr VectorFunctions<operands> name{{from::name, from::name, from::name}, \
                                                  {from::name, from::name, from::name}};
#define NDX_ENTRY(name)                    \
  NDX_ENTRY_CALLS(NDX_ENTRY_CALL, name, v) \
  NDX_ENTRY_TABLE(1, name, libmvec)
#define NDX_ENTRY_OF_TWO(name)                     \
  NDX_ENTRY_CALLS(NDX_ENTRY_CALL_OF_TWO, name, vv) \
  NDX_ENTRY_TABLE(2, name, libmvec)

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Whether there are vector functions.
inline constexpr bool kVectorMath = true;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"
namespace instructions {
inline VectorOf<float, 16>::Type sqrt(VectorOf<float, 16>::Type x) {
  return __builtin_ia32_sqrtps(x);
}
inline VectorOf<double, 16>::Type sqrt(VectorOf<double, 16>::Type x) {
  return __builtin_ia32_sqrtpd(x);
}
NDX_BEGIN_AVX2
inline VectorOf<float, 32>::Type sqrt(VectorOf<float, 32>::Type x) {
  return __builtin_ia32_sqrtps256(x);
}
inline VectorOf<double, 32>::Type sqrt(VectorOf<double, 32>::Type x) {
  return __builtin_ia32_sqrtpd256(x);
}
NDX_END_AVX2
NDX_BEGIN_AVX512
#if defined(__clang__)
inline VectorOf<float, 64>::Type sqrt(VectorOf<float, 64>::Type x) {
  return __builtin_ia32_sqrtps512(x, 4);  // rounded as ever
}
inline VectorOf<double, 64>::Type sqrt(VectorOf<double, 64>::Type x) {
  return __builtin_ia32_sqrtpd512(x, 4);
}
#else
inline VectorOf<float, 64>::Type sqrt(VectorOf<float, 64>::Type x) {
  return __builtin_ia32_sqrtps512_mask(x, x, -1, 4);  // all lanes, rounded as ever
}
inline VectorOf<double, 64>::Type sqrt(VectorOf<double, 64>::Type x) {
  return __builtin_ia32_sqrtpd512_mask(x, x, -1, 4);
}
#endif
NDX_END_AVX512
}  // namespace instructions
#pragma GCC diagnostic pop

namespace vectors {
NDX_ENTRY_TABLE(1, sqrt, instructions)
#else
#define NDX_ENTRY(name) inline constexpr VectorFunctions<1> name{};
#define NDX_ENTRY_OF_TWO(name) inline constexpr VectorFunctions<2> name{};

NDX_NAMESPACE_BEGIN
namespace kernel {

inline constexpr bool kVectorMath = false;

namespace vectors {
NDX_ENTRY(sqrt)
#endif
NDX_ENTRY(exp)
NDX_ENTRY(exp2)
NDX_ENTRY(expm1)
NDX_ENTRY(log)
NDX_ENTRY(log2)
NDX_ENTRY(log10)
NDX_ENTRY(log1p)
NDX_ENTRY(cbrt)
NDX_ENTRY(sin)
NDX_ENTRY(cos)
NDX_ENTRY(tan)
NDX_ENTRY(asin)
NDX_ENTRY(acos)
NDX_ENTRY(atan)
NDX_ENTRY(sinh)
NDX_ENTRY(cosh)
NDX_ENTRY(tanh)
NDX_ENTRY(asinh)
NDX_ENTRY(acosh)
NDX_ENTRY(atanh)
NDX_ENTRY_OF_TWO(pow)
NDX_ENTRY_OF_TWO(atan2)
NDX_ENTRY_OF_TWO(hypot)
}  // namespace vectors
#undef NDX_ENTRY
#undef NDX_ENTRY_OF_TWO
#undef NDX_ENTRY_TABLE
#undef NDX_ENTRY_CALLS
#undef NDX_ENTRY_CALL_OF_TWO
#undef NDX_ENTRY_CALL

/// Base of a function object that has this vector form.
template <const auto& functions>
struct VectorForm {
  static constexpr const auto& vectors(float /*type*/)
    requires kVectorMath
  {
    return functions.of_floats;
  }
  static constexpr const auto& vectors(double /*type*/)
    requires kVectorMath
  {
    return functions.of_doubles;
  }
};

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/loops/vector_math.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// to[i] = f(a[i]), or f(a[i], b[i]), for contiguous elements. `to` may be an input.
void apply_vectors(const VectorFunction<float, 1>& f, index_t count, float* to, const float* a)
    NDX_SYMBOL(apply_vectors_float);
void apply_vectors(const VectorFunction<double, 1>& f, index_t count, double* to, const double* a)
    NDX_SYMBOL(apply_vectors_double);
void apply_vectors(const VectorFunction<float, 2>& f, index_t count, float* to, const float* a,
                   const float* b) NDX_SYMBOL(apply_vectors_two_floats);
void apply_vectors(const VectorFunction<double, 2>& f, index_t count, double* to, const double* a,
                   const double* b) NDX_SYMBOL(apply_vectors_two_doubles);
#if NDX_DEFINES
namespace detail {

/// Clang passes wide vectors in registers, as libmvec takes them, only where the flags enable them,
/// whatever the target of the function that calls.
#if defined(__clang__) && !defined(__AVX__)
using VectorMath32 = portable::VectorMath;
#else
using VectorMath32 = avx2::VectorMath;
#endif
#if defined(__clang__) && !defined(__AVX512F__)
using VectorMath64 = VectorMath32;
#else
using VectorMath64 = avx512::VectorMath;
#endif

template <class T, class... In>
void dispatch_vectors(const VectorFunction<T, sizeof...(In)>& f, index_t count, T* to,
                      const In*... from) {
  dispatch<portable::VectorMath, VectorMath32, VectorMath64>(
      [&](auto math) { math.apply(f, count, to, from...); });
}

}  // namespace detail

NDX_FUNC void apply_vectors(const VectorFunction<float, 1>& f, index_t count, float* to,
                            const float* a) {
  detail::dispatch_vectors(f, count, to, a);
}
NDX_FUNC void apply_vectors(const VectorFunction<double, 1>& f, index_t count, double* to,
                            const double* a) {
  detail::dispatch_vectors(f, count, to, a);
}
NDX_FUNC void apply_vectors(const VectorFunction<float, 2>& f, index_t count, float* to,
                            const float* a, const float* b) {
  detail::dispatch_vectors(f, count, to, a, b);
}
NDX_FUNC void apply_vectors(const VectorFunction<double, 2>& f, index_t count, double* to,
                            const double* a, const double* b) {
  detail::dispatch_vectors(f, count, to, a, b);
}
#endif

}  // namespace kernel
NDX_NAMESPACE_END
