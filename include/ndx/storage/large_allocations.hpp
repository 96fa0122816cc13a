// The cache of large allocations: memory for large results, on huge pages if the system has them,
// and kept for reuse when freed.
//
// Page faults on fresh memory cost more than computing the result, because the system clears and maps each
// page, which holds only 4 KB unless it is a huge page. malloc returns the memory of large results to the
// system soon after they are freed. This cache keeps allocations of kReusedBlock bytes and more instead, up
// to a limit, and reuses them. Allocations of kLargeAllocation bytes and more are also aligned to huge pages and
// request them. The system may still reclaim the largest ones when it runs out of memory. There is one cache
// per process, and it is thread-safe.
#pragma once

#include <cstdint>
#include <cstdlib>

#if defined(__linux__) && __has_include(<sys/mman.h>)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <ndx/base/atomic.hpp>
#include <ndx/base/types.hpp>
#include <ndx/storage/cache.hpp>

NDX_NAMESPACE_BEGIN

/// Cache of freed large allocations, kept for reuse. All members are thread-safe.
class LargeAllocationCache {
 public:
  constexpr LargeAllocationCache() noexcept = default;
  LargeAllocationCache(const LargeAllocationCache&) = delete;
  LargeAllocationCache& operator=(const LargeAllocationCache&) = delete;

  /// Sets the maximum number of bytes kept and frees the excess; 0 disables the cache. The default
  /// is an eighth of the machine's memory, but at least 256 MB. It is 256 MB with 32-bit pointers
  /// or if the memory size is unknown, and 0 under AddressSanitizer, which finds uses of freed memory only
  /// if the memory is really freed.
  void set_limit(index_t bytes) noexcept {
    const Locked locked(*this);
    limit_ = bytes < 0 ? 0 : bytes;
    shrink_to(limit_);
  }
  /// The maximum number of bytes kept.
  [[nodiscard]] index_t limit() const noexcept {
    const Locked locked(*this);
    return known_limit();
  }
  /// Number of bytes kept now.
  [[nodiscard]] index_t bytes() const noexcept {
    const Locked locked(*this);
    return held_;
  }
  /// Frees everything that is kept.
  void clear() noexcept {
    const Locked locked(*this);
    shrink_to(0);
  }

  /// Returns at least `bytes` bytes, aligned to 64 bytes, or to a huge page from kLargeAllocation bytes on. Sets
  /// `capacity` to the actual size and `reused` to whether the memory has been used before. Returns
  /// null if the system has no memory left even after clearing the cache.
  void* take(std::size_t bytes, std::size_t& capacity, bool& reused) noexcept {
    {
      const Locked locked(*this);
      const std::size_t found = best_fit(bytes);
      reused = found != count_;
      if (reused) {
        capacity = cached_[found].bytes;
        return remove(found);
      }
    }
    const bool large = is_large(bytes);
    const std::size_t alignment = large ? kHugePageBytes : std::size_t{kLineBytes};
    capacity = (bytes + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, capacity);
    if (memory == nullptr) [[unlikely]] {
      clear();
      memory = std::aligned_alloc(alignment, capacity);
    }
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (large && memory != nullptr)
      madvise(memory, capacity, MADV_HUGEPAGE);  // a hint: failure is fine
#endif
    return memory;
  }

  /// Takes back memory from take() and keeps it, or frees it if it alone exceeds the limit. Evicts the oldest
  /// allocations as needed: any for the limit on bytes, and one of the same kind, large or small, for the
  /// limit on their number.
  void give(void* memory, std::size_t capacity) noexcept {
#if defined(__linux__) && defined(MADV_FREE)
    if (capacity >= kReclaimable) madvise(memory, capacity, MADV_FREE);  // a hint: failure is fine
#endif
    const Locked locked(*this);
    const auto bytes = static_cast<index_t>(capacity);
    const index_t limit = known_limit();
    if (bytes > limit) return std::free(memory);
    shrink_to(limit - bytes);
    make_room(is_large(capacity));
    cached_[count_++] = {memory, capacity};
    held_ += bytes;
  }

