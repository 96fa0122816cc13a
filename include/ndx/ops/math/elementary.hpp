// Functors of the elementary functions that the standard library has under one name for real and
// complex numbers, each with its vector form.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/kernel/math/saturated_math.hpp>

NDX_NAMESPACE_BEGIN
namespace detail::functions {  // unqualified calls find the functions of other complex types

#define NDX_ENTRY_OF(name, Name, function, ...) \
  using libm::function;                         \
  struct Name : __VA_ARGS__ {                   \
    template <class T>                          \
    T operator()(const T& x) const {            \
      return function(x);                       \
    }                                           \
  };                                            \
  inline constexpr Name name;
#define NDX_ENTRY(name, Name, function) \
  NDX_ENTRY_OF(name, Name, function, kernel::VectorForm<kernel::vectors::function>)
#define NDX_ENTRY_OF_LOG(name, Name, function) \
  NDX_ENTRY_OF(name, Name, function, kernel::KnownForm<kernel::vectors::function, kernel::KnownLog>)
NDX_ENTRY_OF_LOG(natural_log, NaturalLog, log)
NDX_ENTRY_OF_LOG(log_base_10, LogBase10, log10)
NDX_ENTRY(cube_root, CubeRoot, cbrt)
NDX_ENTRY(sine, Sine, sin)
NDX_ENTRY(cosine, Cosine, cos)
NDX_ENTRY(tangent, Tangent, tan)
NDX_ENTRY(arc_sine, ArcSine, asin)
NDX_ENTRY(arc_cosine, ArcCosine, acos)
NDX_ENTRY(arc_tangent, ArcTangent, atan)
NDX_ENTRY(hyperbolic_sine, HyperbolicSine, sinh)
NDX_ENTRY(hyperbolic_cosine, HyperbolicCosine, cosh)
NDX_ENTRY(hyperbolic_tangent, HyperbolicTangent, tanh)
NDX_ENTRY(area_sine, AreaSine, asinh)
NDX_ENTRY(area_cosine, AreaCosine, acosh)
NDX_ENTRY(area_tangent, AreaTangent, atanh)
#undef NDX_ENTRY_OF_LOG
#undef NDX_ENTRY
#undef NDX_ENTRY_OF

}  // namespace detail::functions
NDX_NAMESPACE_END
