// bit_cast reinterprets the bytes of a value as another type, like std::bit_cast, which libc++ has only since
// version 14. select chooses between two numbers by their bits.
#pragma once

#include <concepts>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the bytes of `from` as a To. Calls must be qualified, detail::bit_cast, because argument-dependent
/// lookup would also find std::bit_cast for an argument of a type from std.
template <class To, class From>
  requires(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
           std::is_trivially_copyable_v<From>)
NDX_ALWAYS_INLINE constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

/// Returns condition ? a : b for floats and doubles, computed on their bits. Compilers turn the operator into
/// a branch and then do not vectorize the loop around it. The condition must be a bool, not something that
/// converts to one, so that calls of select for tensors do not find this function.
template <class T, std::same_as<bool> Condition>
  requires(sizeof(T) <= 8)
NDX_ALWAYS_INLINE T select(Condition condition, T a, T b) noexcept {
  using Bits = UnsignedOfSize<sizeof(T)>;
  const Bits mask = 0 - static_cast<Bits>(condition);
  return detail::bit_cast<T>(
      static_cast<Bits>((detail::bit_cast<Bits>(a) & mask) | (detail::bit_cast<Bits>(b) & ~mask)));
}
/// Returns condition ? a : b for larger types, of which there are no vectors.
template <class T, std::same_as<bool> Condition>
  requires(sizeof(T) > 8)
T select(Condition condition, const T& a, const T& b) noexcept {
  return condition ? a : b;
}

}  // namespace detail
NDX_NAMESPACE_END
