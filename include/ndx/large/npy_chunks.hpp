// NpyChunks: an .npy file as the blocks that a File reads and writes one at a time.
//
// An .npy file has no chunks of its own, so it is divided into ranges of equal size. A write goes
// either to the file itself or to a copy that replaces it. A template of the element type, so that only programs that
// open such files compile it.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include <ndx/io/npy/npy_file.hpp>
#include <ndx/large/chunk_store.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T>
class NpyChunks final : public ChunkStore {
 public:
  /// Opens the file, whose elements must be of type T in either byte order, in blocks of about
  /// `block_bytes` bytes. Throws ValueError as map_npy does.
  static std::unique_ptr<ChunkStore> open(const char* call, const std::string& path, int access,
                                          index_t block_bytes) {
    const InputFile file(call, path, access);
    std::unique_ptr<NpyChunks> made(new NpyChunks(call, path, file));
    const NpyHeader header = read_npy_header(file);
    check_npy_type<T>(file, header);
    if (is_swapped<T>(header.type)) made->swap_ = &swap_byte_order<T>;
    made->start_ = header.data_offset;
    made->size_ = header.data_offset + header.data_bytes;
    const Dims stored = stored_shape(header);
    made->layout_ = contiguous_layout(call, stored);
    if (header.fortran_order) {
      std::reverse(made->layout_.shape.begin(), made->layout_.shape.end());
      std::reverse(made->layout_.strides.begin(), made->layout_.strides.end());
    }
    made->block_ = std::max<index_t>(block_bytes / kElementBytes, 1);
    made->partition_.emplace(Partition::ranges(stored, made->block_));
    return made;
  }

  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] const char* call() const override { return call_; }
  [[nodiscard]] const Layout& layout() const override { return layout_; }
  [[nodiscard]] const Partition& partition() const override { return *partition_; }
  /// A page: reading it takes no longer than another call does.
  [[nodiscard]] index_t gap() const override { return 4096 / kElementBytes; }

  /// Elements in the other byte order cannot be used in place.
  [[nodiscard]] Location location(index_t part, index_t first) override {
    return {swap_ == nullptr ? descriptor() : -1, at(part, first)};
  }
  [[nodiscard]] Location whole() override { return location(0, 0); }
  void read(index_t part, index_t first, index_t count, std::byte* to) override {
    read_all_at(where_, descriptor(), to, count * kElementBytes, at(part, first));
    if (swap_ != nullptr) swap_(to, count);
  }
  void write(index_t part, index_t first, index_t count, const std::byte* from) override {
    if (swap_ != nullptr) return write_swapped(from, count, at(part, first));
    write_all_at(where_, descriptor(), from, count * kElementBytes, at(part, first));
  }
  void check_file() override {
    check_not_replaced(where_, resolved_, file_->get());
    bytes_now(where_, file_->get(), size_);
  }
  [[nodiscard]] FileId file() const override { return FileId(status_of(where_, file_->get())); }
  void flush() override {
    if (uninterrupted([&] { return ::fsync(descriptor()); }) != 0)
      throw_file_error(where_, "cannot be written", errno);
  }

  [[nodiscard]] std::unique_ptr<ChunkStore> copy() override {
    std::unique_ptr<NpyChunks> made(new NpyChunks(*this));
    const index_t bytes = bytes_now(where_, file_->get(), size_);
    copy_file(where_, file_->get(), bytes, made->replacement_.emplace(call_, path_, resolved_));
    return made;
  }
  void replace(ChunkStore& original) override {
    auto kept = duplicate(where_, replacement_->descriptor());
    original.check_file();
    replacement_->commit();
    static_cast<NpyChunks&>(original).file_ = std::move(kept);
  }

 private:
  static constexpr auto kElementBytes = static_cast<index_t>(sizeof(T));

  NpyChunks(const char* call, const std::string& path, const InputFile& file)
      : call_(call),
        path_(path),
        resolved_(resolved_path(path)),
        where_(file.where()),
        file_(duplicate(where_, file.descriptor())) {}
  /// Refers to the same elements in another file, for copy().
  NpyChunks(const NpyChunks& other)
      : ChunkStore(),
        call_(other.call_),
        path_(other.path_),
        resolved_(other.resolved_),
        where_(other.where_),
        file_(other.file_),
        size_(other.size_),
        swap_(other.swap_),
        start_(other.start_),
        block_(other.block_),
        layout_(other.layout_),
        partition_(other.partition_) {}

  /// Writes byte-swapped copies of the elements from a buffer of fixed size: an allocation could
  /// fail after some of the blocks have been written.
  void write_swapped(const std::byte* from, index_t count, index_t offset) {
    std::byte swapped[1 << 14];
    const index_t most = static_cast<index_t>(sizeof swapped) / kElementBytes;
    while (count > 0) {
      const index_t some = std::min(count, most);
      const index_t bytes = some * kElementBytes;
      std::memcpy(swapped, from, static_cast<std::size_t>(bytes));
      swap_(swapped, some);
      write_all_at(where_, descriptor(), swapped, bytes, offset);
      from += bytes;
      offset += bytes;
      count -= some;
    }
  }

  [[nodiscard]] int descriptor() const noexcept {
    return replacement_ ? replacement_->descriptor() : file_->get();
  }
  /// Returns the byte of the file at which an element begins.
  [[nodiscard]] index_t at(index_t part, index_t first) const noexcept {
    return start_ + (part * block_ + first) * kElementBytes;
  }

  const char* call_;
  std::string path_;      // as it was given, for messages
  std::string resolved_;  // resolved when the file was opened
  std::string where_;
  std::shared_ptr<const Descriptor> file_;
  index_t size_ = 0;  // bytes of the file, without those that an append may have left
  void (*swap_)(std::byte*, index_t) = nullptr;  // null unless the byte order is the other one
  index_t start_ = 0;                            // byte of the first element
  index_t block_ = 1;                            // elements per part
  Layout layout_;
  std::optional<Partition> partition_;
  std::optional<ReplacementFile> replacement_;  // only in a copy
};

}  // namespace detail
NDX_NAMESPACE_END
