// Reads the members of a zip file, one at a time. Needs libzip; knows no tensors.
//
// Reading trusts nothing that the file says: a member that claims to be larger than its compressed
// bytes can be is refused before memory is allocated for it, and checksums are compared.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include <zip.h>

#include <ndx/io/file.hpp>
#include <ndx/layout/checked.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// An error of libzip, whose memory is released when it goes out of scope.
class ZipError {
 public:
  ZipError() noexcept { zip_error_init(&error_); }
  explicit ZipError(int code) noexcept { zip_error_init_with_code(&error_, code); }
  ZipError(const ZipError&) = delete;
  ZipError& operator=(const ZipError&) = delete;
  ~ZipError() { zip_error_fini(&error_); }
  zip_error_t* get() noexcept { return &error_; }

 private:
  zip_error_t error_;
};

[[noreturn]] NDX_COLD inline void throw_zip_error(const std::string& where, const char* what,
                                                  zip_error_t* error) {
  // libzip reports lack of memory as an error of its own, as one of the system, or by failing
  // without any error.
  const int code = zip_error_code_zip(error);
  const bool of_system = zip_error_system_type(error) == ZIP_ET_SYS;
  if (code == ZIP_ER_MEMORY || code == ZIP_ER_OK ||
      (of_system && zip_error_code_system(error) == ENOMEM))
    throw std::bad_alloc();
  throw_value_error(where, ": ", what, ": ", zip_error_strerror(error));
}

/// Discards changes: a zip file that was not closed is not written.
struct DiscardZip {
  void operator()(zip_t* zip) const noexcept { zip_discard(zip); }
};

/// libzip's handle of a zip file, which a ZipFile shares with its open members. Threads take turns:
/// libzip has no locks, and reads all members through one position in the file.
struct OpenZip {
  using Lock = std::lock_guard<std::mutex>;

  std::mutex mutex;
  std::vector<std::byte> kept;  // the bytes, if this object owns them
  std::unique_ptr<zip_t, DiscardZip> zip;
};
struct CloseZipMember {
  void operator()(zip_file_t* file) const noexcept {
    const OpenZip::Lock lock(open->mutex);
    zip_fclose(file);
  }
  std::shared_ptr<OpenZip> open;
};

/// A zip file, open for reading, from which several threads may read members.
class ZipFile {
 public:
  ZipFile(const char* call, const std::string& path) {
    const InputFile input(call, path);
    where_ = input.where();
    size_ = input.size();
    const int file = ::fcntl(input.descriptor(), F_DUPFD_CLOEXEC, 0);
    if (file < 0) throw_file_error(where_, "cannot be opened", errno);
    Descriptor owned(file);
    int code = 0;
    open_->zip.reset(zip_fdopen(file, 0, &code));
    if (get() == nullptr) throw_not_zip(ZipError(code).get());
    owned.release();
  }
  /// Reads a file from its bytes, which must outlive this object.
  ZipFile(const char* call, std::span<const std::byte> bytes)
      : where_(message(call, ": bytes")), size_(static_cast<index_t>(bytes.size())) {
    // libzip takes no bytes at all as a file without members.
    if (bytes.empty()) throw_not_zip(ZipError(ZIP_ER_NOZIP).get());
    ZipError error;
    zip_source_t* const source =
        zip_source_buffer_create(bytes.data(), bytes.size(), /*freep=*/0, error.get());
    if (source == nullptr) throw_not_zip(error.get());
    open_->zip.reset(zip_open_from_source(source, ZIP_RDONLY, error.get()));
    if (get() != nullptr) return;
    zip_source_free(source);
    throw_not_zip(error.get());
  }
  /// Reads a file from its bytes, which this object keeps.
  ZipFile(const char* call, std::vector<std::byte>&& bytes)
      : ZipFile(call, std::span<const std::byte>(bytes)) {
    open_->kept = std::move(bytes);  // moving a vector does not move its bytes
  }

  /// Returns "call: path", the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] index_t size() const noexcept { return size_; }
  [[nodiscard]] zip_t* get() const noexcept { return open_->zip.get(); }
  [[nodiscard]] const std::shared_ptr<OpenZip>& open() const noexcept { return open_; }

  /// Returns the names of all members, in the order of the file.
  [[nodiscard]] std::vector<std::string> names() const {
    const zip_int64_t count = zip_get_num_entries(get(), 0);
    std::vector<std::string> all;
    for (zip_int64_t i = 0; i < count; ++i) {
      const char* const name = zip_get_name(get(), static_cast<zip_uint64_t>(i), 0);
      if (name == nullptr) throw_not_zip(zip_get_error(get()));
      all.emplace_back(name);
    }
    return all;
  }

