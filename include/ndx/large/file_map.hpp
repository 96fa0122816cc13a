// Maps of files that are read without a call for each element: FileMap, of a whole file, which is
// kept from one call to the next, and FileWindow, which moves along with the bytes that are read.
//
// A map is fast only for bytes that are in the page cache already: otherwise every page is a fault
// that waits for the disk. This file therefore also asks the system which bytes are resident. A
// fault maps up to 64 KB at a time, and each fault costs about as much as a read call. A map is
// thus worth its faults if at least one run of elements is read for each 64 KB; fewer runs are read
// by one call each. FileOptions::map forbids maps, for systems on which faults cost more.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>

#include <sys/resource.h>
#include <sys/uio.h>

#include <ndx/large/chunk_store.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns whether `runs` runs of these bytes are better read from a map of them than by calls.
inline bool pays_to_map(index_t runs, index_t bytes) noexcept {
  constexpr index_t kFault = index_t{1} << 16;
  return runs >= bytes / kFault;
}

/// Returns whether the byte can be read without the disk; false where the system cannot tell.
inline bool is_resident(ChunkStore::Location at) noexcept {
#ifdef RWF_NOWAIT
  char byte = 0;
  const iovec to{&byte, 1};
  return std::in_range<off_t>(at.byte) &&
         ::preadv2(at.descriptor, &to, 1, as_integer<off_t>(at.byte), RWF_NOWAIT) == 1;
#else
  return at.descriptor < 0;
#endif
}

/// Returns whether these bytes can probably be read without the disk. One page of each MB is
/// checked, not always the first: a read of single rows may have loaded single pages.
inline bool is_resident(ChunkStore::Location at, index_t bytes) noexcept {
  constexpr index_t kStep = index_t{1} << 20;
  for (index_t k = 0; k * kStep < bytes; ++k) {
    const index_t byte = std::min(k * kStep + k * 37 % 256 * 4096, bytes - 1);
    if (!is_resident({at.descriptor, at.byte + byte})) return false;
  }
  return true;
}

/// Maps bytes of a file for reading. Returns nothing if the system refuses. The bytes must begin at
/// a page.
template <class Location = ChunkStore::Location>
std::optional<Mapping> map_bytes(Location at, index_t bytes) {
  const auto length = static_cast<std::size_t>(bytes);
  void* const memory =
      ::mmap(nullptr, length, PROT_READ, MAP_SHARED, at.descriptor, as_integer<off_t>(at.byte));
  if (memory == MAP_FAILED) return std::nullopt;
  return std::optional<Mapping>(std::in_place, memory, length);
}

/// Tells the system that these bytes will be read soon.
inline void expect_bytes(ChunkStore::Location at, index_t bytes) noexcept {
#ifdef POSIX_FADV_WILLNEED
  static_cast<void>(::posix_fadvise(at.descriptor, as_integer<off_t>(at.byte),
                                    as_integer<off_t>(bytes), POSIX_FADV_WILLNEED));
#else
  static_cast<void>(at.byte + bytes);
#endif
}

/// A map of some MB of a file. It moves along with the bytes that are read, so that the pages of a
/// large file do not fill the memory of the process.
class FileWindow {
 public:
  /// Returns the bytes from `at` on, mapped until the next call; null if they cannot be mapped, or
  /// end beyond the file. If another program truncates the file afterwards, reading them kills the
  /// process. `expected` says that the bytes are not resident, but that the system was told to read
  /// them.
  template <class Location = ChunkStore::Location>
  [[nodiscard]] const std::byte* find(Location at, index_t bytes, bool expected) {
    if (at.descriptor != descriptor_ || at.byte < begin_ || bytes > end_ - at.byte) move(at, bytes);
    // MADV_RANDOM makes the system read a missing page alone, without the pages around it. It
    // makes faults slower, so it is set only for expected bytes.
    if (map_ && expected && !std::exchange(reads_alone_, true))
      ::madvise(map_->writable_data(), static_cast<std::size_t>(end_ - begin_), MADV_RANDOM);
    return map_ ? map_->data() + (at.byte - begin_) : nullptr;
  }

 private:
  static constexpr index_t kBytes = index_t{64} << 20;
  /// A multiple of the page size of any system.
  static constexpr index_t kAlignment = index_t{1} << 16;

  template <class Location>
  void move(Location at, index_t bytes) {
    map_.reset();
    end_ = begin_ = 0;
    descriptor_ = -1;
    reads_alone_ = false;
    struct stat status{};
    if (bytes > kBytes - kAlignment || ::fstat(at.descriptor, &status) != 0) return;
    const index_t begin = at.byte / kAlignment * kAlignment;
    const index_t end = std::min<index_t>(begin + kBytes, status.st_size);
    if (end - at.byte < bytes) return;
    std::optional<Mapping> mapping = map_bytes(Location{at.descriptor, begin}, end - begin);
    if (!mapping) return;
    map_.emplace(std::move(*mapping));
    descriptor_ = at.descriptor;
    begin_ = begin;
    end_ = end;
  }

  std::optional<Mapping> map_;
  bool reads_alone_ = false;
  int descriptor_ = -1;
  index_t begin_ = 0;
  index_t end_ = 0;
};

/// Returns whether the process may use as much address space as it likes.
inline bool has_unlimited_addresses() noexcept {
  rlimit addresses{};
  return sizeof(void*) >= 8 && ::getrlimit(RLIMIT_AS, &addresses) == 0 &&
         addresses.rlim_cur == RLIM_INFINITY;
}

/// A map of a file that is kept from one call to the next, so that each page is mapped once. It
/// takes address space, but no memory other than the page cache, which has the file anyway.
class FileMap {
 public:
  /// Returns a map of the file from its beginning to `bytes` bytes after `at`, for reading `runs`
  /// short runs of these bytes. Returns null unless all of them are in memory and the runs of all
  /// calls so far are enough for a map. If another program truncates the file afterwards, reading
  /// the map kills the process, as it does with FileWindow.
  template <class Location = ChunkStore::Location>
  [[nodiscard]] std::shared_ptr<const Mapping> find(Location at, index_t bytes, index_t runs) {
    const index_t end = at.byte + bytes;
    struct stat now{};
    if (!has_unlimited_addresses() || ::fstat(at.descriptor, &now) != 0 || now.st_size < end ||
        !is_resident(at, bytes))
      return nullptr;
    const std::lock_guard<std::mutex> lock(mutex_);
    runs_ += std::min(runs, bytes);
    if (!map_ && pays_to_map(runs_, bytes)) {
      std::optional<Mapping> mapping = map_bytes(Location{at.descriptor, 0}, end);
      if (mapping) map_ = std::make_shared<const Mapping>(std::move(*mapping));
    }
    return map_;
  }

  /// Drops the map, because the file has been replaced. Callers that have found the old map keep
  /// it.
  void forget() noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    map_.reset();
    runs_ = 0;
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const Mapping> map_;
  index_t runs_ = 0;  // of all calls
};

}  // namespace detail
NDX_NAMESPACE_END
