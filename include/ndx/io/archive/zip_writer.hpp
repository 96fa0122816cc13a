// Writes a zip file as a whole. Needs libzip; knows no tensors.
//
// The file is written to a ReplacementFile, so that the old file stays until the new one is
// complete, or to memory.
#pragma once

#include <exception>
#include <vector>

#include <ndx/io/archive/zip.hpp>
#include <ndx/io/interface.hpp>
#include <ndx/io/replacement_file.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The bytes of a member of a new zip file.
class ZipContent : public Interface {
 public:
  [[nodiscard]] virtual index_t size() const = 0;
  /// Copies `bytes` bytes, from byte `first` on, to `to`.
  virtual void read(std::byte* to, index_t first, index_t bytes) const = 0;
};

/// Writes a zip file to a target, which is a ReplacementFile or a BytesTarget.
template <class Target>
class ZipWriter {
 public:
  explicit ZipWriter(Target& file) : file_(file) {
    ZipError error;
    zip_source_t* const target = zip_source_function_create(&write_command, this, error.get());
    if (target == nullptr) throw std::bad_alloc();
    zip_.reset(zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, error.get()));
    if (zip_ == nullptr) {
      zip_source_free(target);
      throw_zip_error(file_.where(), "cannot be written", error.get());
    }
  }

  [[nodiscard]] const std::string& where() const noexcept { return file_.where(); }

  /// Adds a member. Its content must live until commit(), which reads it.
  void add(const std::string& name, const ZipContent& content, bool deflate) {
    // libzip truncates a longer name.
    constexpr std::size_t kLongestName = 65535;
    if (name.size() > kLongestName) {
      throw_value_error(where(), ": the name ", detail::quoted(name), " has ", name.size(),
                        " bytes, but a zip file has room for ", kLongestName);
    }
    members_.push_back(std::make_unique<Member>(Member{*this, content}));
    zip_source_t* const source =
        zip_source_function_create(&read_command, members_.back().get(), nullptr);
    if (source == nullptr) throw std::bad_alloc();
    const zip_int64_t index = zip_file_add(zip_.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      throw_not_added(name, zip_get_error(zip_.get()));
    }
    const auto at = static_cast<zip_uint64_t>(index);
    constexpr zip_uint32_t kLevel = 6;      // zlib's default, and Python's
    constexpr zip_uint16_t kFirstDay = 33;  // the earliest date: equal bytes every time
    const bool set = zip_set_file_compression(
                         zip_.get(), at, deflate ? ZIP_CM_DEFLATE : ZIP_CM_STORE, kLevel) == 0 &&
                     zip_file_set_dostime(zip_.get(), at, 0, kFirstDay, 0) == 0;
    if (!set) throw_zip_error(where(), "cannot be written", zip_get_error(zip_.get()));
  }

  void commit() {
    if (members_.empty()) {
      write_empty();
    } else if (zip_close(zip_.get()) == 0) {
      static_cast<void>(zip_.release());
    } else {
      if (thrown_) std::rethrow_exception(thrown_);
      throw_zip_error(where(), "cannot be written", zip_get_error(zip_.get()));
    }
    file_.commit();
  }

 private:
  /// Throws the error for a member that libzip refuses. Only its name can be invalid
  /// (ZIP_ER_INVAL).
  [[noreturn]] NDX_COLD void throw_not_added(const std::string& name, zip_error_t* error) const {
    if (zip_error_code_zip(error) == ZIP_ER_INVAL)
      throw_value_error(where(), ": the name ", detail::quoted(name), " is not UTF-8");
    throw_zip_error(where(), "cannot be written", error);
  }

  struct Member {
    ZipWriter& zip;
    const ZipContent& content;
    index_t position = 0;
  };

  /// Writes a zip file without members, which libzip would remove: only the end of the directory.
  void write_empty() {
    const unsigned char end[22] = {'P', 'K', 5, 6};
    file_.write(end, sizeof end);
  }

  /// Runs a step for libzip, which knows no exceptions: commit() rethrows what the step threw.
  template <class Step>
  zip_int64_t guarded(Step step) noexcept {
    try {
      return step();
    } catch (...) {
      thrown_ = std::current_exception();
      return -1;
    }
  }

  /// Writes and seeks in the new file. libzip calls this as a source.
  static zip_int64_t write_command(void* self, void* data, zip_uint64_t bytes,
                                   zip_source_cmd_t command) {
    auto& zip = *static_cast<ZipWriter*>(self);
    switch (command) {
      case ZIP_SOURCE_WRITE:
        return zip.guarded([&] {
          zip.file_.write(data, static_cast<index_t>(bytes));
          zip.position_ += static_cast<index_t>(bytes);
          zip.length_ = std::max(zip.length_, zip.position_);
          return static_cast<zip_int64_t>(bytes);
        });
      case ZIP_SOURCE_SEEK_WRITE:
        return zip.guarded([&]() -> zip_int64_t {
          const zip_int64_t to = zip_source_seek_compute_offset(
              static_cast<zip_uint64_t>(zip.position_), static_cast<zip_uint64_t>(zip.length_),
              data, bytes, nullptr);
          if (to < 0) return -1;
          zip.file_.seek(to);
          zip.position_ = to;
          return 0;
        });
      case ZIP_SOURCE_TELL_WRITE:
        return zip.position_;
      case ZIP_SOURCE_STAT:
        return stat(data, bytes, 0);
      case ZIP_SOURCE_ERROR:
        return error(data, bytes);
      case ZIP_SOURCE_SUPPORTS:
        return ZIP_SOURCE_SUPPORTS_WRITABLE;
      default:  // beginning, committing and rolling back are left to commit()
        return 0;
    }
  }

  /// Reads the content of a member. libzip calls this as a source.
  static zip_int64_t read_command(void* self, void* data, zip_uint64_t bytes,
                                  zip_source_cmd_t command) {
    auto& member = *static_cast<Member*>(self);
    switch (command) {
      case ZIP_SOURCE_OPEN:
        member.position = 0;
        return 0;
      case ZIP_SOURCE_READ:
        return member.zip.guarded([&] {
          const index_t count =
              std::min(static_cast<index_t>(bytes), member.content.size() - member.position);
          member.content.read(static_cast<std::byte*>(data), member.position, count);
          member.position += count;
          return static_cast<zip_int64_t>(count);
        });
      case ZIP_SOURCE_STAT:
        return stat(data, bytes, member.content.size());
      case ZIP_SOURCE_ERROR:
        return error(data, bytes);
      case ZIP_SOURCE_SUPPORTS:
        return ZIP_SOURCE_SUPPORTS_READABLE;
      default:
        return 0;
    }
  }

  static zip_int64_t stat(void* data, zip_uint64_t bytes, index_t size) {
    if (bytes < sizeof(zip_stat_t)) return -1;
    auto* const status = static_cast<zip_stat_t*>(data);
    zip_stat_init(status);
    status->valid = ZIP_STAT_SIZE;
    status->size = static_cast<zip_uint64_t>(size);
    return sizeof(zip_stat_t);
  }
  static zip_int64_t error(void* data, zip_uint64_t bytes) {
    return zip_error_to_data(ZipError(ZIP_ER_WRITE).get(), data, bytes);
  }

  Target& file_;
  std::vector<std::unique_ptr<Member>> members_;
  std::exception_ptr thrown_;
  index_t position_ = 0;
  index_t length_ = 0;
  std::unique_ptr<zip_t, DiscardZip> zip_;  // destroyed first, because it uses the members above
};

}  // namespace detail
NDX_NAMESPACE_END
