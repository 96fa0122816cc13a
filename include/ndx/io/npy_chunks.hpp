// NpyChunks: the elements of an .npy file in blocks, for File.
#pragma once

#include <memory>
#include <optional>

#include <ndx/io/chunk_store.hpp>
#include <ndx/io/npy.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class NpyChunks final : public ChunkStore {
 public:
  /// Opens the file, whose elements must be of type T in this machine's byte order, in blocks of
  /// about `block_bytes` bytes. Throws ValueError as map_npy does.
  template <class T>
  static std::unique_ptr<ChunkStore> open(const char* call, const std::string& path, int access,
                                          index_t block_bytes, const T* /*type*/) {
    const InputFile file(call, path, access);
    std::unique_ptr<NpyChunks> made(new NpyChunks(call, path, file, sizeof(T)));
    const NpyHeader header = read_npy_header(file);
    check_npy_type<T>(file, header);
    if (is_swapped<T>(header.type)) {
      throw_value_error(file.where(), ": holds ", npy_type_name(header.type),
                        ", whose byte order is not this machine's; load_npy converts it");
    }
    made->start_ = header.data_offset;
    const Dims stored = stored_shape(header);
    made->layout_ = contiguous_layout(call, stored);
    if (header.fortran_order) {
      std::reverse(made->layout_.shape.begin(), made->layout_.shape.end());
      std::reverse(made->layout_.strides.begin(), made->layout_.strides.end());
    }
    made->block_ = std::max<index_t>(block_bytes / static_cast<index_t>(sizeof(T)), 1);
    made->partition_.emplace(Partition::ranges(stored, made->block_));
    return made;
  }

  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] const char* call() const override { return call_; }
  [[nodiscard]] const Layout& layout() const override { return layout_; }
  [[nodiscard]] const Partition& partition() const override { return *partition_; }
  /// A page: to read it takes no longer than another call.
  [[nodiscard]] index_t gap() const override { return 4096 / element_bytes_; }

  [[nodiscard]] Location location(index_t part, index_t first) override {
    return {descriptor(), at(part, first)};
  }
  [[nodiscard]] Location whole() override { return {descriptor(), start_}; }
  void read(index_t part, index_t first, index_t count, std::byte* to) override {
    read_all_at(where_, descriptor(), to, count * element_bytes_, at(part, first));
  }
  void write(index_t part, index_t first, index_t count, const std::byte* from) override {
    write_all_at(where_, descriptor(), from, count * element_bytes_, at(part, first));
  }
  void check_file() override {
    check_not_replaced(where_, path_, file_->get());
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
    copy_file(where_, file_->get(), bytes, made->replacement_.emplace(call_, path_));
    return made;
  }
  void replace(ChunkStore& original) override {
    auto kept = duplicate(where_, replacement_->descriptor());
    original.check_file();
    replacement_->commit();
    static_cast<NpyChunks&>(original).file_ = std::move(kept);
  }

 private:
  NpyChunks(const char* call, const std::string& path, const InputFile& file,
            std::size_t element_bytes)
      : call_(call),
        path_(path),
        where_(file.where()),
        file_(duplicate(where_, file.descriptor())),
        size_(file.size()),
        element_bytes_(static_cast<index_t>(element_bytes)) {}
  /// For copy(): the same elements in another file.
  NpyChunks(const NpyChunks& other)
      : ChunkStore(),
        call_(other.call_),
        path_(other.path_),
        where_(other.where_),
        file_(other.file_),
        size_(other.size_),
        element_bytes_(other.element_bytes_),
        start_(other.start_),
        block_(other.block_),
        layout_(other.layout_),
        partition_(other.partition_) {}

  [[nodiscard]] int descriptor() const noexcept {
    return replacement_ ? replacement_->descriptor() : file_->get();
  }
  /// The byte of the file at which an element begins.
  [[nodiscard]] index_t at(index_t part, index_t first) const noexcept {
    return start_ + (part * block_ + first) * element_bytes_;
  }

  const char* call_;
  std::string path_;
  std::string where_;
  std::shared_ptr<const Descriptor> file_;
  index_t size_;
  index_t element_bytes_;
  index_t start_ = 0;  // of the elements
  index_t block_ = 1;  // elements of a part
  Layout layout_;
  std::optional<Partition> partition_;
  std::optional<ReplacementFile> replacement_;  // of a copy
};

}  // namespace detail
NDX_NAMESPACE_END
