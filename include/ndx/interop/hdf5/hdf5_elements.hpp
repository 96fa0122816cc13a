// Hdf5Elements: the elements of a dataset that stays open, chunk by chunk. Needs libhdf5; knows no
// tensors.
//
// If the file stores the elements as memory does, uncompressed and in this machine's byte order,
// their addresses are known, and HDF5 is not needed to move them. Hdf5StoredChunks undoes the
// filters of other chunks if it knows them; HDF5 reads the remaining ones. No address and no size
// in the file is trusted.
#pragma once

#include <cstring>
#include <map>
#include <optional>

#include <ndx/interop/hdf5/hdf5_file.hpp>
#include <ndx/interop/hdf5/hdf5_stored_chunks.hpp>
#include <ndx/plan/partition/tensor_partition.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class Hdf5Elements {
 public:
  /// Takes over a dataset, which has elements of type `dtype`. A dataset without chunks is divided
  /// into blocks of about `block` elements. `end` is the size of the file in bytes. `file` must be
  /// open.
  Hdf5Elements(const Hdf5File& file, OpenHdf5Dataset set, DType dtype, index_t block, index_t end)
      : end_(end),
        where_(message(file.where(), ": ", detail::quoted(set.is.name))),
        shape_(std::move(set.is.shape)),
        set_(std::move(set.id)),
        type_(hdf5_type(file.use(), dtype)) {
    const Hdf5Use& use = file.use();
    const Hdf5Handle list = use.handle(H5Dget_create_plist(set_.get()), &H5Pclose, kUnreadable);
    const H5D_layout_t layout = H5Pget_layout(list.get());
    chunked_ = layout == H5D_CHUNKED;
    chunk_ = chunked_ ? chunk_of(use, list.get()) : whole_rows(shape_, block);
    read_fill(use, list.get());
    check_sizes();
    const bool filtered = chunked_ && H5Pget_nfilters(list.get()) > 0;
    if (filtered) prepare_stored(use, list.get());
    raw_ = (chunked_ || layout == H5D_CONTIGUOUS) && !filtered && has_memory_type(use) &&
           begins_file(use);
    if (raw_ && !chunked_) start_ = known(H5Dget_offset(set_.get()), numel(shape_), "the data");
  }
  Hdf5Elements(const Hdf5Elements&) = delete;
  Hdf5Elements& operator=(const Hdf5Elements&) = delete;
  ~Hdf5Elements() {
    const Hdf5Lock lock;
    close();
  }

  /// Returns "call: path: 'name'", the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] const Dims& shape() const noexcept { return shape_; }
  [[nodiscard]] const Dims& chunk() const noexcept { return chunk_; }
  /// Returns whether the dataset has chunks of its own.
  [[nodiscard]] bool is_chunked() const noexcept { return chunked_; }
  /// Returns whether the file stores the elements as memory does.
  [[nodiscard]] bool is_raw() const noexcept { return raw_; }
  [[nodiscard]] index_t element_bytes() const noexcept {
    return static_cast<index_t>(fill_.size());
  }
  /// Returns the position of a chunk in the dataset.
  [[nodiscard]] Hdf5Box box(index_t part) const { return {shape_, chunk_, part}; }
  /// Fills memory with the value of elements that were never written.
  void fill(std::byte* to, index_t count) const {
    for (index_t i = 0; i < count; ++i, to += fill_.size())
      std::memcpy(to, fill_.data(), fill_.size());
  }

  /// Returns whether read() asks HDF5 only for the bytes that are stored.
  [[nodiscard]] bool reads_stored() const noexcept { return stored_.has_value(); }

  static constexpr index_t kNowhere = -1;
  /// Returns the byte of the file at which a chunk of a raw dataset begins; kNowhere if it was
  /// never written. HDF5 walks through the list of all chunks before it. Throws ValueError for an
  /// address that is not in the file, or that lies in another chunk whose address was asked for.
  [[nodiscard]] index_t start_of(index_t part) const {
    const Hdf5Box box = this->box(part);
    if (!chunked_) return start_ == kNowhere ? start_ : start_ + box.number * element_bytes();
    const Hdf5Use use(where_);
    const index_t at = known(hdf5_chunk_address(use, set_.get(), box), numel(chunk_), box.name());
    if (at != kNowhere) check_alone(part, at);
    return at;
  }

  /// Returns whether all elements have an address in the file. `chunks` is the number of chunks of
  /// the dataset.
  [[nodiscard]] bool is_allocated(index_t chunks) const {
    if (!chunked_) return start_ != kNowhere;
    const Hdf5Use use(where_);
    const Hdf5Handle space = use.handle(H5Dget_space(set_.get()), &H5Sclose, kUnreadable);
    hsize_t stored = 0;
    use.checked(H5Dget_num_chunks(set_.get(), space.get(), &stored), kUnreadable);
    return stored == static_cast<hsize_t>(chunks);
  }

  /// Reads a whole chunk, converted; write() writes one. Elements beyond the edge of the dataset
  /// have no meaning.
  void read(index_t part, std::byte* to) const {
    if (reads_stored()) {
      if (!read_stored(box(part), to)) fill(to, numel(chunk_));
      return;
    }
    const Hdf5Use use(where_);
    const Selected selected(use, *this, part);
    std::memset(to, 0, chunk_bytes());
    use.checked(H5Dread(set_.get(), type_.get(), selected.memory.get(), selected.file.get(),
                        H5P_DEFAULT, to),
                kUnreadable, set_.get());
  }
  void write(index_t part, const std::byte* from) const {
    const Hdf5Use use(where_);
    if (stored_) stored_->check(box(part));
    const Selected selected(use, *this, part);
    use.checked(H5Dwrite(set_.get(), type_.get(), selected.memory.get(), selected.file.get(),
                         H5P_DEFAULT, from),
                kUnwritable, set_.get());
  }

  /// Reads a whole chunk if reads_stored() is true. Returns false, and leaves `to` unchanged, if
  /// the chunk was never written.
  [[nodiscard]] bool read_stored(const Hdf5Box& box, std::byte* to) const {
    return stored_->read(box, to);
  }
  /// Lets HDF5 read all elements, converted.
  void read_all(std::byte* to) const {
    const Hdf5Use use(where_);
    use.checked(H5Dread(set_.get(), type_.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, to), kUnreadable,
                set_.get());
  }

  /// Writes what HDF5 still has in memory, and closes the dataset.
  void finish() {
    const Hdf5Use use(where_);
    use.checked(H5Fflush(set_.get(), H5F_SCOPE_GLOBAL), kUnwritable);
    if (!close()) use.fail(kUnwritable);
  }

 private:
  static constexpr const char* kUnreadable = "cannot be read";
  static constexpr const char* kUnwritable = "cannot be written";

  /// The elements of a chunk as HDF5 selects them, in the file and in a chunk in memory.
  struct Selected {
    Selected(const Hdf5Use& use, const Hdf5Elements& of, index_t part)
        : file(use.handle(H5Dget_space(of.set_.get()), &H5Sclose, kUnreadable)),
          memory(use.handle(H5Scopy(file.get()), &H5Sclose, kUnreadable)) {
      if (of.shape_.empty()) return;
      const Hdf5Box box = of.box(part);
      const Hdf5Box::Sizes zeros{};
      const auto select = [&](hid_t space, const Hdf5Box::Sizes& first) {
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

  /// Checks an address that the file gives for `what`, which has `elements` elements: it must lie
  /// within the file, and after the superblock with which every HDF5 file begins. Returns the
  /// address, or kNowhere if there is none.
  [[nodiscard]] index_t known(haddr_t at, index_t elements, const std::string& what) const {
    constexpr index_t kSuperblock = 48;
    if (at == HADDR_UNDEF) return kNowhere;
    const auto end = static_cast<haddr_t>(end_);
    const index_t bytes = checked_mul(where_.c_str(), elements, element_bytes());
    if (at > end || static_cast<haddr_t>(bytes) > end - at)
      throw_value_error(where_, ": ", what, " has ", bytes, " bytes at byte ", std::uint64_t{at},
                        ", but the file ends at byte ", end_);
    if (at < haddr_t{kSuperblock} && bytes > 0)
      throw_value_error(where_, ": ", what, " has ", bytes, " bytes at byte ", std::uint64_t{at},
                        ", but the first ", kSuperblock, " are the file's own");
    return static_cast<index_t>(at);
  }

  /// Throws ValueError if the chunk overlaps one that was found before. The caller holds the lock
  /// of HDF5.
  void check_alone(index_t part, index_t at) const {
    const index_t bytes = numel(chunk_) * element_bytes();
    const auto after = found_.lower_bound(at - bytes + 1);
    if (after != found_.end() && after->first < at + bytes && after->second != part)
      throw_value_error(where_, ": ", box(part).name(), " at byte ", at, " overlaps ",
                        box(after->second).name(), " at byte ", after->first);
    found_.emplace(at, part);
  }

  [[nodiscard]] std::size_t chunk_bytes() const {
    return checked_size<std::byte>(numel(chunk_) * element_bytes());
  }

  /// Throws ValueError unless the elements can be counted, and the chunk has the rank of the
  /// dataset and a size that fits in memory.
  void check_sizes() const {
    checked_numel(where_.c_str(), shape_);
    index_t bytes = element_bytes();
    bool fits = chunk_.size() == shape_.size();
    for (const index_t size : chunk_)
      fits = fits && size > 0 && !__builtin_mul_overflow(bytes, size, &bytes);
    if (!fits)
      throw_value_error(where_, ": chunks of shape ", DimsView(chunk_), " are not for shape ",
                        DimsView(shape_));
  }

  [[nodiscard]] Dims chunk_of(const Hdf5Use& use, hid_t list) const {
    Hdf5Box::Sizes sizes{};
    const int rank =
        use.checked(H5Pget_chunk(list, static_cast<int>(sizes.size()), sizes.data()), kUnreadable);
    Dims chunk;
    for (std::size_t d = 0; d < static_cast<std::size_t>(rank); ++d)
      chunk.push_back(static_cast<index_t>(sizes[d]));
    return chunk;
  }

  [[nodiscard]] bool has_memory_type(const Hdf5Use& use) const {
    const Hdf5Handle type = use.handle(H5Dget_type(set_.get()), &H5Tclose, kUnreadable);
    return H5Tequal(type.get(), type_.get()) > 0;
  }

  /// Prepares for reading chunks as they are stored, unless HDF5 has to read them because there are
  /// other filters or structs with gaps. Chunks without filters are not read as they are stored:
  /// for them, HDF5 writes as many bytes to memory as the file says, although it has reported
  /// another size before.
  void prepare_stored(const Hdf5Use& use, hid_t list) {
    const Hdf5Handle type = use.handle(H5Dget_type(set_.get()), &H5Tclose, kUnreadable);
    std::optional<Hdf5Filters> filters = Hdf5Filters::of(use, list);
    if (!filters || H5Tget_size(type.get()) != H5Tget_size(type_.get())) return;
    stored_.emplace(where_, use, list, std::move(*filters), set_.get(), type_.get(), numel(chunk_),
                    end_);
  }

  /// Returns whether the HDF5 data begin at byte 0. Addresses count from the end of a user block
  /// that some programs put before them; HDF5 reads such files.
  [[nodiscard]] bool begins_file(const Hdf5Use& use) const {
    const Hdf5Handle file = use.handle(H5Iget_file_id(set_.get()), &H5Fclose, kUnreadable);
    const Hdf5Handle of_file = use.handle(H5Fget_create_plist(file.get()), &H5Pclose, kUnreadable);
    hsize_t in_front = 0;
    use.checked(H5Pget_userblock(of_file.get(), &in_front), kUnreadable);
    return in_front == 0;
  }

  void read_fill(const Hdf5Use& use, hid_t list) {
    fill_.assign(H5Tget_size(type_.get()), '\0');
    H5D_fill_value_t defined = H5D_FILL_VALUE_UNDEFINED;
    use.checked(H5Pfill_value_defined(list, &defined), kUnreadable);
    if (defined != H5D_FILL_VALUE_UNDEFINED)
      use.checked(H5Pget_fill_value(list, type_.get(), fill_.data()), kUnreadable);
  }

  index_t end_;  // of the file when it was opened
  std::string where_;
  Dims shape_;
  Dims chunk_;
  Hdf5Handle set_;
  Hdf5Handle type_;  // of the elements in memory
  bool chunked_ = false;
  bool raw_ = false;
  std::optional<Hdf5StoredChunks> stored_;
  index_t start_ = kNowhere;
  std::string fill_;
  mutable std::map<index_t, index_t> found_;  // the chunks, by the byte at which they begin
};

}  // namespace detail
NDX_NAMESPACE_END
