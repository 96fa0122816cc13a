// The inflater: the hook by which deflated chunks of HDF5 files are inflated by a faster library than zlib.
// <ndx/libdeflate.hpp> installs one.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// A function that inflates. If it is null, zlib inflates.
struct Inflater {
  /// What `inflate` returns of a stream that is damaged or cut off.
  static constexpr index_t kDamaged = -1;
  /// What it returns of a stream that gives more than there is room for.
  static constexpr index_t kNoRoom = -2;
  /// What it returns where memory runs out.
  static constexpr index_t kNoMemory = -3;

  /// Inflates the `bytes` bytes of a zlib stream (RFC 1950) into the `room` bytes at `to`. Returns how
  /// many it gives, or one of the above. Several threads call it at the same time.
  index_t (*inflate)(const void* from, index_t bytes, void* to, index_t room) noexcept = nullptr;
};

namespace detail {

inline Inflater& installed_inflater() noexcept {
  static constinit Inflater inflater;
  return inflater;
}

}  // namespace detail

/// Installs an inflater for all code compiled with the same flags; {} removes it. Do not call it while
/// another thread reads files.
inline void set_inflater(const Inflater& inflater) noexcept {
  detail::installed_inflater() = inflater;
}
/// The inflater that is installed.
[[nodiscard]] inline const Inflater& inflater() noexcept { return detail::installed_inflater(); }

NDX_NAMESPACE_END
