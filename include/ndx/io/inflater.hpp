// Inflater: the hook through which a library inflates the deflated chunks of HDF5 files and text that is
// compressed by gzip. <ndx/zlib.hpp> and <ndx/libdeflate.hpp> install one.
//
// The hook is a pointer to a function, so that ndx itself depends on no such library.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// Functions that inflate. If `inflate` is null, zlib inflates; without `gunzip`, such text is refused.
struct Inflater {
  /// The result for a stream that is damaged or truncated.
  static constexpr index_t kDamaged = -1;
  /// The result for a stream that inflates to more bytes than fit in `room`.
  static constexpr index_t kNoRoom = -2;
  /// The result if memory runs out.
  static constexpr index_t kNoMemory = -3;

  /// Inflates the `bytes` bytes of a zlib stream (RFC 1950) into the `room` bytes at `to`. Returns
  /// the number of bytes written, or one of the results above. Several threads may call it at the
  /// same time.
  index_t (*inflate)(const void* from, index_t bytes, void* to, index_t room) noexcept = nullptr;
  /// Inflates a file of gzip (RFC 1952), which may have several members, as `inflate` does.
  index_t (*gunzip)(const void* from, index_t bytes, void* to, index_t room) noexcept = nullptr;
};

namespace detail {

inline Inflater& installed_inflater() noexcept {
  static constinit Inflater inflater;
  return inflater;
}

}  // namespace detail

/// Installs an inflater for all code that is compiled with the same flags; {} removes it. Must not
/// be called while another thread reads files.
inline void set_inflater(const Inflater& inflater) noexcept {
  detail::installed_inflater() = inflater;
}
/// Returns the installed inflater.
[[nodiscard]] inline const Inflater& inflater() noexcept { return detail::installed_inflater(); }

NDX_NAMESPACE_END