 private:
  [[noreturn]] NDX_COLD void throw_not_zip(zip_error_t* error) const {
    throw_zip_error(where_, "cannot be read as a zip file", error);
  }

  std::string where_;
  index_t size_ = 0;
  std::shared_ptr<OpenZip> open_ = std::make_shared<OpenZip>();
};

/// A member of a zip file, read from its beginning to its end; a source of read_npy_header.
class ZipMember {
 public:
  /// Messages begin with `where`, "call: path: member".
  ZipMember(const ZipFile& zip, std::size_t index, std::string where)
      : where_(std::move(where)), file_(nullptr, CloseZipMember{zip.open()}) {
    const OpenZip::Lock lock(zip.open()->mutex);
    zip_stat_t status;
    if (zip_stat_index(zip.get(), index, 0, &status) != 0)
      throw_zip_error(where_, "cannot be read", zip_get_error(zip.get()));
    check_size(status, zip.size());
    size_ = static_cast<index_t>(status.size);
    file_.reset(zip_fopen_index(zip.get(), index, 0));
    if (file_ == nullptr) throw_zip_error(where_, "cannot be read", zip_get_error(zip.get()));
  }

  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] index_t size() const noexcept { return size_; }

  /// Reads exactly `bytes` bytes, starting at `offset`, which must be where the last read ended or
  /// among the first 16 bytes of the member.
  void read(void* to, index_t bytes, index_t offset) const {
    auto* out = static_cast<std::byte*>(to);
    const index_t again = std::min(bytes, position_ - offset);
    if (again > 0) std::memcpy(out, start_.data() + offset, static_cast<std::size_t>(again));
    out += again;
    read_on(out, bytes - again);
  }

  /// Throws ValueError unless all bytes were read and their checksum is right.
  void finish() const {
    const OpenZip::Lock lock(mutex());
    std::byte more;
    const zip_int64_t got = zip_fread(file_.get(), &more, 1);
    if (got < 0) throw_zip_error(where_, "is damaged", zip_file_get_error(file_.get()));
    if (got > 0) throw_value_error(where_, ": is longer than the zip file says, ", size_, " bytes");
  }

 private:
  /// Throws ValueError if the member claims more bytes than its compressed bytes can contain.
  /// Deflate turns one byte into at most 1032; other methods of compression are refused.
  void check_size(const zip_stat_t& status, index_t file_size) const {
    constexpr zip_uint64_t kKnown = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
    constexpr zip_uint64_t kLargestRatio = 1032;
    if ((status.valid & kKnown) != kKnown)
      throw_value_error(where_, ": the zip file does not say how large it is");
    const bool stored = status.comp_method == ZIP_CM_STORE;
    if (!stored && status.comp_method != ZIP_CM_DEFLATE) {
      throw_value_error(where_, ": is compressed by method ", status.comp_method,
                        ", but only stored (0) and deflated (8) members can be read");
    }
    const auto in_file = static_cast<zip_uint64_t>(file_size);
    const zip_uint64_t largest = stored ? 1 : kLargestRatio;
    if (status.comp_size > in_file || status.size / largest > status.comp_size) {
      throw_value_error(where_, ": is said to have ", status.size, " bytes, compressed to ",
                        status.comp_size, ", in a zip file of ", in_file);
    }
  }

  [[nodiscard]] std::mutex& mutex() const noexcept { return file_.get_deleter().open->mutex; }

  void read_on(std::byte* out, index_t bytes) const {
    const OpenZip::Lock lock(mutex());
    while (bytes > 0) {
      const zip_int64_t got =
          zip_fread(file_.get(), out, as_integer<zip_uint64_t>(bytes_per_call(bytes)));
      if (got < 0) throw_zip_error(where_, "is damaged", zip_file_get_error(file_.get()));
      if (got == 0)
        throw_value_error(where_, ": is shorter than the zip file says, ", size_, " bytes");
      const auto room = static_cast<index_t>(start_.size()) - position_;
      if (room > 0)
        std::memcpy(start_.data() + position_, out, static_cast<std::size_t>(std::min(room, got)));
      position_ += got;
      out += got;
      bytes -= got;
    }
  }

  std::string where_;
  index_t size_ = 0;
  std::unique_ptr<zip_file_t, CloseZipMember> file_;
  mutable index_t position_ = 0;
  mutable std::array<std::byte, 16> start_{};  // the bytes that may be read again
};

}  // namespace detail
NDX_NAMESPACE_END
