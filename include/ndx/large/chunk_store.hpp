// ChunkStore: an array in a file, as parts that can be read and written one at a time.
//
// A File knows indexing, but no file formats: each format derives from this class, which finds out
// whether a file was truncated, replaced or moved after it was opened.
#pragma once

#include <limits>
#include <memory>
#include <optional>

#include <ndx/io/replacement_file.hpp>
#include <ndx/plan/partition/tensor_partition.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns another descriptor of an open file, which stays valid if the first is closed and if the
/// file is renamed or deleted.
inline std::shared_ptr<const Descriptor> duplicate(const std::string& where, int file) {
  const auto kept = std::make_shared<Descriptor>(-1);
  kept->reset(::fcntl(file, F_DUPFD_CLOEXEC, 0));
  if (kept->get() < 0) throw_file_error(where, "cannot be opened", errno);
  return kept;
}

/// The interface between File and a file format. Elements of a part are counted from its beginning.
class ChunkStore {
 public:
  virtual ~ChunkStore() = default;

  /// The path, and the call that opened the file, with which messages begin.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const char* call() const noexcept { return call_; }
  /// The shape of the array, and for each element its number in the order of the file, in which the
  /// partition counts.
  [[nodiscard]] const Layout& layout() const noexcept { return layout_; }
  [[nodiscard]] const Partition& partition() const noexcept { return *partition_; }
  /// The smallest gap between two runs, in elements, for which two reads are faster than one. It is
  /// kWhole for parts that are compressed, because they can only be read whole.
  [[nodiscard]] virtual index_t gap() const = 0;
  static constexpr index_t kWhole = std::numeric_limits<index_t>::max();

  /// The position in the file of an element of a part. The elements after it follow in the format
  /// of memory.
  struct Location {
    int descriptor = -1;  // -1 if the elements have another format: only read() can read them
    index_t byte = 0;
  };
  [[nodiscard]] virtual Location location(index_t part, index_t first) = 0;
  /// The position of the first of all elements, if they follow each other in the order of their
  /// numbers.
  [[nodiscard]] virtual Location whole() { return {}; }

  /// Whether threads that read at the same time do not wait for each other.
  [[nodiscard]] virtual bool reads_concurrently() const { return true; }
  virtual void read(index_t part, index_t first, index_t count, std::byte* to) = 0;
  virtual void write(index_t part, index_t first, index_t count, const std::byte* from) = 0;
  /// Whether write() can write any part, and leaves a file that opens even if it is interrupted.
  /// Otherwise only a copy() is written.
  [[nodiscard]] virtual bool writes_in_place() { return true; }
  /// Throws ValueError if the file must not be written: because its path, which was resolved when
  /// the file was opened, leads to another file now, in which nobody would find new elements, or
  /// because it is shorter than when it was opened. A write beyond its end would fill the gap with
  /// zeros.
  void check_file() const {
    struct stat now{};
    if (::stat(resolved_.c_str(), &now) != 0 || FileId(now) != file())
      throw_value_error(where_,
                        ": was replaced, moved or deleted after it was opened: what is written "
                        "would be lost");
    static_cast<void>(bytes_now());
  }
  /// The id of the file.
  [[nodiscard]] FileId file() const { return FileId(status_of(where_, file_->get())); }
  /// Returns when everything that was written is on the disk.
  void flush() const {
    if (uninterrupted([&] { return ::fsync(file_->get()); }) != 0)
      throw_file_error(where_, "cannot be written", errno);
  }

  /// Returns a copy of the file, in the same directory.
  [[nodiscard]] virtual std::unique_ptr<ChunkStore> copy() = 0;
  /// Replaces the file of `original` by this one, which must be a copy of it; `original` refers to
  /// this file from then on. Throws ValueError as the original's check_file() does.
  virtual void replace(ChunkStore& original) = 0;

 protected:
  ChunkStore(const char* call, const std::string& path, std::string resolved)
      : call_(call),
        path_(path),
        resolved_(std::move(resolved)),
        where_(message_prefix(call, path)) {}
  ChunkStore(const ChunkStore&) = default;

  /// Returns the present size of the file. Throws ValueError if it is shorter than it was when it
  /// was opened.
  [[nodiscard]] index_t bytes_now() const {
    const index_t bytes = status_of(where_, file_->get()).st_size;
    if (bytes < size_)
      throw_value_error(where_, ": has ", bytes, " bytes, but had ", size_, " when it was opened");
    return bytes;
  }
  /// Copies the file of `original` into a new one, which this object has open from then on.
  /// Returns its bytes.
  index_t copy_bytes(const ChunkStore& original) {
    replacement_ = std::make_shared<ReplacementFile>(call_, path_, resolved_);
    const index_t bytes = original.bytes_now();
    copy_file(original.where_, original.file_->get(), bytes, *replacement_);
    file_ = duplicate(original.where_, replacement_->descriptor());
    return bytes;
  }

  const char* call_;
  std::string path_;      // as it was given, for messages
  std::string resolved_;  // resolved when the file was opened
  std::string where_;     // the beginning of messages
  std::shared_ptr<const Descriptor> file_;
  index_t size_ = 0;  // bytes of the file when it was opened
  Layout layout_;
  std::optional<Partition> partition_;
  std::shared_ptr<ReplacementFile> replacement_;  // only in a copy
};

}  // namespace detail
NDX_NAMESPACE_END
