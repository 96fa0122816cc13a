// Replaces files as a whole: whatever happens, a reader finds either the old file or the new one.
//
// The new file is written beside the old one under a temporary name and is renamed when it is
// complete and on the disk. A process that is killed before that leaves the old file as it was, and
// the temporary file behind.
#pragma once

#include <climits>
#include <cstdlib>

#include <ndx/base/atomic.hpp>
#include <ndx/io/file.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the absolute path, without symbolic links, of a file that need not exist. A file's path
/// is resolved once, when it is opened: later the program may have changed its directory, and a
/// link may lead to another file. A path that cannot be resolved is returned unchanged; the call
/// that opens it then reports the error.
inline std::string resolved_path(std::string path) {
  constexpr int kMaxLinks = 40;  // the limit of Linux
  char found[PATH_MAX];
  if (path.empty()) return path;
  // realpath() refuses links to a file that does not exist, so links are followed here. A cycle of
  // links is left for stat to report.
  for (int i = 0; i < kMaxLinks; ++i) {
    const auto length = ::readlink(path.c_str(), found, sizeof found);
    if (length <= 0) break;
    // A link is relative to its own directory unless it begins at the root.
    path.resize(found[0] == '/' ? 0 : path.rfind('/') + 1);
    path.append(found, static_cast<std::size_t>(length));
  }
  const std::size_t name = path.rfind('/') + 1;
  if (::realpath(name == 0 ? "." : path.substr(0, name).c_str(), found) == nullptr) return path;
  std::string resolved(found);
  if (resolved.back() != '/') resolved += '/';
  return resolved.append(path, name);
}

/// A file that replaces another (or creates a new one) when it is complete. Data is written to a
/// temporary file in the same directory; without commit(), the old file stays unchanged. Programs
/// that have the old file open or mapped keep its contents.
class ReplacementFile {
 public:
  ReplacementFile(const char* call, const std::string& path) : ReplacementFile(call, path, path) {}
  /// Replaces the file at `target`, a path that was resolved when the file was opened. Messages
  /// call it `path`.
  ReplacementFile(const char* call, const std::string& path, const std::string& target)
      : where_(message_prefix(call, path)), target_(resolved_path(target)), file_(-1) {
    struct stat status{};
    const bool exists = ::stat(target_.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) throw_not_written(errno);
    if (exists && !S_ISREG(status.st_mode)) throw_value_error(where_, ": is not a regular file");
    if (exists) check_writable();
    const int file = create_temporary();
    if (file < 0) throw_file_error(where_, "cannot be created", errno);
    file_.reset(file);
    if (exists) static_cast<void>(::fchmod(file, status.st_mode & 07777U));
  }
  ReplacementFile(const ReplacementFile&) = delete;
  ReplacementFile& operator=(const ReplacementFile&) = delete;
  ~ReplacementFile() {
    if (!committed_) ::unlink(temporary_.c_str());
  }

  /// Returns "call: path", the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  /// Returns the path of the temporary file, for a library that opens it itself.
  [[nodiscard]] const std::string& temporary_path() const noexcept { return temporary_; }

  /// Returns the descriptor, for reading what has been written and for writing at any offset.
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }

  /// Reserves disk space for `bytes` bytes, so that a file that does not fit on the disk is refused
  /// before anything is written. If the file system cannot reserve space, write() fails when the
  /// disk is full.
  void reserve(index_t bytes) { reserve_room(where_, file_.get(), 0, bytes); }

  void write(const void* from, index_t bytes) { write_all(where_, file_.get(), from, bytes); }

  /// Sets the position of the next write(), counted from the start of the file.
  void seek(index_t offset) { seek_to(where_, file_.get(), offset); }

  /// Flushes the data to the disk, then renames the temporary file to the target.
  void commit() {
    flush();
    rename();
  }
  /// Does what commit() does, unless a file of that name exists by now, which then stays unchanged.
  /// Returns whether the file was created. A file system without hard links cannot tell: there, an
  /// existing file is replaced.
  bool commit_new() {
    flush();
    if (::link(temporary_.c_str(), target_.c_str()) == 0) return true;  // the destructor unlinks it
    if (errno == EEXIST) return false;
    rename();
    return true;
  }

 private:
  /// Checks that an existing file may be written: opening it for writing is the only reliable test.
  void check_writable() const {
    const Descriptor old(
        uninterrupted([&] { return ::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK); }));
    if (old.get() < 0) throw_not_written(errno);
  }

  void flush() {
    if (uninterrupted([&] { return ::fsync(file_.get()); }) != 0 || !file_.close())
      throw_not_written(errno);
  }
  void rename() {
    if (::rename(temporary_.c_str(), target_.c_str()) != 0)
      throw_file_error(where_, "cannot be replaced", errno);
    committed_ = true;
  }

  /// Creates a file in the target's directory, because rename works only within one file system.
  int create_temporary() {
    static Atomic<index_t> count{0};
    const std::string directory = target_.substr(0, target_.rfind('/') + 1);
    int file = -1;
    do {
      temporary_ = message(directory, ".ndx-", ::getpid(), "-", count.add(1), ".tmp");
      file = uninterrupted(
          [&] { return ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666); });
    } while (file < 0 && errno == EEXIST);
    return file;
  }

  [[noreturn]] NDX_COLD void throw_not_written(int number) const {
    throw_file_error(where_, "cannot be written", number);
  }

  std::string where_;
  std::string target_;
  std::string temporary_;
  Descriptor file_;
  bool committed_ = false;
};

}  // namespace detail
NDX_NAMESPACE_END
