// Hdf5Elements: the elements of a dataset that stays open, chunk by chunk. Needs libhdf5; knows no
// tensors.
//
// Where the file holds the elements as memory does, uncompressed and in this machine's byte order,
// their addresses are known, and nobody has to ask HDF5 to move them.
#pragma once

#include <cstring>

#include <ndx/interop/hdf5_file.hpp>
#include <ndx/plan/partition.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class Hdf5Elements {
 public:
  /// Takes over a dataset, which holds elements of type `dtype`. `block` is how many elements count
  /// as a chunk if it has none. Called while `file` is open.
  Hdf5Elements(const Hdf5File& file, OpenHdf5Dataset set, DType dtype, index_t block)
      : where_(message(file.where(), ": ", detail::quoted(set.is.name))),
        shape_(std::move(set.is.shape)),
        set_(std::move(set.id)),
        type_(hdf5_type(file.use(), dtype)) {
    const Hdf5Use& use = file.use();
    const Hdf5Handle list = use.handle(H5Dget_create_plist(set_.get()), &H5Pclose, kUnreadable);
    const H5D_layout_t layout = H5Pget_layout(list.get());
    chunked_ = layout == H5D_CHUNKED;
    chunk_ = chunked_ ? chunk_of(use, list.get()) : whole_rows(shape_, block);
    raw_ = (chunked_ || layout == H5D_CONTIGUOUS) && is_raw(use, list.get());
    if (raw_ && !chunked_) start_ = known(H5Dget_offset(set_.get()));
    read_fill(use, list.get());
  }
  Hdf5Elements(const Hdf5Elements&) = delete;
  Hdf5Elements& operator=(const Hdf5Elements&) = delete;
  ~Hdf5Elements() {
    const Hdf5Lock lock;
    close();
  }

  /// "call: path: 'name'", the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] const Dims& shape() const noexcept { return shape_; }
  [[nodiscard]] const Dims& chunk() const noexcept { return chunk_; }
  /// Whether the dataset has chunks of its own.
  [[nodiscard]] bool is_chunked() const noexcept { return chunked_; }
  /// Whether the bytes of the file are those of memory.
  [[nodiscard]] bool is_raw() const noexcept { return raw_; }
  [[nodiscard]] index_t element_bytes() const noexcept {
    return static_cast<index_t>(fill_.size());
  }
  /// The bytes of an element that was never written.
  [[nodiscard]] const std::string& fill() const noexcept { return fill_; }

  static constexpr index_t kNowhere = -1;
  /// The byte of the file at which a chunk of a raw dataset begins; kNowhere if it was never written.
  /// HDF5 walks through the list of all chunks before it.
  [[nodiscard]] index_t start_of(index_t part) const {
    const Box box(*this, part);
    if (!chunked_) return start_ == kNowhere ? start_ : start_ + box.number * element_bytes();
    const Hdf5Use use(where_);
    unsigned filters = 0;
    haddr_t at = HADDR_UNDEF;
    hsize_t bytes = 0;
    use.checked(H5Dget_chunk_info_by_coord(set_.get(), box.first.data(), &filters, &at, &bytes),
                kUnreadable);
    return known(at);
  }

  /// Whether all elements have a place in the file. `chunks` is how many there are in the dataset.
  [[nodiscard]] bool is_allocated(index_t chunks) const {
    if (!chunked_) return start_ != kNowhere;
    const Hdf5Use use(where_);
    const Hdf5Handle space = use.handle(H5Dget_space(set_.get()), &H5Sclose, kUnreadable);
    hsize_t stored = 0;
    use.checked(H5Dget_num_chunks(set_.get(), space.get(), &stored), kUnreadable);
    return stored == static_cast<hsize_t>(chunks);
  }

  /// Reads or writes a chunk by HDF5, converted. What a chunk has beyond the
  /// edge of the dataset is zeros in memory.
  void read(index_t part, std::byte* to) const {
    const Hdf5Use use(where_);
    const Selected selected(use, *this, part);
    std::memset(to, 0, checked_size<std::byte>(numel(chunk_) * element_bytes()));
    use.checked(H5Dread(set_.get(), type_.get(), selected.memory.get(), selected.file.get(),
                        H5P_DEFAULT, to),
                kUnreadable);
  }
  void write(index_t part, const std::byte* from) const {
    const Hdf5Use use(where_);
    const Selected selected(use, *this, part);
    use.checked(H5Dwrite(set_.get(), type_.get(), selected.memory.get(), selected.file.get(),
                         H5P_DEFAULT, from),
                kUnwritable);
  }

  /// Writes what is still in memory, and closes the dataset.
  void finish() {
    const Hdf5Use use(where_);
    use.checked(H5Fflush(set_.get(), H5F_SCOPE_GLOBAL), kUnwritable);
    if (!close()) use.fail(kUnwritable);
  }

 private:
  static constexpr const char* kUnreadable = "cannot be read";
  static constexpr const char* kUnwritable = "cannot be written";
  using Sizes = std::array<hsize_t, H5S_MAX_RANK>;

  /// The elements of a chunk that are in the dataset.
  struct Box {
    Box(const Hdf5Elements& of, index_t part) {
      index_t stride = 1;
      for (std::size_t d = of.shape_.size(); d-- > 0;) {
        const index_t chunks = (of.shape_[d] + of.chunk_[d] - 1) / of.chunk_[d];
        const index_t begin = part % chunks * of.chunk_[d];
        part /= chunks;
        number += begin * stride;
        stride *= of.shape_[d];
        first[d] = static_cast<hsize_t>(begin);
        count[d] = static_cast<hsize_t>(std::min(of.chunk_[d], of.shape_[d] - begin));
        whole[d] = static_cast<hsize_t>(of.chunk_[d]);
      }
    }
    Sizes first{};
    Sizes count{};
    Sizes whole{};
    index_t number = 0;  // of the first element, in row-major order
  };

  /// The same as HDF5 takes it: of the file, and of a chunk in memory.
  struct Selected {
    Selected(const Hdf5Use& use, const Hdf5Elements& of, index_t part)
        : file(use.handle(H5Dget_space(of.set_.get()), &H5Sclose, kUnreadable)),
          memory(use.handle(H5Scopy(file.get()), &H5Sclose, kUnreadable)) {
      if (of.shape_.empty()) return;
      const Box box(of, part);
      const Sizes zeros{};
      const auto select = [&](hid_t space, const Sizes& first) {
        use.checked(H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr,
                                        box.count.data(), nullptr),
                    kUnreadable);
      };
      select(file.get(), box.first);
      use.checked(H5Sset_extent_simple(memory.get(), static_cast<int>(of.shape_.size()),
                                       box.whole.data(), nullptr),
                  kUnreadable);
      select(memory.get(), zeros);
    }
    Hdf5Handle file;
    Hdf5Handle memory;
  };

  bool close() noexcept {
    type_.close();
    return set_.close();
  }

  static index_t known(haddr_t at) noexcept {
    return at == HADDR_UNDEF ? kNowhere : static_cast<index_t>(at);
  }

  [[nodiscard]] Dims chunk_of(const Hdf5Use& use, hid_t list) const {
    Sizes sizes{};
    use.checked(H5Pget_chunk(list, static_cast<int>(sizes.size()), sizes.data()), kUnreadable);
    Dims chunk;
    for (std::size_t d = 0; d < shape_.size(); ++d) chunk.push_back(static_cast<index_t>(sizes[d]));
    return chunk;
  }

  /// Addresses count from behind what some programs put in front of an HDF5 file; then HDF5 reads.
  [[nodiscard]] bool is_raw(const Hdf5Use& use, hid_t list) const {
    const Hdf5Handle type = use.handle(H5Dget_type(set_.get()), &H5Tclose, kUnreadable);
    const Hdf5Handle file = use.handle(H5Iget_file_id(set_.get()), &H5Fclose, kUnreadable);
    const Hdf5Handle of_file = use.handle(H5Fget_create_plist(file.get()), &H5Pclose, kUnreadable);
    hsize_t in_front = 0;
    use.checked(H5Pget_userblock(of_file.get(), &in_front), kUnreadable);
    return in_front == 0 && H5Pget_nfilters(list) == 0 && H5Tequal(type.get(), type_.get()) > 0;
  }

  void read_fill(const Hdf5Use& use, hid_t list) {
    fill_.assign(H5Tget_size(type_.get()), '\0');
    H5D_fill_value_t defined = H5D_FILL_VALUE_UNDEFINED;
    use.checked(H5Pfill_value_defined(list, &defined), kUnreadable);
    if (defined != H5D_FILL_VALUE_UNDEFINED)
      use.checked(H5Pget_fill_value(list, type_.get(), fill_.data()), kUnreadable);
  }

  std::string where_;
  Dims shape_;
  Dims chunk_;
  Hdf5Handle set_;
  Hdf5Handle type_;  // of the elements in memory
  bool chunked_ = false;
  bool raw_ = false;
  index_t start_ = kNowhere;
  std::string fill_;
};

}  // namespace detail
NDX_NAMESPACE_END
