// The functions of <cmath> for one number of a floating-point type, by the builtins that <cmath> calls
// too. That header declares many more, such as Bessel functions, and would take a twelfth of the time
// that ndx/ndx.hpp takes to include.
#pragma once

#include <ndx/base/config.hpp>

NDX_NAMESPACE_BEGIN
namespace detail::math {

#define NDX_ENTRY_ONE(result, name, suffix, type) \
  NDX_ALWAYS_INLINE result name(type x) { return __builtin_##name##suffix(x); }
#define NDX_ENTRY_TWO(name, suffix, type) \
  NDX_ALWAYS_INLINE type name(type x, type y) { return __builtin_##name##suffix(x, y); }
#define NDX_ENTRY(name)                \
  NDX_ENTRY_ONE(float, name, f, float) \
  NDX_ENTRY_ONE(double, name, , double) NDX_ENTRY_ONE(long double, name, l, long double)
#define NDX_ENTRY_OF_TWO(name)  \
  NDX_ENTRY_TWO(name, f, float) \
  NDX_ENTRY_TWO(name, , double) NDX_ENTRY_TWO(name, l, long double)
// Builtins of any type.
#define NDX_ENTRY_IS(name)           \
  NDX_ENTRY_ONE(bool, name, , float) \
  NDX_ENTRY_ONE(bool, name, , double) NDX_ENTRY_ONE(bool, name, , long double)

NDX_ENTRY(sqrt)
NDX_ENTRY(cbrt)
NDX_ENTRY(exp)
NDX_ENTRY(exp2)
NDX_ENTRY(expm1)
NDX_ENTRY(log)
NDX_ENTRY(log2)
NDX_ENTRY(log10)
NDX_ENTRY(log1p)
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
NDX_ENTRY(floor)
NDX_ENTRY(ceil)
NDX_ENTRY(trunc)
NDX_ENTRY(nearbyint)
NDX_ENTRY_OF_TWO(pow)
NDX_ENTRY_OF_TWO(hypot)
NDX_ENTRY_OF_TWO(atan2)
NDX_ENTRY_OF_TWO(fmod)
NDX_ENTRY_OF_TWO(copysign)
NDX_ENTRY_IS(isinf)
NDX_ENTRY_IS(isfinite)
NDX_ENTRY_IS(signbit)

#undef NDX_ENTRY_ONE
#undef NDX_ENTRY_TWO
#undef NDX_ENTRY
#undef NDX_ENTRY_OF_TWO
#undef NDX_ENTRY_IS

NDX_ALWAYS_INLINE float abs(float x) { return __builtin_fabsf(x); }
NDX_ALWAYS_INLINE double abs(double x) { return __builtin_fabs(x); }
NDX_ALWAYS_INLINE long double abs(long double x) { return __builtin_fabsl(x); }

}  // namespace detail::math

namespace kernel {
namespace math = ndx::detail::math;
}
NDX_NAMESPACE_END
