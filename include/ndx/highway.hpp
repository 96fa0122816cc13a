// Highway: its vectorised quicksort for what ndx sorts. Link with libhwy_contrib (pkg-config
// libhwy-contrib; Debian's libhwy-dev).
#pragma once

#include <hwy/contrib/sort/vqsort.h>

#include <ndx/base/key_sorter.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// Its scratch memory, one kilobyte, is allocated by the first sort of each thread.
inline const hwy::Sorter& highway_sorter() {
  static thread_local const hwy::Sorter sorter;
  return sorter;
}

}  // namespace detail

/// From now on sort, sort_values, argsort, unique and what else sorts use Highway's VQSort. Results
/// are the same: it sorts the unsigned integers, keys alone or with their indices, that numbers are
/// mapped to. Selection (topk, partition, kthvalue) has its own algorithm, which stays. Highway
/// chooses the instruction set at run time. Short lines, several of which are sorted at a time, do not
/// need it. set_key_sorter({}) undoes the call.
/// On an Intel Xeon with AVX-512 (family 6), ns a number of 32 and of 64 bits: 64 K numbers 3.1 and 6.5
/// (by radix sort 4 and 5), 1 M 4.3 and 9 (7 and 10), 16 M 6.4 and 14 (8.5 and 12). Not on AMD's Zen 4,
/// where AVX-512's instruction that packs lanes into memory is slow: 64 K keys of 32 bits take 25 (by
/// radix sort 4), 16 M keys 47 (9), and 16 M of 64 bits 11 (14).
/// Nothing is missing in Highway 1.0.3, which Debian 12 has: of its pairs of keys and values none are
/// needed, for a key and its index share a word of 64 bits.
inline void use_highway_sort() noexcept {
  KeySorter sorter;
  sorter.sort_32 = [](std::uint32_t* keys, index_t n) noexcept {
    detail::highway_sorter()(keys, static_cast<std::size_t>(n), hwy::SortAscending());
  };
  sorter.sort_64 = [](std::uint64_t* keys, index_t n) noexcept {
    detail::highway_sorter()(keys, static_cast<std::size_t>(n), hwy::SortAscending());
  };
  set_key_sorter(sorter);
}

NDX_NAMESPACE_END
