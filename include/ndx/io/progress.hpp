// Progress of files that take long to read or write: how far it is, and how to cancel it.
#pragma once

#include <functional>
#include <stdexcept>

#include <ndx/io/file.hpp>

NDX_NAMESPACE_BEGIN

/// Called while the elements of a file are read or written, with the bytes done so far and the total:
/// at the beginning with 0, then after every 4 MB, of a File after every chunk, and at the end with the
/// total; always by the thread that has made the call. If it returns false, the call throws Cancelled;
/// if it throws, the exception leaves the call. Either way the functions that save a file leave an old
/// one as it was. An empty one is not called.
using Progress = std::function<bool(index_t bytes_done, index_t bytes_total)>;

/// Thrown by a call whose progress function returned false.
class Cancelled : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace detail {

/// Counts bytes, and calls the function.
class ProgressMeter {
 public:
  /// Bytes to read or write at a time.
  static constexpr index_t kBlock = index_t{1} << 22;

  /// The function is called again after `step` bytes.
  ProgressMeter(const std::string& where, const Progress& progress, index_t total,
                index_t step = kBlock)
      : where_(where), progress_(progress), total_(total), step_(step) {
    report();
  }
  void add(index_t bytes) { advance_to(done_ + bytes); }
  void advance_to(index_t done) {
    done_ = done;
    if (done_ != reported_ && (done_ - reported_ >= step_ || done_ == total_)) report();
  }
  /// At the end of work that left something out.
  void finish() { advance_to(total_); }

 private:
  void report() {
    reported_ = done_;
    if (progress_ && !progress_(done_, total_)) throw Cancelled(message(where_, ": was cancelled"));
  }

  std::string where_;
  const Progress& progress_;
  index_t total_;
  index_t step_;
  index_t done_ = 0;
  index_t reported_ = 0;
};

/// A source of bytes, as read_npy_elements takes it, that is read a block at a time.
template <class Source>
class MeteredSource {
 public:
  MeteredSource(const Source& source, const Progress& progress, index_t total)
      : source_(source), meter_(source.where(), progress, total) {}

  [[nodiscard]] const std::string& where() const noexcept { return source_.where(); }
  void read(std::byte* to, index_t bytes, index_t offset) {
    for (index_t done = 0; done < bytes;) {
      const index_t part = std::min(bytes - done, ProgressMeter::kBlock);
      source_.read(to + done, part, offset + done);
      done += part;
      meter_.add(part);
    }
  }

 private:
  const Source& source_;
  ProgressMeter meter_;
};

/// A file, as write_elements takes it, that is written a block at a time.
template <class File>
class MeteredFile {
 public:
  MeteredFile(File& file, const Progress& progress, index_t total)
      : file_(file), meter_(file.where(), progress, total) {}

  void write(const void* from, index_t bytes) {
    const auto* const in = static_cast<const std::byte*>(from);
    for (index_t done = 0; done < bytes;) {
      const index_t part = std::min(bytes - done, ProgressMeter::kBlock);
      file_.write(in + done, part);
      done += part;
      meter_.add(part);
    }
  }

 private:
  File& file_;
  ProgressMeter meter_;
};

}  // namespace detail
NDX_NAMESPACE_END
