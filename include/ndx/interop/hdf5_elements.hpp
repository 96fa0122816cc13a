// Hdf5Elements: the elements of a dataset that stays open, chunk by chunk. Needs libhdf5; knows no
// tensors.
//
// Where the file holds the elements as memory does, uncompressed and in this machine's byte order,
// their addresses are known, and nobody has to ask HDF5 to move them. Other chunks in this byte order
// are read as they are stored, and their filters are undone outside of HDF5, which serves one thread at
// a time. No address and no size that the file says is believed.
#pragma once

#include <cstring>
#include <map>

#include <ndx/interop/hdf5_file.hpp>
#include <ndx/interop/hdf5_filters.hpp>
#include <ndx/plan/partition.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class Hdf5Elements {
 public:
  /// Takes over a dataset, which holds elements of type `dtype`. `block` is how many elements count
  /// as a chunk if it has none, `end` the size of the file in bytes. Called while `file` is open.
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
    check_chunk();
    const bool plain = (chunked_ || layout == H5D_CONTIGUOUS) && has_memory_type(use);
    if (plain && chunked_) filters_ = filters_of(use, list.get());
    raw_ = plain && H5Pget_nfilters(list.get()) == 0 && begins_file(use);
    if (raw_ && !chunked_) start_ = known(H5Dget_offset(set_.get()), numel(shape_), "the data");
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
  /// Writes elements that were never written to memory.
  void fill(std::byte* to, index_t count) const {
    for (index_t i = 0; i < count; ++i, to += fill_.size())
      std::memcpy(to, fill_.data(), fill_.size());
  }

  /// Whether read() asks HDF5 for no more than the bytes that are stored.
  [[nodiscard]] bool reads_stored() const noexcept {
    return filters_ && (!filters_->deflates() || inflater().inflate != nullptr);
  }

  static constexpr index_t kNowhere = -1;
  /// The byte of the file at which a chunk of a raw dataset begins; kNowhere if it was never written.
  /// HDF5 walks through the list of all chunks before it. Throws ValueError for a place that is not in
  /// the file, or in another chunk that was asked for.
  [[nodiscard]] index_t start_of(index_t part) const {
    const Box box(*this, part);
    if (!chunked_) return start_ == kNowhere ? start_ : start_ + box.number * element_bytes();
    const Hdf5Use use(where_);
    const index_t at = known(address_of(use, box), numel(chunk_), box.name());
    if (at != kNowhere) check_alone(part, at);
    return at;
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

  /// Reads or writes a whole chunk, converted. What it has beyond the edge of the dataset means nothing.
  void read(index_t part, std::byte* to) const {
    if (reads_stored()) return read_stored(Box(*this, part), to);
    const Hdf5Use use(where_);
    const Selected selected(use, *this, part);
    std::memset(to, 0, checked_size<std::byte>(numel(chunk_) * element_bytes()));
    use.checked(H5Dread(set_.get(), type_.get(), selected.memory.get(), selected.file.get(),
                        H5P_DEFAULT, to),
                kUnreadable, set_.get());
  }
  void write(index_t part, const std::byte* from) const {
    const Hdf5Use use(where_);
    const Selected selected(use, *this, part);
    use.checked(H5Dwrite(set_.get(), type_.get(), selected.memory.get(), selected.file.get(),
                         H5P_DEFAULT, from),
                kUnwritable, set_.get());
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
    Box(const Hdf5Elements& of, index_t part) : corner(of.shape_) {
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
        corner[d] = begin;
      }
    }
    /// For messages: "the chunk at (64, 0)".
    [[nodiscard]] std::string name() const { return message("the chunk at ", DimsView(corner)); }
    Sizes first{};
    Sizes count{};
    Sizes whole{};
    Dims corner;
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

  /// HDF5 walks through the list of all chunks before this one.
  [[nodiscard]] haddr_t address_of(const Hdf5Use& use, const Box& box) const {
    unsigned filters = 0;
    haddr_t at = HADDR_UNDEF;
    hsize_t bytes = 0;
    use.checked(H5Dget_chunk_info_by_coord(set_.get(), box.first.data(), &filters, &at, &bytes),
                kUnreadable);
    return at;
  }

  /// Checks an address that the file gives for `what`, which has `elements` elements: it lies within
  /// the file, and after the superblock with which every HDF5 file begins.
  /// Returns kNowhere if there is none.
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

  /// Throws ValueError if the chunk lies in one that was found before. The lock of HDF5 is held.
  void check_alone(index_t part, index_t at) const {
    const index_t bytes = numel(chunk_) * element_bytes();
    const auto after = found_.lower_bound(at - bytes + 1);
    if (after != found_.end() && after->first < at + bytes && after->second != part)
      throw_value_error(where_, ": ", Box(*this, part).name(), " at byte ", at, " overlaps ",
                        Box(*this, after->second).name(), " at byte ", after->first);
    found_.emplace(at, part);
  }

  void read_stored(const Box& box, std::byte* to) const {
    const index_t bytes = numel(chunk_) * element_bytes();
    std::unique_ptr<Hdf5Buffers> buffers = buffers_.take();
    unsigned skipped = 0;
    if (!fetch(box, buffers->stored, skipped)) {
      fill(to, numel(chunk_));
    } else {
      const auto stored = buffers->stored.size();
      const std::string wrong = filters_->undo(buffers->stored, skipped, to, bytes, buffers->plain);
      if (!wrong.empty()) throw_damaged(box, stored, wrong);
    }
    buffers_.give_back(std::move(buffers));
  }

  /// Reads a chunk as it is stored; false if it was never written.
  bool fetch(const Box& box, std::vector<std::byte>& stored, unsigned& skipped) const {
    const Hdf5Use use(where_);
    hsize_t bytes = 0;
    const bool has_size = succeeds(
        use, box, [&] { return H5Dget_chunk_storage_size(set_.get(), box.first.data(), &bytes); });
    if (!has_size || bytes == 0) return false;
    if (bytes > static_cast<hsize_t>(end_) && bytes > file_bytes(use)) {
      if (address_of(use, box) == HADDR_UNDEF) return false;  // then HDF5 may give it a size, too
      throw_value_error(where_, ": ", box.name(), " is stored as ", std::uint64_t{bytes},
                        " bytes, but the file has ", std::uint64_t{file_bytes(use)});
    }
    stored.resize(static_cast<std::size_t>(bytes));
    std::uint32_t mask = 0;
    const bool is_there = succeeds(use, box, [&] {
      return H5Dread_chunk(set_.get(), H5P_DEFAULT, box.first.data(), &mask, stored.data());
    });
    skipped = mask;
    return is_there;
  }

  /// Whether a call of HDF5 about a chunk succeeds; false if it fails because the chunk was never
  /// written. Otherwise it is called again, to say why.
  template <class Call>
  bool succeeds(const Hdf5Use& use, const Box& box, const Call& call) const {
    if (call() >= 0) return true;
    if (address_of(use, box) == HADDR_UNDEF) return false;
    if (call() < 0) use.fail(message(box.name(), " cannot be read"));
    return true;
  }

  /// Now: what is written makes the file longer.
  [[nodiscard]] hsize_t file_bytes(const Hdf5Use& use) const {
    const Hdf5Handle file = use.handle(H5Iget_file_id(set_.get()), &H5Fclose, kUnreadable);
    hsize_t bytes = 0;
    use.checked(H5Fget_filesize(file.get(), &bytes), kUnreadable);
    return bytes;
  }

  [[noreturn]] NDX_COLD void throw_damaged(const Box& box, std::size_t stored,
                                           const std::string& wrong) const {
    const Hdf5Use use(where_);
    throw_value_error(where_, ": ", box.name(), ", ", stored, " bytes at byte ",
                      std::uint64_t{address_of(use, box)}, ", cannot be read: ", wrong);
  }

  /// Throws ValueError unless the chunk has the rank of the dataset, and a size that memory can have.
  void check_chunk() const {
    index_t bytes = element_bytes();
    bool fits = chunk_.size() == shape_.size();
    for (const index_t size : chunk_)
      fits = fits && size > 0 && !__builtin_mul_overflow(bytes, size, &bytes);
    if (!fits)
      throw_value_error(where_, ": chunks of shape ", DimsView(chunk_), " are not for shape ",
                        DimsView(shape_));
  }

  [[nodiscard]] Dims chunk_of(const Hdf5Use& use, hid_t list) const {
    Sizes sizes{};
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

  /// Nothing if there are none, or if HDF5 has to undo them: others, or chunks at the edge that are
  /// stored without them. Chunks without filters are not fetched as they are stored, because HDF5 then
  /// writes as many bytes to memory as the file says, and tells another size before.
  [[nodiscard]] std::optional<Hdf5Filters> filters_of(const Hdf5Use& use, hid_t list) const {
    unsigned options = 0;
    use.checked(H5Pget_chunk_opts(list, &options), kUnreadable);
    if (options != 0 || H5Pget_nfilters(list) == 0) return std::nullopt;
    return Hdf5Filters::of(use, list);
  }

  /// Addresses count from behind what some programs put in front of an HDF5 file; then HDF5 reads.
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
  std::optional<Hdf5Filters> filters_;  // of chunks that HDF5 need not convert
  index_t start_ = kNowhere;
  std::string fill_;
  mutable std::map<index_t, index_t> found_;  // the chunks by the byte at which they begin
  mutable Hdf5BufferPool buffers_;
};

}  // namespace detail
NDX_NAMESPACE_END
