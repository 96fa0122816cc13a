// bit_cast: the bytes of one type as another, as std::bit_cast, which libc++ has only since 14.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Qualify the call: for an argument whose type is in std, std::bit_cast would be found as well.
template <class To, class From>
  requires(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
           std::is_trivially_copyable_v<From>)
NDX_ALWAYS_INLINE constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

}  // namespace detail
NDX_NAMESPACE_END
