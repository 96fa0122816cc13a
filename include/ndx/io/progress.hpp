// Reports the progress of files that take long to read or write, and lets the caller cancel.
#pragma once

#include <functional>
#include <stdexcept>

#include <ndx/io/file.hpp>

NDX_NAMESPACE_BEGIN

/// A function that is called while the elements of a file are read or written, with the bytes done
/// so far and the total: at the beginning with 0, then after every 4 MB (by a File, after every
/// chunk), and at the end with the total. The thread that made the call calls it. If it returns
/// false, the call throws Cancelled; if it throws, the exception leaves the call. Either way,
/// functions that save a file leave an old one unchanged. An empty function is not called.
using Progress = std::function<bool(index_t bytes_done, index_t bytes_total)>;

/// Thrown by a call whose progress function returned false.
class Cancelled : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace detail {

/// Counts bytes, and calls the progress function.
class ProgressMeter {
 public:
  /// Number of bytes to read or write at a time.
  static constexpr index_t kBlock = index_t{1} << 22;

  /// The function is called again after every `step` bytes.
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
  /// Reports the total, at the end of work that skipped some of the bytes.
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

/// A source of bytes for read_npy_elements that reads a block at a time and reports each.
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

/// A file for write_elements that writes a block at a time and reports each.
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
