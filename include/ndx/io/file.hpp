// Files as bytes: reads them, maps them into memory, or replaces them atomically.
//
// Uses POSIX and knows no file formats. Every error is a ValueError whose message begins with the
// call and the file name and ends with the system's error text; only ENOMEM becomes std::bad_alloc.
// System calls interrupted by a signal are retried.
#pragma once

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ndx/base/atomic.hpp>
#include <ndx/base/error.hpp>
#include <ndx/io/quoted.hpp>
#include <ndx/ops/algorithm.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// `where` is "call: path". `number` is errno, read before another call can change it.
[[noreturn]] NDX_COLD inline void throw_file_error(const std::string& where, const char* what,
                                                   int number) {
  if (number == ENOMEM) throw std::bad_alloc();
  throw_value_error(where, ": ", what, ": ", std::strerror(number));
}

/// "call: path", the beginning of messages. Throws ValueError for a name that contains NUL, at
/// which the system would cut it off.
inline std::string message_prefix(const char* call, const std::string& path) {
  if (path.find('\0') != path.npos) throw_value_error(call, ": a file name cannot hold NUL");
  return message(call, ": ", path);
}

/// The absolute path, without symbolic links, of a file that need not exist. A file is resolved once, when
/// it is opened: later the program may be in another folder, and a link may lead to another file. A path
/// that cannot be resolved is returned as it is: the call that opens it says why.
inline std::string resolved_path(std::string path) {
  constexpr int kMaxLinks = 40;  // the limit of Linux
  char found[PATH_MAX];
  if (path.empty()) return path;
  // realpath() refuses links to a file that does not exist. A circle of links is left for stat to report.
  for (int i = 0; i < kMaxLinks; ++i) {
    const auto length = ::readlink(path.c_str(), found, sizeof found);
    if (length <= 0) break;
    // Relative to the directory of the link unless it begins at the root.
    path.resize(found[0] == '/' ? 0 : path.rfind('/') + 1);
    path.append(found, static_cast<std::size_t>(length));
  }
  const std::size_t name = path.rfind('/') + 1;
  if (::realpath(name == 0 ? "." : path.substr(0, name).c_str(), found) == nullptr) return path;
  std::string resolved(found);
  if (resolved.back() != '/') resolved += '/';
  return resolved.append(path, name);
}

