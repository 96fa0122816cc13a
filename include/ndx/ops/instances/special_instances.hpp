// The functions of special.hpp that the compiled library has for elements of float and double. Integers and the functions
// without a row here are compiled where they are used.
#pragma once

#include <ndx/ops/instances/row_instances.hpp>
#include <ndx/ops/math/special_functions.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

#define NDX_ENTRY_OF(Name, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, Name##_##T, 2, ApplyConverted<functions::Name, T>, T, T)
#define NDX_ENTRY_IN_TYPE(Name, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, Name##_##T, 2, ApplyConverted<Name, T>, T, T)
#define NDX_ENTRY_TWO(Name, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, Name##_##T, 3, In<Name, T>, T, T, T)
#define NDX_ENTRY(T)                                                                \
  NDX_ENTRY_OF(ErrorFunction, T)                                                    \
  NDX_ENTRY_OF(ComplementaryErrorFunction, T)                                       \
  NDX_ENTRY_OF(LogGamma, T)                                                         \
  NDX_ENTRY_OF(InverseSquareRoot, T)                                                \
  NDX_ENTRY_OF(ToRadians, T)                                                        \
  NDX_ENTRY_OF(ToDegrees, T)                                                        \
  NDX_ENTRY_OF(Silu, T)                                                             \
  NDX_ENTRY_OF(Gelu, T)                                                             \
  NDX_ENTRY_OF(ApproximateGelu, T)                                                  \
  NDX_ENTRY_IN_TYPE(FractionalPart, T)                                              \
  NDX_ENTRY_IN_TYPE(WholePart, T)                                                   \
  NDX_ENTRY_IN_TYPE(Mantissa, T)                                                    \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, Exponent_##T, 2, Exponent<T>, std::int32_t, T) \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, Softplus_##T, 2, Softplus<T>, T, T)            \
  NDX_ENTRY_TWO(LogAddExp, T)                                                       \
  NDX_ENTRY_TWO(LogAddExp2, T)                                                      \
  NDX_ENTRY_TWO(XLogY, T)
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
#undef NDX_ENTRY_TWO
#undef NDX_ENTRY_IN_TYPE
#undef NDX_ENTRY_OF

}  // namespace detail
NDX_NAMESPACE_END
