// Hdf5Chunks: a dataset of an HDF5 file as the chunks that a File reads and writes one at a time.
// Needs libhdf5.
//
// HDF5 is slow where a program wants single rows: it serves one thread at a time and reads whole
// chunks. Bytes that the file stores as memory has them are therefore accessed by their address in
// the file.
#pragma once

#include <memory>
#include <optional>

#include <ndx/base/atomic.hpp>
#include <ndx/interop/hdf5/hdf5_elements.hpp>
#include <ndx/large/chunk_store.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The chunks of a dataset. Raw datasets are read and written in place, past HDF5. All others are
/// read through HDF5, and written by it to a copy of the file: a write that is interrupted would
/// damage HDF5's lists of chunks.
class Hdf5Chunks final : public ChunkStore {
 public:
  /// Opens a dataset, whose elements must be of type `dtype`. `access` is O_RDONLY or O_RDWR. A
  /// dataset without chunks is divided into blocks of about `block` elements. Throws ValueError as
  /// load_hdf5 does.
  static std::unique_ptr<ChunkStore> open(const char* call, const std::string& path,
                                          const std::string& name, DType dtype, int access,
                                          index_t block) {
    const InputFile file(call, path, access);
    std::unique_ptr<Hdf5Chunks> made(
        new Hdf5Chunks(call, path, resolved_path(path), name, dtype, block));
    made->file_ = duplicate(file.where(), file.descriptor());
    made->size_ = file.size();
    made->open_elements(made->resolved_, H5F_ACC_RDONLY);
    made->check_file();  // HDF5 has opened the path a second time
    return made;
  }

  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] const char* call() const override { return call_; }
  [[nodiscard]] const Layout& layout() const override { return layout_; }
  [[nodiscard]] const Partition& partition() const override { return *partition_; }
  /// A page, as for .npy files; whole chunks where elements have no address.
  [[nodiscard]] index_t gap() const override { return by_address() ? 4096 / bytes() : kWhole; }

  [[nodiscard]] Location location(index_t part, index_t first) override {
    const index_t at = by_address() ? start_of(part) : Hdf5Elements::kNowhere;
    if (at == Hdf5Elements::kNowhere) return {};
    return {file_->get(), at + first * bytes()};
  }
  [[nodiscard]] Location whole() override {
    if (by_hdf5_ || elements_->is_chunked() || partition_->elements() == 0) return {};
    return location(0, 0);
  }

  [[nodiscard]] bool reads_concurrently() const override {
    return by_address() || elements_->reads_stored();
  }
  void read(index_t part, index_t first, index_t count, std::byte* to) override {
    if (!by_address()) {
      // HDF5 reads zeros beyond the end of a file that was truncated.
      if (!replacement_) bytes_now(elements_->where(), file_->get(), size_);
      return elements_->read(part, to);
    }
    const Location at = location(part, first);
    if (at.descriptor < 0) return elements_->fill(to, count);
    read_all_at(elements_->where(), at.descriptor, to, count * bytes(), at.byte);
  }
  void write(index_t part, index_t first, index_t count, const std::byte* from) override {
    if (by_hdf5_) return elements_->write(part, from);
    write_all_at(elements_->where(), file_->get(), from, count * bytes(),
                 start_of(part) + first * bytes());
  }
  [[nodiscard]] bool writes_in_place() override {
    return partition_->elements() == 0 ||
           (!by_hdf5_ && elements_->is_allocated(partition_->count()));
  }
  void check_file() override {
    check_not_replaced(elements_->where(), resolved_, file_->get());
    bytes_now(elements_->where(), file_->get(), size_);
  }
  [[nodiscard]] FileId file() const override {
    return FileId(status_of(elements_->where(), file_->get()));
  }
  void flush() override {
    if (uninterrupted([&] { return ::fsync(file_->get()); }) != 0)
      throw_file_error(elements_->where(), "cannot be written", errno);
  }

  [[nodiscard]] std::unique_ptr<ChunkStore> copy() override {
    std::unique_ptr<Hdf5Chunks> made(
        new Hdf5Chunks(call_, path_, resolved_, name_, dtype_, block_));
    ReplacementFile& to = made->replacement_.emplace(call_, path_, resolved_);
    made->size_ = bytes_now(elements_->where(), file_->get(), size_);
    copy_file(elements_->where(), file_->get(), made->size_, to);
    made->file_ = duplicate(elements_->where(), to.descriptor());
    const bool in_place = writes_in_place();
    made->open_elements(to.temporary_path(), in_place ? H5F_ACC_RDONLY : H5F_ACC_RDWR);
    made->by_hdf5_ = !in_place;
    check_unchanged(*made->elements_);
    return made;
  }
  void replace(ChunkStore& original) override {
    elements_->finish();
    elements_.reset();
    size_ = bytes_now(replacement_->where(), replacement_->descriptor(), 0);
    open_elements(replacement_->temporary_path(), H5F_ACC_RDONLY);
    original.check_file();
    replacement_->commit();
    auto& old = static_cast<Hdf5Chunks&>(original);
    old.file_ = std::move(file_);
    old.elements_ = std::move(elements_);
    old.starts_ = std::move(starts_);
    old.by_hdf5_ = by_hdf5_;
    old.size_ = size_;
  }

 private:
  Hdf5Chunks(const char* call, const std::string& path, const std::string& resolved,
             const std::string& name, DType dtype, index_t block)
      : call_(call), path_(path), resolved_(resolved), name_(name), dtype_(dtype), block_(block) {}

  void open_elements(const std::string& opened, unsigned access) {
    const Hdf5File file(call_, path_, opened, access);
    OpenHdf5Dataset set = file.open(name_);
    file.check_type(set, dtype_);
    file.check_storage(set);
    elements_ = std::make_unique<Hdf5Elements>(file, std::move(set), dtype_, block_, size_);
    by_hdf5_ = !elements_->is_raw();
    layout_ = contiguous_layout(call_, elements_->shape());
    partition_.emplace(Partition::grid(elements_->shape(), elements_->chunk()));
    const bool looks_up = elements_->is_chunked() && by_address();
    starts_.assign(looks_up ? checked_size<index_t>(partition_->count()) : 0, kUnknown);
  }

  /// Throws ValueError unless the dataset in a copy is the one for which the plan was made.
  void check_unchanged(const Hdf5Elements& now) const {
    if (now.shape() == elements_->shape() && now.chunk() == elements_->chunk()) return;
    throw_value_error(elements_->where(), ": has shape ", DimsView(now.shape()), " in chunks of ",
                      DimsView(now.chunk()), ", but had ", DimsView(elements_->shape()), " in ",
                      DimsView(elements_->chunk()), " when it was opened");
  }

  [[nodiscard]] index_t bytes() const noexcept { return elements_->element_bytes(); }

  /// Returns whether elements are read by their address. Up to version 1.14, HDF5 walks through all
  /// chunks to find the address of one, about 10 ns each: if there are many small chunks, reading a
  /// whole one is faster.
  [[nodiscard]] bool by_address() const noexcept {
    return !by_hdf5_ && (!elements_->is_chunked() ||
                         partition_->largest() * bytes() / 100 >= partition_->count());
  }

  [[nodiscard]] index_t start_of(index_t part) {
    if (starts_.empty()) return elements_->start_of(part);
    index_t& known = starts_[static_cast<std::size_t>(part)];
    if (__atomic_load_n(&known, __ATOMIC_RELAXED) == kUnknown)
      __atomic_store_n(&known, elements_->start_of(part), __ATOMIC_RELAXED);
    return __atomic_load_n(&known, __ATOMIC_RELAXED);
  }

  static constexpr index_t kUnknown = -2;

  const char* call_;
  std::string path_;      // as it was given, for messages
  std::string resolved_;  // resolved when the file was opened
  std::string name_;
  DType dtype_;
  index_t block_;  // in elements
  std::shared_ptr<const Descriptor> file_;
  index_t size_ = 0;  // bytes of the file
  std::unique_ptr<Hdf5Elements> elements_;
  bool by_hdf5_ = false;  // whether HDF5 reads and writes all chunks
  Layout layout_;
  std::optional<Partition> partition_;
  std::vector<index_t> starts_;                 // byte of each chunk, as far as known
  std::optional<ReplacementFile> replacement_;  // only in a copy
};

}  // namespace detail
NDX_NAMESPACE_END