/// Repeats a system call until no signal interrupts it, and returns its result.
template <class Call>
auto uninterrupted(Call&& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// The number of bytes to read or write in one call: Linux transfers at most 2 GB, and size_t may
/// have 32 bits.
inline std::size_t bytes_per_call(index_t bytes) noexcept {
  constexpr index_t kMaxBytes = index_t{1} << 30;
  return static_cast<std::size_t>(std::min(bytes, kMaxBytes));
}

/// An offset, or a size, of a file as system calls take it: off_t has 32 bits on 32-bit systems
/// unless the program is built with -D_FILE_OFFSET_BITS=64. `what` is for the message.
inline off_t file_offset(const std::string& where, const char* what, index_t offset) {
  if (!std::in_range<off_t>(offset)) throw_file_error(where, what, EFBIG);
  return static_cast<off_t>(offset);
}

/// Closes a file descriptor when it goes out of scope.
class Descriptor {
 public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  [[nodiscard]] int get() const noexcept { return number_; }
  void reset(int number) noexcept {
    close();
    number_ = number;
  }
  /// Leaves the descriptor open, to whoever has it now.
  void release() noexcept { number_ = -1; }
  /// Returns whether the descriptor was open and closed without an error. EINTR is not an error:
  /// the descriptor is closed then, and closing it again could close another thread's.
  bool close() noexcept {
    const int number = number_;
    number_ = -1;
    return number >= 0 && (::close(number) == 0 || errno == EINTR);
  }

 private:
  int number_;
};

/// What tells a file from all others.
struct FileId {
  FileId() = default;
  explicit FileId(const struct stat& status) noexcept
      : device(status.st_dev), number(status.st_ino) {}
  bool operator==(const FileId&) const = default;

  dev_t device = 0;
  ino_t number = 0;
};

/// A file mapped into memory, readable until this goes out of scope.
class Mapping {
 public:
  Mapping(void* memory, std::size_t bytes, FileId file = {}) noexcept
      : memory_(memory), bytes_(bytes), file_(file) {}
  Mapping(Mapping&& other) noexcept
      : memory_(other.memory_), bytes_(other.bytes_), file_(other.file_) {
    other.memory_ = nullptr;
  }
  Mapping& operator=(Mapping&&) = delete;
  ~Mapping() { unmap(); }

  [[nodiscard]] const std::byte* data() const noexcept {
    return static_cast<const std::byte*>(memory_);
  }
  /// The same of a file that was opened for writing, too.
  [[nodiscard]] std::byte* writable_data() const noexcept {
    return static_cast<std::byte*>(memory_);
  }
  /// The file, where the one that made this has said which it is.
  [[nodiscard]] FileId file() const noexcept { return file_; }
  void unmap() noexcept {
    if (memory_ != nullptr) ::munmap(memory_, bytes_);
    memory_ = nullptr;
  }

 private:
  void* memory_;
  std::size_t bytes_;
  FileId file_;
};

/// The deleter of a tensor in a mapped file.
struct Unmap {
  using IsMapping = void;
  Mapping mapping;
  void operator()() noexcept { mapping.unmap(); }
};

/// Writes all bytes at the position of an open file. `where` begins messages.
inline void write_all(const std::string& where, int file, const void* from, index_t bytes) {
  const auto* in = static_cast<const std::byte*>(from);
  while (bytes > 0) {
    const auto put = uninterrupted([&] { return ::write(file, in, bytes_per_call(bytes)); });
    // On some systems a full disk shows as 0 bytes written without an error.
    if (put <= 0) throw_file_error(where, "cannot be written", put == 0 ? ENOSPC : errno);
    in += put;
    bytes -= put;
  }
}

/// Sets where the next write_all() begins, from the start of the file.
inline void seek_to(const std::string& where, int file, index_t offset) {
  if (::lseek(file, file_offset(where, "cannot be written", offset), SEEK_SET) < 0)
    throw_file_error(where, "cannot be written", errno);
}

/// Reads exactly `bytes` bytes at `offset` of an open file.
inline void read_all_at(const std::string& where, int file, void* to, index_t bytes,
                        index_t offset) {
  auto* out = static_cast<std::byte*>(to);
  while (bytes > 0) {
    const off_t at = file_offset(where, "cannot be read", offset);
    const auto got = uninterrupted([&] { return ::pread(file, out, bytes_per_call(bytes), at); });
    if (got < 0) throw_file_error(where, "cannot be read", errno);
    if (got == 0) throw_value_error(where, ": was truncated while it was read");
    out += got;
    offset += got;
    bytes -= got;
  }
}

/// Reserves room on the disk for `bytes` bytes at `offset`. If the file system cannot reserve,
/// writing finds out whether there is room.
inline void reserve_room(const std::string& where, int file, index_t offset, index_t bytes) {
  if (bytes > std::numeric_limits<off_t>::max() - offset)
    throw_file_error(where, "cannot be written", EFBIG);
#ifdef __linux__  // not posix_fallocate: glibc's writes to every page if it cannot reserve
  if (::fallocate(file, 0, static_cast<off_t>(offset), static_cast<off_t>(bytes)) == 0) return;
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
    throw_file_error(where, "cannot be written", errno);
#else
  static_cast<void>(file);
#endif
}

/// A regular file, open for reading, or also for writing in place (O_RDWR).
class InputFile {
 public:
  InputFile(const char* call, const std::string& path, int access = O_RDONLY)
      : where_(message_prefix(call, path)), file_(open(path, access)), access_(access) {
    if (file_.get() < 0) throw_file_error(where_, "cannot be opened", errno);
    const struct stat now = status();
    if (!S_ISREG(now.st_mode)) throw_value_error(where_, ": is not a regular file");
    size_ = now.st_size;
    id_ = FileId(now);
  }

  /// "call: path", the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] index_t size() const noexcept { return size_; }
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }

  /// Reads exactly `bytes` bytes, starting at `offset`.
  void read(void* to, index_t bytes, index_t offset) const {
    read_all_at(where_, file_.get(), to, bytes, offset);
  }

  /// Maps the whole file, which must not be empty, with the access that it was opened for.
  [[nodiscard]] Mapping map() const {
    if (size_ > PTRDIFF_MAX) throw std::bad_alloc();  // more than the address space
    const auto bytes = static_cast<std::size_t>(size_);
    const int protection = access_ == O_RDWR ? PROT_READ | PROT_WRITE : PROT_READ;
    void* const memory = ::mmap(nullptr, bytes, protection, MAP_SHARED, file_.get(), 0);
    if (memory == MAP_FAILED) throw_file_error(where_, "cannot be mapped", errno);
    Mapping mapping(memory, bytes, id_);
    if (status().st_size < size_) throw_value_error(where_, ": was truncated while it was read");
    return mapping;
  }

 private:
  /// Opens without blocking, in case the path is a pipe without a writer.
  static int open(const std::string& path, int access) {
    return uninterrupted([&] { return ::open(path.c_str(), access | O_CLOEXEC | O_NONBLOCK); });
  }

  [[nodiscard]] struct stat status() const {
    struct stat now{};
    if (::fstat(file_.get(), &now) != 0) throw_file_error(where_, "cannot be read", errno);
    return now;
  }

  std::string where_;
  Descriptor file_;
  int access_;
  index_t size_ = 0;
  FileId id_;
};

/// A file that replaces another (or creates a new one) when it is complete. Data is written to a
/// temporary file in the same directory; without commit() the old file stays as it was. Programs
/// that have the old file open or mapped keep its contents.
class ReplacementFile {
 public:
  ReplacementFile(const char* call, const std::string& path) : ReplacementFile(call, path, path) {}
  /// Of the file at `target`, which messages call `path`: one that was resolved when it was opened.
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

  /// "call: path", the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  /// The temporary file, for a library that opens it itself.
  [[nodiscard]] const std::string& temporary_path() const noexcept { return temporary_; }

  /// For reading what has been written, and for writing anywhere.
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }

  /// Reserves room for `bytes` bytes, so that a file that does not fit on the disk is refused
  /// before anything is written. If the file system cannot reserve, write() finds out.
  void reserve(index_t bytes) { reserve_room(where_, file_.get(), 0, bytes); }

  void write(const void* from, index_t bytes) { write_all(where_, file_.get(), from, bytes); }

  /// Sets where the next write() begins, from the start of the file.
  void seek(index_t offset) { seek_to(where_, file_.get(), offset); }

  /// Flushes the data to the disk, then renames the temporary file to the target.
  void commit() {
    if (uninterrupted([&] { return ::fsync(file_.get()); }) != 0 || !file_.close())
      throw_not_written(errno);
    if (::rename(temporary_.c_str(), target_.c_str()) != 0)
      throw_file_error(where_, "cannot be replaced", errno);
    committed_ = true;
  }

 private:
  /// Checks that an existing file may be written: opening it for writing is the one reliable test.
  void check_writable() const {
    const Descriptor old(
        uninterrupted([&] { return ::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK); }));
    if (old.get() < 0) throw_not_written(errno);
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
