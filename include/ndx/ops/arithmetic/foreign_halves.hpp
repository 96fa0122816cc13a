// Operators of a tensor and a scalar of another 16-bit floating-point type: the compiler's _Float16
// or std::float16_t, or Eigen::half. The scalar is converted to a float16 or bfloat16 of the same
// value.
#pragma once

#include <ndx/base/float16.hpp>
#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/math/rounding.hpp>

NDX_NAMESPACE_BEGIN

#define NDX_ENTRY(symbol)                                      \
  template <NumberTensor A, detail::AnyForeignHalf H>          \
  [[nodiscard]] auto operator symbol(const A& a, const H& b) { \
    return a symbol detail::same_half_t<H>(b);                 \
  }                                                            \
  template <detail::AnyForeignHalf H, NumberTensor A>          \
  [[nodiscard]] auto operator symbol(const H& a, const A& b) { \
    return detail::same_half_t<H>(a) symbol b;                 \
  }
#define NDX_ENTRY_UPDATE(symbol)                                          \
  template <class A, detail::AnyForeignHalf H>                            \
    requires NumberTensor<std::remove_cvref_t<A>>                         \
  decltype(auto) operator symbol(A&& target, const H& value) {            \
    return static_cast<A&&>(target) symbol detail::same_half_t<H>(value); \
  }
#define NDX_ENTRY_EACH(X) X(+) X(-) X(*) X(/) X(%) X(==) X(!=) X(<) X(<=) X(>) X(>=)
NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY_EACH
#define NDX_ENTRY_EACH(X) X(+=) X(-=) X(*=) X(/=) X(%=)
NDX_ENTRY_EACH(NDX_ENTRY_UPDATE)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY_UPDATE
#undef NDX_ENTRY

NDX_NAMESPACE_END
