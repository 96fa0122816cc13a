// Sizes of the memory hierarchy, and the thresholds that follow from them.
//
// The thresholds were measured on Zen 3, Zen 5 and Sapphire Rapids. They decide only how fast an operation
// is, never its result, so they need not match the processor that runs it.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

inline constexpr index_t kLineBytes = 64;
inline constexpr index_t kPageBytes = 4096;
inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

/// Data of at most this size fits in the cache of one core.
inline constexpr index_t kCoreCacheBytes = index_t{1} << 20;

/// Data of this size and more exceeds the caches. Random accesses to it are prefetched, which takes up to
/// twice the time for data in cache; results bypass the caches, which takes 2 to 3 times as long for results
/// in cache; and sparse masks are read by offsets.
inline constexpr index_t kCacheBytes = index_t{16} << 20;

/// Allocations of this size and more are kept for reuse. malloc returns pages to the system as soon as
/// 128 KB at the end of its memory are free, for example six results of 24 KB, and the next results fault
/// them in again: an expression of six sums then takes 20 to 100 times as long. With results smaller than
/// this threshold, that would need an expression of more than sixteen.
inline constexpr std::size_t kReusedBlock = std::size_t{8} << 10;

/// Allocations of this size and more use huge pages.
inline constexpr std::size_t kLargeAllocation = std::size_t{4} << 20;

NDX_NAMESPACE_END
