// The key sorter: the hook by which sorts use another library's sort. <ndx/highway.hpp> installs one.
//
// All sorts of numbers first convert each number to its key, an unsigned integer that has the same order.
// Another library therefore needs to supply only two functions.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// Functions that sort unsigned integers in ascending order. Where one is null, a radix sort is used.
struct KeySorter {
  /// These functions sort `n` keys of 32 or of 64 bits.
  void (*sort_32)(std::uint32_t* keys, index_t n) noexcept = nullptr;
  void (*sort_64)(std::uint64_t* keys, index_t n) noexcept = nullptr;
};

namespace detail {

KeySorter& installed_key_sorter() noexcept NDX_SYMBOL(installed_key_sorter);
#if NDX_DEFINES
NDX_FUNC KeySorter& installed_key_sorter() noexcept {
  static constinit KeySorter sorter;
  return sorter;
}
#endif

}  // namespace detail

/// Installs a sorter for all code compiled with the same flags, or for all code that uses the
/// compiled library; {} removes it. Do not call it while another thread uses tensors.
inline void set_key_sorter(const KeySorter& sorter) noexcept {
  detail::installed_key_sorter() = sorter;
}
/// Returns the sorter that is installed.
[[nodiscard]] inline const KeySorter& key_sorter() noexcept {
  return detail::installed_key_sorter();
}

NDX_NAMESPACE_END
