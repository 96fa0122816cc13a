// bit_cast: reinterprets the bytes of a value as another type, like std::bit_cast, which libc++ has
// only since version 14.
#pragma once

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

}  // namespace detail
NDX_NAMESPACE_END