 private:
  struct Cached {
    void* memory;
    std::size_t bytes;
  };
  /// Maximum number of large allocations kept, and of smaller ones.
  static constexpr std::size_t kMaxCached = 16;

  /// The system may reclaim cached allocations of at least this many bytes, by MADV_FREE. The call takes a
  /// few microseconds, about 1 % of the time of an operation on memory of this size.
  static constexpr std::size_t kReclaimable = std::size_t{64} << 20;

  class Locked {
   public:
    explicit Locked(const LargeAllocationCache& cache) noexcept : lock_(cache.lock_) {
      lock_.lock();
    }
    ~Locked() { lock_.unlock(); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

   private:
    detail::SpinLock& lock_;
  };

  static constexpr bool is_large(std::size_t bytes) noexcept { return bytes >= kLargeAllocation; }

  /// Returns the position of the smallest cached allocation that fits and is at most about twice as large as
  /// `bytes`, or count_ if there is none. Among equal ones it is the last that was given back, which may
  /// still be in the core's cache.
  [[nodiscard]] std::size_t best_fit(std::size_t bytes) const noexcept {
    std::size_t best = count_;
    for (std::size_t i = 0; i < count_; ++i) {
      const bool fits = cached_[i].bytes >= bytes && cached_[i].bytes / 2 <= bytes;
      if (fits && (best == count_ || cached_[i].bytes <= cached_[best].bytes)) best = i;
    }
    return best;
  }

  [[nodiscard]] index_t known_limit() const noexcept {
    if (limit_ == kNotSet) limit_ = default_limit();
    return limit_;
  }
  static index_t default_limit() noexcept {
    if (NDX_ADDRESS_SANITIZER) return 0;
    index_t limit = index_t{256} << 20;
#if defined(__linux__) && defined(_SC_PHYS_PAGES)
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return limit;
    const index_t share = index_t{pages} / 8 * index_t{page};
    if (sizeof(void*) > 4 && share > limit) limit = share;
#endif
    return limit;
  }

  /// Removes entry i, so that the others stay in order, and returns its memory.
  NDX_NOINLINE void* remove(std::size_t i) noexcept {
    void* const memory = cached_[i].memory;
    held_ -= static_cast<index_t>(cached_[i].bytes);
    --count_;
    for (; i < count_; ++i) cached_[i] = cached_[i + 1];
    return memory;
  }
  /// Frees the oldest large allocation, or the oldest smaller one, if there are kMaxCached of its kind.
  void make_room(bool large) noexcept {
    std::size_t oldest = count_;
    std::size_t found = 0;
    for (std::size_t i = count_; i-- > 0;) {
      if (is_large(cached_[i].bytes) != large) continue;
      oldest = i;
      ++found;
    }
    if (found == kMaxCached) std::free(remove(oldest));
  }
  /// Frees the oldest allocations until at most `bytes` bytes are kept.
  void shrink_to(index_t bytes) noexcept {
    while (held_ > bytes) std::free(remove(0));
  }

  mutable detail::SpinLock lock_;
  Cached cached_[2 * kMaxCached] = {};  // oldest first
  std::size_t count_ = 0;
  // It has 64 bits, like the limit that the user sets, even if pointers have 32.
  index_t held_ = 0;
  static constexpr index_t kNotSet = -1;
  mutable index_t limit_ = kNotSet;
};

/// Returns the cache of the process. large_allocations().set_limit(0) disables it, and .clear() empties it.
LargeAllocationCache& large_allocations() noexcept NDX_SYMBOL(large_allocations);
#if NDX_DEFINES
NDX_FUNC LargeAllocationCache& large_allocations() noexcept {
  static constinit LargeAllocationCache cache;  // never destroyed: tensors may outlive main
  return cache;
}
#endif

NDX_NAMESPACE_END
