// Declares the functions of <cmath> for floating-point numbers, without including it.
//
// g++ and clang have them as builtins, which is what their standard libraries call, too. Parsing
// <cmath>, whose special functions are templates, took a tenth of the time for all of
// <ndx/ndx.hpp>; other compilers get it. Complex types bring their own functions of these names.
#pragma once

#include <ndx/base/types.hpp>

#if !defined(__GNUC__)
#include <cmath>
#endif

NDX_NAMESPACE_BEGIN
namespace detail::libm {

// clang-format off: one list
#define NDX_ENTRY_EACH_UNARY(X) \
  X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(ceil) X(cos) X(cosh) X(exp) X(exp2) X(expm1) \
  X(floor) X(log) X(log10) X(log1p) X(log2) X(nearbyint) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(trunc)
// clang-format on
#define NDX_ENTRY_EACH_BINARY(X) X(atan2) X(copysign) X(fmod) X(hypot) X(pow)
#define NDX_ENTRY_EACH_TEST(X) X(isfinite) X(isinf) X(signbit)
#if defined(__GNUC__)
#define NDX_ENTRY_UNARY(name)                                            \
  inline float name(float x) noexcept { return __builtin_##name##f(x); } \
  inline double name(double x) noexcept { return __builtin_##name(x); }  \
  inline long double name(long double x) noexcept { return __builtin_##name##l(x); }
#define NDX_ENTRY_BINARY(name)                                                       \
  inline float name(float x, float y) noexcept { return __builtin_##name##f(x, y); } \
  inline double name(double x, double y) noexcept { return __builtin_##name(x, y); } \
  inline long double name(long double x, long double y) noexcept {                   \
    return __builtin_##name##l(x, y);                                                \
  }
#define NDX_ENTRY_TEST(name)                                               \
  inline bool name(float x) noexcept { return __builtin_##name(x) != 0; }  \
  inline bool name(double x) noexcept { return __builtin_##name(x) != 0; } \
  inline bool name(long double x) noexcept { return __builtin_##name(x) != 0; }
inline float abs(float x) noexcept { return __builtin_fabsf(x); }
inline double abs(double x) noexcept { return __builtin_fabs(x); }
inline long double abs(long double x) noexcept { return __builtin_fabsl(x); }
#else
#define NDX_ENTRY_UNARY(name) using std::name;
#define NDX_ENTRY_BINARY NDX_ENTRY_UNARY
#define NDX_ENTRY_TEST NDX_ENTRY_UNARY
using std::abs;
#endif
NDX_ENTRY_EACH_UNARY(NDX_ENTRY_UNARY)
NDX_ENTRY_EACH_BINARY(NDX_ENTRY_BINARY)
NDX_ENTRY_EACH_TEST(NDX_ENTRY_TEST)
#undef NDX_ENTRY_TEST
#undef NDX_ENTRY_BINARY
#undef NDX_ENTRY_UNARY
#undef NDX_ENTRY_EACH_TEST
#undef NDX_ENTRY_EACH_BINARY
#undef NDX_ENTRY_EACH_UNARY

}  // namespace detail::libm
namespace kernel {
namespace libm = ndx::detail::libm;
}
NDX_NAMESPACE_END
