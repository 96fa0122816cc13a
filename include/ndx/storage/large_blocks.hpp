// Memory for large results: on huge pages where the system has them, and kept for the next result
// when it is given back.
//
// A fresh page costs more than the work on it: the system clears it and maps it, for small pages
// 4 KB at a time. So blocks of kLargeBlock bytes and more are aligned to huge pages, asked for as
// such, and up to a limit not returned but reused. The largest of them the system may still take
// back when it runs out of memory. One cache a process, safe under threads.
#pragma once

#include <cstdint>
#include <cstdlib>

#if defined(__linux__) && __has_include(<sys/mman.h>)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <ndx/base/atomic.hpp>
#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// Results of this many bytes and more come from the cache; malloc serves smaller ones.
inline constexpr std::size_t kLargeBlock = std::size_t{4} << 20;

/// The blocks that wait to be reused. All members may be called from any thread.
class LargeBlockCache {
 public:
  static constexpr std::size_t kHugePage = std::size_t{2} << 20;

  constexpr LargeBlockCache() noexcept = default;
  LargeBlockCache(const LargeBlockCache&) = delete;
  LargeBlockCache& operator=(const LargeBlockCache&) = delete;

  /// Bytes that are kept at most; 0 switches the cache off. What is too much is freed. Before it is
  /// set: an eighth of the machine's memory, but at least 256 MB, and just that where pointers have
  /// 32 bits.
  void set_limit(index_t bytes) noexcept {
    const Locked locked(*this);
    limit_ = bytes < 0 ? 0 : bytes;
    shrink_to(limit_);
  }
  [[nodiscard]] index_t limit() const noexcept {
    const Locked locked(*this);
    return known_limit();
  }
  /// Bytes that are kept now.
  [[nodiscard]] index_t bytes() const noexcept {
    const Locked locked(*this);
    return held_;
  }
  /// Frees all that is kept.
  void clear() noexcept {
    const Locked locked(*this);
    shrink_to(0);
  }

  /// At least `bytes` bytes on the boundary of a huge page; `capacity` is how many, `reused`
  /// whether they have been used before. Null when there is no memory, even without what is kept.
  void* take(std::size_t bytes, std::size_t& capacity, bool& reused) noexcept {
    {
      const Locked locked(*this);
      const std::size_t found = best_fit(bytes);
      reused = found != count_;
      if (reused) {
        capacity = kept_[found].bytes;
        void* const memory = kept_[found].memory;
        remove(found);
        return memory;
      }
    }
    capacity = (bytes + kHugePage - 1) / kHugePage * kHugePage;
    void* memory = std::aligned_alloc(kHugePage, capacity);
    if (memory == nullptr) [[unlikely]] {
      clear();
      memory = std::aligned_alloc(kHugePage, capacity);
    }
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (memory != nullptr) madvise(memory, capacity, MADV_HUGEPAGE);  // a wish: failing is no error
#endif
    return memory;
  }

  /// Takes back what take() gave, to keep or to free; the oldest make room.
  void give(void* memory, std::size_t capacity) noexcept {
#if defined(__linux__) && defined(MADV_FREE)
    if (capacity >= kReclaimable) madvise(memory, capacity, MADV_FREE);  // a wish, too
#endif
    const Locked locked(*this);
    const auto bytes = static_cast<index_t>(capacity);
    const index_t limit = known_limit();
    if (bytes > limit) return std::free(memory);
    shrink_to(limit - bytes);
    if (count_ == kMost) remove_and_free(0);
    kept_[count_++] = {memory, capacity};
    held_ += bytes;
  }

 private:
  struct Kept {
    void* memory;
    std::size_t bytes;
  };
  static constexpr std::size_t kMost = 16;

  /// Blocks of this many bytes may be taken back by the system while they wait. To say so costs
  /// some microseconds, a percent of what is done with such a block.
  static constexpr std::size_t kReclaimable = std::size_t{64} << 20;

  class Locked {
   public:
    explicit Locked(const LargeBlockCache& cache) noexcept : lock_(cache.lock_) { lock_.lock(); }
    ~Locked() { lock_.unlock(); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

   private:
    detail::SpinLock& lock_;
  };

  /// The smallest that is large enough and wastes no more than it gives; count_ when there is none.
  [[nodiscard]] std::size_t best_fit(std::size_t bytes) const noexcept {
    std::size_t best = count_;
    for (std::size_t i = 0; i < count_; ++i) {
      const bool fits = kept_[i].bytes >= bytes && kept_[i].bytes / 2 <= bytes;
      if (fits && (best == count_ || kept_[i].bytes < kept_[best].bytes)) best = i;
    }
    return best;
  }

  [[nodiscard]] index_t known_limit() const noexcept {
    if (limit_ == kNotSet) limit_ = default_limit();
    return limit_;
  }
  static index_t default_limit() noexcept {
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

  void remove(std::size_t i) noexcept {
    held_ -= static_cast<index_t>(kept_[i].bytes);
    --count_;
    for (; i < count_; ++i) kept_[i] = kept_[i + 1];
  }
  void remove_and_free(std::size_t i) noexcept {
    std::free(kept_[i].memory);
    remove(i);
  }
  void shrink_to(index_t bytes) noexcept {
    while (held_ > bytes) remove_and_free(0);
  }

  mutable detail::SpinLock lock_;
  Kept kept_[kMost] = {};  // the oldest first
  std::size_t count_ = 0;
  // Of 64 bits, as the limit that is asked for, where there cannot be as many bytes, too.
  index_t held_ = 0;
  static constexpr index_t kNotSet = -1;
  mutable index_t limit_ = kNotSet;
};

/// The process's cache: large_blocks().set_limit(0) switches it off, .clear() empties it.
inline LargeBlockCache& large_blocks() noexcept {
  static constinit LargeBlockCache cache;  // never destroyed: tensors may outlive main
  return cache;
}

NDX_NAMESPACE_END
