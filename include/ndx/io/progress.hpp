// Reports the progress of files that take long to read or write, and lets the caller cancel.
//
// Progress is a class of its own, because <functional> takes 10 MB of compiler memory in every source file.
#pragma once

#include <concepts>
#include <stdexcept>
#include <type_traits>

#include <ndx/io/file.hpp>
#include <ndx/storage/storage.hpp>

NDX_NAMESPACE_BEGIN

/// A function that is called while the elements of a file are read or written, with the bytes done
/// so far and the total: at the beginning with 0, then after every 4 MB (by a File, after every
/// chunk), and at the end with the total. The thread that made the call calls it. If it returns
/// false, the call throws Cancelled; if it throws, the exception leaves the call. Either way,
/// functions that save a file leave an old one unchanged. An empty function is not called. Copies share the function.
class Progress {
 public:
  Progress() noexcept = default;
  /// Makes an empty function.
  Progress(std::nullptr_t) noexcept {}
  /// Takes any function object that can be called with two index_t and returns a bool. A null pointer or an empty
  /// std::function makes an empty function.
  template <class F>
    requires(!std::same_as<F, Progress> && std::is_invocable_r_v<bool, F&, index_t, index_t>)
  Progress(F function) {
    if constexpr (std::is_assignable_v<F&, std::nullptr_t>)
      if (function == nullptr) return;
    auto* const held = new F(std::move(function));
    function_ = Storage::adopt(held, sizeof(F), [held]() noexcept { delete held; });
    call_ = [](void* f, index_t done, index_t total) -> bool {
      return (*static_cast<F*>(f))(done, total);
    };
  }

  /// Whether there is a function to call.
  explicit operator bool() const noexcept { return call_ != nullptr; }
  /// Calls the function, which must not be empty.
  bool operator()(index_t bytes_done, index_t bytes_total) const {
    return call_(function_.data(), bytes_done, bytes_total);
  }

 private:
  Storage function_;
  bool (*call_)(void*, index_t, index_t) = nullptr;
};

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
