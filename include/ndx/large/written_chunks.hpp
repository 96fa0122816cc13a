// WrittenChunks: records which chunks of a file a write has changed, in case it fails.
//
// A write that fails in the middle leaves some chunks with new elements and others with old ones.
// The caller can repair the file only if it knows which. The classes are templates, of which Flags is a std::vector<bool>,
// so that only programs that write files compile them.
#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include <ndx/base/error.hpp>
#include <ndx/layout/checked.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The chunks that a write has changed. Recording them allocates nothing, so it cannot fail.
template <class Flags = std::vector<bool>>
class WrittenChunks {
 public:
  /// `chunks` is the number of chunks of the file.
  explicit WrittenChunks(index_t chunks) : is_written_(checked_size<std::byte>(chunks)) {}

  /// begin() is called before a chunk is written, end() when it is completely written.
  void begin(index_t chunk) noexcept { begun_ = chunk; }
  void end() noexcept {
    is_written_[static_cast<std::size_t>(begun_)] = true;
    begun_ = kNone;
  }
  /// Marks all chunks as possibly incomplete although their writes ended: they will be written
  /// again, or they are not on the disk.
  void doubt() noexcept { in_part_ = true; }
  /// Forgets all chunks, because what was written is discarded.
  void clear() noexcept {
    std::fill(is_written_.begin(), is_written_.end(), false);
    begun_ = kNone;
  }

  /// Returns the numbers of the changed chunks, in order. A chunk whose write did not end is among
  /// them.
  [[nodiscard]] std::vector<index_t> numbers() const {
    std::vector<index_t> all;
    for (index_t chunk = 0; chunk < count(); ++chunk)
      if (is_changed(chunk)) all.push_back(chunk);
    return all;
  }

  /// Returns a text such as "chunks 0 to 6, 9 of 64 were written before, chunk 7 perhaps in part".
  /// If there are many ranges, only the first few are listed.
  [[nodiscard]] std::string told() const {
    std::string list;
    index_t written = 0;
    index_t shown = 0;
    int ranges = 0;
    for (index_t first = 0, end; first < count(); first = end) {
      for (end = first; end < count() && is_listed(end); ++end) ++written;
      if (end == first) {
        ++end;
      } else if (++ranges <= kMostRanges) {
        shown = written;
        list += message(list.empty() ? "" : ", ", first);
        if (end - first > 1) list += message(end - first > 2 ? " to " : ", ", end - 1);
      }
    }
    if (written > shown) list += message(" and ", written - shown, " others");
    return told(list, written);
  }

 private:
  static constexpr index_t kNone = -1;
  static constexpr int kMostRanges = 8;

  [[nodiscard]] std::string told(const std::string& list, index_t written) const {
    std::string text = written == 0 ? "no chunk was written before"
                       : written == 1
                           ? message("chunk ", list, " of ", count(), " was written before")
                           : message("chunks ", list, " of ", count(), " were written before");
    if (in_part_ && written > 0) return text + ", perhaps in part";
    if (begun_ != kNone) text += message(", chunk ", begun_, " perhaps in part");
    return text;
  }

  [[nodiscard]] index_t count() const noexcept { return static_cast<index_t>(is_written_.size()); }
  [[nodiscard]] bool is_changed(index_t chunk) const noexcept {
    return chunk == begun_ || is_written_[static_cast<std::size_t>(chunk)];
  }
  /// Returns whether the text lists a chunk. One that was begun but not ended is named apart,
  /// unless every chunk may be incomplete.
  [[nodiscard]] bool is_listed(index_t chunk) const noexcept {
    return is_changed(chunk) && (in_part_ || chunk != begun_);
  }

  Flags is_written_;
  index_t begun_ = kNone;
  bool in_part_ = false;
};

/// The chunks that the last write to a file has changed.
template <class Flags = std::vector<bool>>
class LastWrite {
 public:
  [[nodiscard]] std::vector<index_t> numbers() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return chunks_.numbers();
  }
  void keep(WrittenChunks<Flags> chunks) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::swap(chunks_, chunks);
  }

 private:
  mutable std::mutex mutex_;
  WrittenChunks<Flags> chunks_{0};
};

/// A write in progress. When it ends, also by an exception, it becomes the last write.
template <class Flags = std::vector<bool>>
class CurrentWrite {
 public:
  /// Forgets the previous write first, even if there is no memory for this one.
  CurrentWrite(LastWrite<Flags>& last, index_t chunks) : last_(forgotten(last)), chunks_(chunks) {}
  CurrentWrite(const CurrentWrite&) = delete;
  CurrentWrite& operator=(const CurrentWrite&) = delete;
  ~CurrentWrite() { last_.keep(std::move(chunks_)); }

  [[nodiscard]] WrittenChunks<Flags>& chunks() noexcept { return chunks_; }

 private:
  static LastWrite<Flags>& forgotten(LastWrite<Flags>& last) noexcept {
    last.keep(WrittenChunks<Flags>(0));
    return last;
  }

  LastWrite<Flags>& last_;
  WrittenChunks<Flags> chunks_;
};

}  // namespace detail
NDX_NAMESPACE_END
