// FileWindow: a part of a file mapped into memory, so that elements are read without a call for
// each of them.
//
// Mapping is fast only for bytes that are in the page cache already: otherwise every page is a
// fault that waits for the disk. This file therefore also asks the system which bytes of a file are
// resident.
#pragma once

#include <algorithm>
#include <optional>

#include <sys/uio.h>

#include <ndx/large/chunk_store.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

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

#if defined(__linux__) && !defined(__alpha__)
/// Returns the number of pages of these `bytes` bytes that are in memory. Returns nothing before
/// Linux 6.5, and for files that the caller may not ask about. The call is made by number, because
/// older headers lack it.
inline std::optional<index_t> resident_pages(ChunkStore::Location at, index_t bytes) noexcept {
  constexpr long kCachestat = 451;
  const std::uint64_t range[] = {static_cast<std::uint64_t>(at.byte),
                                 static_cast<std::uint64_t>(bytes)};
  std::uint64_t counts[5] = {};
  if (::syscall(kCachestat, at.descriptor, range, counts, 0U) != 0) return std::nullopt;
  return static_cast<index_t>(counts[0]);
}
#else
inline std::optional<index_t> resident_pages(ChunkStore::Location, index_t) noexcept {
  return std::nullopt;
}
#endif

/// Returns whether these bytes can be read without the disk. If the system cannot tell, some of the
/// bytes are checked.
inline bool is_resident(ChunkStore::Location at, index_t bytes) noexcept {
  static const index_t page = ::sysconf(_SC_PAGESIZE);
  if (const std::optional<index_t> pages = resident_pages(at, bytes))
    return *pages >= (at.byte + bytes + page - 1) / page - at.byte / page;
  // One page of each MB is checked, not always the first: a read of single rows may have loaded
  // single pages.
  constexpr index_t kStep = index_t{1} << 20;
  for (index_t k = 0; k * kStep < bytes; ++k) {
    const index_t byte = std::min(k * kStep + k * 37 % 256 * 4096, bytes - 1);
    if (!is_resident({at.descriptor, at.byte + byte})) return false;
  }
  return true;
}

/// Maps bytes of a file for reading. Returns nothing if the system refuses. The bytes must begin at
/// a page.
inline std::optional<Mapping> map_bytes(ChunkStore::Location at, index_t bytes) {
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
  [[nodiscard]] const std::byte* find(ChunkStore::Location at, index_t bytes, bool expected) {
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

  void move(ChunkStore::Location at, index_t bytes) {
    map_.reset();
    end_ = begin_ = 0;
    descriptor_ = -1;
    reads_alone_ = false;
    struct stat status{};
    if (bytes > kBytes - kAlignment || ::fstat(at.descriptor, &status) != 0) return;
    const index_t begin = at.byte / kAlignment * kAlignment;
    const index_t end = std::min<index_t>(begin + kBytes, status.st_size);
    if (end - at.byte < bytes) return;
    std::optional<Mapping> mapping = map_bytes({at.descriptor, begin}, end - begin);
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

}  // namespace detail
NDX_NAMESPACE_END
