// The functions of special.hpp that the compiled library has for the common element types.
#pragma once

#include <ndx/ops/instances/row_instances.hpp>
#include <ndx/ops/math/special_functions.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

#define NDX_ENTRY_OF(F, Name, suffix, R, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, Name##_##suffix, 2, ApplyConverted<F, R>, R, T)
#define NDX_ENTRY_FORMULA(Name, suffix, R, T) NDX_ENTRY_OF(functions::Name, Name, suffix, R, T)
#define NDX_ENTRY_TEST(Name, suffix, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, Name##_##suffix, 2, Name, bool, T)
#define NDX_ENTRY(suffix, R, T)                                                          \
  NDX_ENTRY_FORMULA(ErrorFunction, suffix, R, T)                                         \
  NDX_ENTRY_FORMULA(ComplementaryErrorFunction, suffix, R, T)                            \
  NDX_ENTRY_FORMULA(LogGamma, suffix, R, T)                                              \
  NDX_ENTRY_FORMULA(InverseSquareRoot, suffix, R, T)                                     \
  NDX_ENTRY_FORMULA(ToRadians, suffix, R, T)                                             \
  NDX_ENTRY_FORMULA(ToDegrees, suffix, R, T)                                             \
  NDX_ENTRY_FORMULA(Silu, suffix, R, T)                                                  \
  NDX_ENTRY_FORMULA(Gelu, suffix, R, T)                                                  \
  NDX_ENTRY_FORMULA(ApproximateGelu, suffix, R, T)                                       \
  NDX_ENTRY_OF(FractionalPart, FractionalPart, suffix, R, T)                             \
  NDX_ENTRY_OF(WholePart, WholePart, suffix, R, T)                                       \
  NDX_ENTRY_OF(Mantissa, Mantissa, suffix, R, T)                                         \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, Exponent_##suffix, 2, Exponent<R>, std::int32_t, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, Softplus_##suffix, 2, Softplus<R>, R, T)            \
  NDX_ENTRY_TEST(IsPositiveInfinity, suffix, T)                                          \
  NDX_ENTRY_TEST(IsNegativeInfinity, suffix, T)
NDX_ENTRY(bool, double, bool)
NDX_ENTRY(uint8, double, std::uint8_t)
NDX_ENTRY(int32, double, std::int32_t)
NDX_ENTRY(int64, double, std::int64_t)
NDX_ENTRY(float, float, float)
NDX_ENTRY(double, double, double)
#undef NDX_ENTRY
#undef NDX_ENTRY_TEST
#undef NDX_ENTRY_FORMULA
#undef NDX_ENTRY_OF
// Functions of two operands convert integers first, so float and double are enough.
#define NDX_ENTRY_TWO(Name, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, Name##_##T, 3, In<Name, T>, T, T, T)
#define NDX_ENTRY_SCALE(T, E) \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, TimesPowerOfTwo_##T##_##E, 3, TimesPowerOfTwo<T>, T, T, std::E)
#define NDX_ENTRY(T)           \
  NDX_ENTRY_TWO(LogAddExp, T)  \
  NDX_ENTRY_TWO(LogAddExp2, T) \
  NDX_ENTRY_TWO(XLogY, T)      \
  NDX_ENTRY_TWO(Heaviside, T)  \
  NDX_ENTRY_TWO(NextAfter, T)  \
  NDX_ENTRY_SCALE(T, int32_t)  \
  NDX_ENTRY_SCALE(T, int64_t)
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
#undef NDX_ENTRY_SCALE
#undef NDX_ENTRY_TWO

}  // namespace detail
NDX_NAMESPACE_END
