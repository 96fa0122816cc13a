// Files as bytes: this file reads them, maps them into memory and writes to open ones.
//
// It uses POSIX and knows no file formats. Every error is a ValueError whose message begins with
// the call and the file name and ends with the system's error text; only ENOMEM becomes
// std::bad_alloc. System calls that a signal interrupts are retried.
#pragma once

#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ndx/base/error.hpp>
#include <ndx/base/message.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Throws the error of a system call. `where` is "call: path"; `number` is errno, read before
/// another call can change it.
[[noreturn]] NDX_COLD inline void throw_file_error(const std::string& where, const char* what,
                                                   int number) {
  if (number == ENOMEM) throw std::bad_alloc();
  throw_value_error(where, ": ", what, ": ", std::strerror(number));
}

/// Returns "call: path", the beginning of messages. Throws ValueError for a name that contains NUL,
/// where the system would cut it off.
inline std::string message_prefix(const char* call, const std::string& path) {
  if (path.find('\0') != path.npos) throw_value_error(call, ": a file name cannot hold NUL");
  return message(call, ": ", path);
}

/// Repeats a system call until no signal interrupts it, and returns its result.
template <class Call>
auto uninterrupted(Call&& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// Returns the number of bytes to read or write in one call: Linux transfers at most 2 GB, and
/// size_t may have 32 bits.
inline std::size_t bytes_per_call(index_t bytes) noexcept {
  constexpr index_t kMaxBytes = index_t{1} << 30;
  return static_cast<std::size_t>(bytes < kMaxBytes ? bytes : kMaxBytes);
}

/// Returns an offset or a size of a file as system calls take it: off_t has 32 bits on 32-bit
/// systems unless the program is built with -D_FILE_OFFSET_BITS=64. The message of the error begins
/// with `where` and `what`.
inline off_t file_offset(const std::string& where, const char* what, index_t offset) {
  if (!std::in_range<off_t>(offset)) throw_file_error(where, what, EFBIG);
  return as_integer<off_t>(offset);
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
  /// Gives up the descriptor without closing it.
  void release() noexcept { number_ = -1; }
  /// Closes the descriptor. Returns whether it was open and closed without an error. EINTR counts
  /// as success: the descriptor is closed by then, and closing the number again could close a file
  /// that another thread has just opened.
  bool close() noexcept {
    const int number = number_;
    number_ = -1;
    return number >= 0 && (::close(number) == 0 || errno == EINTR);
  }

 private:
  int number_;
};

/// Identifies a file: two paths lead to one file if and only if their ids are equal.
struct FileId {
  FileId() = default;
  explicit FileId(const struct stat& status) noexcept
      : device(status.st_dev), number(status.st_ino) {}
  bool operator==(const FileId&) const = default;

  dev_t device = 0;
  ino_t number = 0;
};

/// A file mapped into memory, readable until this object goes out of scope.
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
  /// The memory for writing; only for a file that was opened for writing, too.
  [[nodiscard]] std::byte* writable_data() const noexcept {
    return static_cast<std::byte*>(memory_);
  }
  /// The id of the file; a default one unless the constructor was given it.
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

/// The deleter of a tensor that lies in a mapped file.
struct Unmap {
  using IsMapping = void;
  Mapping mapping;
  void operator()() noexcept { mapping.unmap(); }
};

/// Writes all bytes at the current position of an open file. `where` begins messages.
inline void write_all(const std::string& where, int file, const void* from, index_t bytes) {
  const auto* in = static_cast<const std::byte*>(from);
  while (bytes > 0) {
    const auto put = uninterrupted([&] { return ::write(file, in, bytes_per_call(bytes)); });
    // Some systems report a full disk as 0 bytes written without an error.
    if (put <= 0) throw_file_error(where, "cannot be written", put == 0 ? ENOSPC : errno);
    in += put;
    bytes -= put;
  }
}

/// Sets the position of the next write_all(), counted from the start of the file.
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

/// Reserves disk space for `bytes` bytes at `offset`. If the file system cannot reserve space, a
/// later write fails when the disk is full.
inline void reserve_room(const std::string& where, int file, index_t offset, index_t bytes) {
  if (bytes > std::numeric_limits<off_t>::max() - offset)
    throw_file_error(where, "cannot be written", EFBIG);
#ifdef __linux__  // not posix_fallocate: glibc's writes to every page if it cannot reserve
  if (::fallocate(file, 0, as_integer<off_t>(offset), as_integer<off_t>(bytes)) == 0) return;
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
    throw_file_error(where, "cannot be written", errno);
#else
  static_cast<void>(file);
#endif
}

/// A regular file, open for reading or, with O_RDWR, also for writing in place.
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

  /// Returns "call: path", the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] index_t size() const noexcept { return size_; }
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  [[nodiscard]] FileId id() const noexcept { return id_; }

  /// Reads exactly `bytes` bytes, starting at `offset`.
  void read(void* to, index_t bytes, index_t offset) const {
    read_all_at(where_, file_.get(), to, bytes, offset);
  }

  /// Maps the whole file, or its first `size` bytes, with the access for which it was opened. The
  /// size must not be 0.
  [[nodiscard]] Mapping map() const { return map(size_); }
  [[nodiscard]] Mapping map(index_t size) const {
    if (size > PTRDIFF_MAX) throw std::bad_alloc();  // more than the address space
    const auto bytes = static_cast<std::size_t>(size);
    const int protection = access_ == O_RDWR ? PROT_READ | PROT_WRITE : PROT_READ;
    void* const memory = ::mmap(nullptr, bytes, protection, MAP_SHARED, file_.get(), 0);
    if (memory == MAP_FAILED) throw_file_error(where_, "cannot be mapped", errno);
    Mapping mapping(memory, bytes, id_);
    if (status().st_size < size) throw_value_error(where_, ": was truncated while it was read");
    return mapping;
  }

  /// Reads the size of the file again. Returns whether it has changed.
  [[nodiscard]] bool refresh() const {
    const index_t old = std::exchange(size_, status().st_size);
    return size_ != old;
  }

 private:
  /// Opens the file without blocking, in case the path is a pipe without a writer.
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
  mutable index_t size_ = 0;
  FileId id_;
};

}  // namespace detail
NDX_NAMESPACE_END
