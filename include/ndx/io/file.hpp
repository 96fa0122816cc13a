// Files as bytes: read, mapped, or replaced as a whole.
//
// Speaks to POSIX and knows nothing of formats. Every error is a ValueError that begins with the
// call and the file's name and ends with what the system says.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ndx/base/atomic.hpp>
#include <ndx/base/error.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// `where` is "call: path". The number is errno, taken before anything else can change it.
[[noreturn]] NDX_COLD inline void throw_file_error(const std::string& where, const char* what,
                                                   int number) {
  throw_value_error(where, ": ", what, ": ", std::generic_category().message(number));
}

/// Closes a descriptor when it goes out of scope.
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
  /// Whether the file was open and could be closed without an error.
  bool close() noexcept { return number_ >= 0 && ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

/// A regular file that is read.
class InputFile {
 public:
  InputFile(const char* call, const std::string& path)
      : where_(message(call, ": ", path)), file_(open(path)) {
    struct stat status {};
    if (file_.get() < 0) throw_file_error(where_, "cannot be opened", errno);
    if (::fstat(file_.get(), &status) != 0) throw_file_error(where_, "cannot be read", errno);
    if (!S_ISREG(status.st_mode)) throw_value_error(where_, ": is not a regular file");
    size_ = status.st_size;
  }

  /// "call: path", how messages begin.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] index_t size() const noexcept { return size_; }

  /// Reads exactly so many bytes from `offset` on.
  void read(void* to, index_t bytes, index_t offset) const {
    auto* out = static_cast<std::byte*>(to);
    while (bytes > 0) {
      const auto got = ::pread(file_.get(), out, static_cast<std::size_t>(bytes), offset);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw_file_error(where_, "cannot be read", errno);
      if (got == 0) throw_value_error(where_, ": became shorter while it was read");
      out += got;
      offset += got;
      bytes -= got;
    }
  }

  /// The whole file, which must not be empty, in memory that may be read until ::munmap.
  [[nodiscard]] std::byte* map() const {
    void* const memory =
        ::mmap(nullptr, static_cast<std::size_t>(size_), PROT_READ, MAP_SHARED, file_.get(), 0);
    if (memory == MAP_FAILED) throw_file_error(where_, "cannot be mapped", errno);
    return static_cast<std::byte*>(memory);
  }

 private:
  /// Without waiting for the other end of what may turn out to be a pipe.
  static int open(const std::string& path) {
    return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  }

  std::string where_;
  Descriptor file_;
  index_t size_ = 0;
};

/// A file that takes the place of another, or of none, when it is complete. Until commit() the old
/// file stays as it was, and without commit() for good: what has been written goes into a temporary
/// file beside it. Those who have the old one open or mapped keep it.
class ReplacementFile {
 public:
  ReplacementFile(const char* call, const std::string& path)
      : where_(message(call, ": ", path)), target_(resolve(path)), file_(-1) {
    struct stat status {};
    const bool exists = ::stat(target_.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) throw_file_error(where_, "cannot be written", errno);
    if (exists && !S_ISREG(status.st_mode)) throw_value_error(where_, ": is not a regular file");
    if (exists && ::access(target_.c_str(), W_OK) != 0)
      throw_file_error(where_, "cannot be written", errno);
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

  void write(const void* from, index_t bytes) {
    const auto* in = static_cast<const std::byte*>(from);
    while (bytes > 0) {
      const auto put = ::write(file_.get(), in, static_cast<std::size_t>(bytes));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) throw_file_error(where_, "cannot be written", errno);
      in += put;
      bytes -= put;
    }
  }

  /// Everything is on the disk before the name changes hands.
  void commit() {
    if (::fsync(file_.get()) != 0 || !file_.close())
      throw_file_error(where_, "cannot be written", errno);
    if (::rename(temporary_.c_str(), target_.c_str()) != 0)
      throw_file_error(where_, "cannot be replaced", errno);
    committed_ = true;
  }

 private:
  /// The file that a symbolic link stands for, so that the link stays one.
  static std::string resolve(const std::string& path) {
    char* const real = ::realpath(path.c_str(), nullptr);
    if (real == nullptr) return path;
    std::string resolved(real);
    std::free(real);
    return resolved;
  }

  /// A new file in the target's directory, for a file can only be renamed within a file system.
  int create_temporary() {
    static Atomic<unsigned> count{0};
    const std::size_t slash = target_.rfind('/');
    const std::string directory = slash == std::string::npos ? "" : target_.substr(0, slash + 1);
    int file = -1;
    do {
      temporary_ = message(directory, ".ndx-", ::getpid(), "-", count.add(1), ".tmp");
      file = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (file < 0 && errno == EEXIST);
    return file;
  }

  std::string where_;
  std::string target_;
  std::string temporary_;
  Descriptor file_;
  bool committed_ = false;
};

}  // namespace detail
NDX_NAMESPACE_END
