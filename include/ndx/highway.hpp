// Highway: its vectorised quicksort for the sorts of ndx. Link with libhwy_contrib (pkg-config
// libhwy-contrib; Debian's libhwy-dev).
//
// ndx sorts by radix: it maps numbers to unsigned integers whose order is that of the numbers, so
// only integers of 32 and 64 bits are ever sorted, alone or with their indices in the same word.
// These are the two functions that this header replaces.
#pragma once

#include <hwy/contrib/sort/vqsort.h>

#include <ndx/base/key_sorter.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// The sorter of this thread. It allocates its scratch memory, one kilobyte, at the first sort.
inline const hwy::Sorter& highway_sorter() {
  static thread_local const hwy::Sorter sorter;
  return sorter;
}

}  // namespace detail

/// Lets sort, sort_values, argsort, unique and other functions that sort use Highway's VQSort from
/// now on. Results are the same. Selection (topk, partition, kthvalue) keeps its own algorithm, and
/// so do short lines, several of which are sorted at a time. Highway chooses the instruction set at
/// run time. set_key_sorter({}) undoes the call.
/// On an Intel Xeon with AVX-512 (family 6) this took, in ns per number of 32 and of 64 bits: 3.1
/// and 6.5 for 64 K numbers (radix sort: 4 and 5), 4.3 and 9 for 1 M (7 and 10), 6.4 and 14 for 16
/// M (8.5 and 12). It does not pay on AMD's Zen 4, where the AVX-512 instruction that packs lanes
/// into memory is slow: 64 K keys of 32 bits take 25 ns each (radix sort: 4), 16 M keys 47 (9), and
/// 16 M of 64 bits 11 (14).
/// Highway 1.0.3, which Debian 12 has, is enough: its sorts of key-value pairs are not needed,
/// because a key and its index share a word of 64 bits.
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
