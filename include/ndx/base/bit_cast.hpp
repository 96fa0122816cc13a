// bit_cast: reinterprets the bytes of a value as another type, like std::bit_cast, which libc++ has
// only since version 14.
#pragma once

#include <concepts>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Call it qualified (detail::bit_cast): for an argument of a type from std, argument-dependent
/// lookup would also find std::bit_cast.
template <class To, class From>
  requires(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
           std::is_trivially_copyable_v<From>)
NDX_ALWAYS_INLINE constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

/// condition ? a : b for floats and doubles, by their bits: compilers make branches of the operator,
/// and then vectorize no loop. The condition is a bool and nothing that converts to one, so that calls of
/// select for tensors do not mean this function.
template <class T, std::same_as<bool> Condition>
  requires(sizeof(T) <= 8)
NDX_ALWAYS_INLINE T select(Condition condition, T a, T b) noexcept {
  using Bits = UnsignedOfSize<sizeof(T)>;
  const Bits mask = 0 - static_cast<Bits>(condition);
  return detail::bit_cast<T>(
      static_cast<Bits>((detail::bit_cast<Bits>(a) & mask) | (detail::bit_cast<Bits>(b) & ~mask)));
}
/// Other types have no vectors.
template <class T, std::same_as<bool> Condition>
  requires(sizeof(T) > 8)
T select(Condition condition, const T& a, const T& b) noexcept {
  return condition ? a : b;
}

}  // namespace detail
NDX_NAMESPACE_END
