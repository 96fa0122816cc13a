// Functions of <cmath> for whole vectors: exp, log, sin and so on of up to 16 elements at once.
//
// On x86-64 they are those of glibc's libmvec, which g++ and clang link by themselves where it is
// called; elsewhere, as on AArch64, they are those of xsimd_math.hpp. If there is neither, as with
// musl, elements are computed one by one.
//
// Results are within 4 units in the last place, by the libraries' documentation and by our tests.
// Infinities, NaN, signed zeros and subnormal numbers give the results of the scalar functions. A
// result does not depend on the other elements of a vector. Its last bits do depend on the width of
// the vectors and so on the processor. sqrt is exact. On Sapphire Rapids at -O2, exp of 64 K floats
// takes .24 ns an element, and 2.8 by the scalar function.
#pragma once

#include <ndx/kernel/map/vector_function.hpp>
#include <ndx/kernel/math/libm.hpp>
#if NDX_X86 && defined(__clang__) && !defined(__AVX512F__)
#include <ndx/kernel/simd/register_calls.hpp>
#endif

#if NDX_X86 && defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 35)
NDX_NAMESPACE_BEGIN
namespace kernel {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"
namespace vectors {

// The types of vectors, named by their number of bytes, with F for floats and D for doubles.
using F16 = VectorOf<float, 16>::Type;
using F32 = VectorOf<float, 32>::Type;
using F64 = VectorOf<float, 64>::Type;
using D16 = VectorOf<double, 16>::Type;
using D32 = VectorOf<double, 32>::Type;
using D64 = VectorOf<double, 64>::Type;

inline F16 sqrt_f16(F16 x) { return __builtin_ia32_sqrtps(x); }
inline D16 sqrt_d16(D16 x) { return __builtin_ia32_sqrtpd(x); }
// Clang passes these vectors in registers only if the flags enable them; register_calls.hpp says
// why. The functions of 16 bytes are as fast.
#if defined(__clang__) && !defined(__AVX__)
inline constexpr F32 (*sqrt_f32)(F32) = nullptr;
inline constexpr D32 (*sqrt_d32)(D32) = nullptr;
#else
NDX_BEGIN_AVX2
inline F32 sqrt_f32(F32 x) { return __builtin_ia32_sqrtps256(x); }
inline D32 sqrt_d32(D32 x) { return __builtin_ia32_sqrtpd256(x); }
NDX_END_AVX2
#endif
#if defined(__clang__) && !defined(__AVX512F__)
inline constexpr F64 (*sqrt_f64)(F64) = nullptr;
inline constexpr D64 (*sqrt_d64)(D64) = nullptr;
#else
NDX_BEGIN_AVX512
#if defined(__clang__)  // 4: the current rounding mode
inline F64 sqrt_f64(F64 x) { return __builtin_ia32_sqrtps512(x, 4); }
inline D64 sqrt_d64(D64 x) { return __builtin_ia32_sqrtpd512(x, 4); }
#else                   // -1: all lanes
inline F64 sqrt_f64(F64 x) { return __builtin_ia32_sqrtps512_mask(x, x, -1, 4); }
inline D64 sqrt_d64(D64 x) { return __builtin_ia32_sqrtpd512_mask(x, x, -1, 4); }
#endif
NDX_END_AVX512
#endif

#if !defined(__clang__)
// g++ does not vectorize std::floor on x86 by itself, since that might trap. Vectors of
// 32 and 64 bytes use the instructions of AVX and AVX-512 here. The macros hold no NDX_BEGIN_AVX2: g++ 14
// loses what follows a target pragma in the expansion of a macro.
#define NDX_ENTRY(name)                                                                 \
  inline F16 name##_f16(F16 x) {                                                        \
    return F16{libm::name(x[0]), libm::name(x[1]), libm::name(x[2]), libm::name(x[3])}; \
  }                                                                                     \
  inline D16 name##_d16(D16 x) { return D16{libm::name(x[0]), libm::name(x[1])}; }
NDX_ENTRY(floor)
NDX_ENTRY(ceil)
NDX_ENTRY(trunc)
#undef NDX_ENTRY

NDX_BEGIN_AVX2
#define NDX_ENTRY(name, mode)                                                 \
  inline F32 name##_f32(F32 x) { return __builtin_ia32_roundps256(x, mode); } \
  inline D32 name##_d32(D32 x) { return __builtin_ia32_roundpd256(x, mode); }
NDX_ENTRY(floor, 9)
NDX_ENTRY(ceil, 10)
NDX_ENTRY(trunc, 11)
#undef NDX_ENTRY
NDX_END_AVX2

NDX_BEGIN_AVX512
#define NDX_ENTRY(name, mode)                                                                \
  inline F64 name##_f64(F64 x) { return __builtin_ia32_rndscaleps_mask(x, mode, x, -1, 4); } \
  inline D64 name##_d64(D64 x) { return __builtin_ia32_rndscalepd_mask(x, mode, x, -1, 4); }
NDX_ENTRY(floor, 9)
NDX_ENTRY(ceil, 10)
NDX_ENTRY(trunc, 11)
#undef NDX_ENTRY
NDX_END_AVX512
#endif

// Each function has one line below, which names six symbols.
#define NDX_ENTRY_TABLE(operands, name)                                                 \
  inline constexpr VectorFunctions<operands> name{{name##_f16, name##_f32, name##_f64}, \
                                                  {name##_d16, name##_d32, name##_d64}};
#define NDX_ENTRY(name)                                \
  F16 name##_f16(F16) __asm__("_ZGVbN4v_" #name "f");  \
  F32 name##_f32(F32) __asm__("_ZGVdN8v_" #name "f");  \
  F64 name##_f64(F64) __asm__("_ZGVeN16v_" #name "f"); \
  D16 name##_d16(D16) __asm__("_ZGVbN2v_" #name);      \
  D32 name##_d32(D32) __asm__("_ZGVdN4v_" #name);      \
  D64 name##_d64(D64) __asm__("_ZGVeN8v_" #name);      \
  NDX_ENTRY_TABLE(1, name)
#define NDX_ENTRY_OF_TWO(name)                               \
  F16 name##_f16(F16, F16) __asm__("_ZGVbN4vv_" #name "f");  \
  F32 name##_f32(F32, F32) __asm__("_ZGVdN8vv_" #name "f");  \
  F64 name##_f64(F64, F64) __asm__("_ZGVeN16vv_" #name "f"); \
  D16 name##_d16(D16, D16) __asm__("_ZGVbN2vv_" #name);      \
  D32 name##_d32(D32, D32) __asm__("_ZGVdN4vv_" #name);      \
  D64 name##_d64(D64, D64) __asm__("_ZGVeN8vv_" #name);      \
  NDX_ENTRY_TABLE(2, name)

NDX_ENTRY_TABLE(1, sqrt)
#if !defined(__clang__)
NDX_ENTRY_TABLE(1, floor)
NDX_ENTRY_TABLE(1, ceil)
NDX_ENTRY_TABLE(1, trunc)
#else
struct ByTheCompiler {};
inline constexpr ByTheCompiler floor, ceil, trunc;
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
#undef NDX_ENTRY
#undef NDX_ENTRY_OF_TWO
#undef NDX_ENTRY_TABLE

}  // namespace vectors
#pragma GCC diagnostic pop
}  // namespace kernel
NDX_NAMESPACE_END
#else
#include <ndx/kernel/math/xsimd_math.hpp>
#endif

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Base of a function object that has this vector form.
template <const auto& functions>
struct VectorForm {
  template <class T>
    requires requires(T type) { functions.of(type); }
  static constexpr const auto& vectors(T type) {
    return functions.of(type);
  }
};

/// A function of T that is one instruction. It has a type of its own, so that compilers inline it.
template <const auto& functions, class T>
struct Instruction {
  template <std::size_t bytes>
  [[nodiscard]] static constexpr auto of_width() {
    return functions.of(T{}).template of_width<bytes>();
  }
};
/// Base of a function object whose vector form is one instruction.
template <const auto& functions>
struct InstructionForm {
  template <class T>
    requires requires(T type) { functions.of(type); }
  static constexpr Instruction<functions, T> vectors(T /*type*/) {
    return {};
  }
};

namespace detail {

/// The loops over vectors of 32 and of 64 bytes.
#if NDX_X86 && defined(__clang__) && !defined(__AVX__)
using VectorMath32 = registers::VectorMath<32>;
#else
using VectorMath32 = avx2::VectorMath;
#endif
#if NDX_X86 && defined(__clang__) && !defined(__AVX512F__)
using VectorMath64 = registers::VectorMath<64>;
#else
using VectorMath64 = avx512::VectorMath;
#endif

}  // namespace detail

/// Sets to[i] = f(a[i]), or f(a[i], b[i]), for contiguous elements. `to` may be an input.
template <class T, class... In>
void apply_vectors(const VectorFunction<T, sizeof...(In)>& f, index_t count, T* to,
                   const In*... from) {
  dispatch<portable::VectorMath, detail::VectorMath32, detail::VectorMath64>(
      [&](auto math) { math.apply(f, count, to, from...); });
}

/// Sets to[i] = f(from[i]) by an instruction. `to` may be `from`.
template <const auto& functions, class T>
void apply_vectors(const Instruction<functions, T>& f, index_t count, T* to, const T* from) {
  dispatch<portable::VectorMath, detail::VectorMath32, detail::VectorMath64>(
      [&](auto math) { math.apply(f, count, to, from); });
}

#define NDX_ENTRY(T)                                                                              \
  NDX_COMPILE_SIZE(apply_vectors_##T, void, apply_vectors,                                        \
                   (const VectorFunction<T, 1>& f, index_t count, T* to, const T* a),             \
                   (f, count, to, a), T, T)                                                       \
  NDX_COMPILE_SIZE(apply_vectors_two_##T, void, apply_vectors,                                    \
                   (const VectorFunction<T, 2>& f, index_t count, T* to, const T* a, const T* b), \
                   (f, count, to, a, b), T, T, T)
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY

}  // namespace kernel
NDX_NAMESPACE_END
