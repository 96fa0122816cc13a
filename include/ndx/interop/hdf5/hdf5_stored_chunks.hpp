// Hdf5StoredChunks: reads the chunks of a dataset as they are stored, and undoes their filters
// outside of HDF5. Needs libhdf5.
//
// HDF5 trusts the sizes that a file gives and serves one thread at a time. Here, only the stored
// bytes are read under its lock; several threads undo filters at the same time, and every size is
// checked.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include <ndx/interop/hdf5/hdf5_filters.hpp>
#include <ndx/layout/checked.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The elements of a chunk that are in the dataset: chunks at its edges are cut off.
struct Hdf5Box {
  using Sizes = std::array<hsize_t, H5S_MAX_RANK>;

  Hdf5Box(const Dims& shape, const Dims& chunk, index_t part) : corner(shape) {
    index_t stride = 1;
    for (std::size_t d = shape.size(); d-- > 0;) {
      const index_t chunks = (shape[d] + chunk[d] - 1) / chunk[d];
      const index_t begin = part % chunks * chunk[d];
      part /= chunks;
      number += begin * stride;
      stride *= shape[d];
      first[d] = static_cast<hsize_t>(begin);
      count[d] = static_cast<hsize_t>(std::min(chunk[d], shape[d] - begin));
      whole[d] = static_cast<hsize_t>(chunk[d]);
      corner[d] = begin;
    }
  }
  /// Returns whether all elements of the chunk are in the dataset.
  [[nodiscard]] bool is_whole() const noexcept { return count == whole; }
  /// Returns a name for messages: "the chunk at (64, 0)".
  [[nodiscard]] std::string name() const { return message("the chunk at ", DimsView(corner)); }

  Sizes first{};
  Sizes count{};
  Sizes whole{};
  Dims corner;
  index_t number = 0;  // of the first element, in row-major order
};

/// Returns the byte of the file at which a chunk begins; HADDR_UNDEF if it was never written. HDF5
/// walks through the list of all chunks before this one.
inline haddr_t hdf5_chunk_address(const Hdf5Use& use, hid_t set, const Hdf5Box& box) {
  unsigned filters = 0;
  haddr_t at = HADDR_UNDEF;
  hsize_t bytes = 0;
  use.checked(H5Dget_chunk_info_by_coord(set, box.first.data(), &filters, &at, &bytes),
              "cannot be read");
  return at;
}

class Hdf5StoredChunks {
 public:
  /// Prepares for reading chunks of a dataset. `list` has its creation properties; a chunk has
  /// `elements` elements, which are of type `type` in memory; the file has `end` bytes. Messages
  /// begin with `where`. Both ids must outlive this object.
  Hdf5StoredChunks(std::string where, const Hdf5Use& use, hid_t list, Hdf5Filters filters,
                   hid_t set, hid_t type, index_t elements, index_t end)
      : where_(std::move(where)),
        filters_(std::move(filters)),
        set_(set),
        type_(type),
        elements_(elements),
        bytes_(elements * static_cast<index_t>(H5Tget_size(type))),
        end_(end) {
    unsigned options = 0;
    use.checked(H5Pget_chunk_opts(list, &options), kUnreadable);
    unfiltered_edges_ = options != 0;
    is_converted_ = H5Tequal(stored_type(use).get(), type_) <= 0;
  }

  /// Reads a whole chunk as elements in memory. Returns false, and leaves `to` unchanged, if the
  /// chunk was never written. Throws ValueError if it is damaged.
  bool read(const Hdf5Box& box, std::byte* to) const { return read(box, to, false); }

  /// Throws ValueError if a chunk is damaged, or is not as long as the file says. This is called
  /// before HDF5 replaces a chunk: HDF5 would read the chunk if it writes only a part of it, and
  /// would mark as free as many bytes of the file as the chunk is said to have.
  void check(const Hdf5Box& box) const {
    std::vector<std::byte> elements(static_cast<std::size_t>(bytes_));
    read(box, elements.data(), true);
  }

 private:
  static constexpr const char* kUnreadable = "cannot be read";

  bool read(const Hdf5Box& box, std::byte* to, bool exactly) const {
    std::unique_ptr<Hdf5Buffers> buffers = buffers_.take();
    unsigned skipped = 0;
    const bool written = fetch(box, buffers->stored, skipped);
    if (written) {
      const std::size_t stored = buffers->stored.size();
      const std::string wrong = filters_.undo(*buffers, skipped, to, bytes_, exactly);
      if (!wrong.empty()) throw_damaged(box, stored, wrong);
      if (is_converted_) convert(to, buffers->undone);
    }
    buffers_.give_back(std::move(buffers));
    return written;
  }

  [[nodiscard]] Hdf5Handle stored_type(const Hdf5Use& use) const {
    return use.handle(H5Dget_type(set_), &H5Tclose, kUnreadable);
  }

  /// Converts elements to their type in memory, which has the same size.
  void convert(std::byte* elements, std::vector<std::byte>& background) const {
    const Hdf5Use use(where_);
    background.resize(static_cast<std::size_t>(bytes_));
    use.checked(H5Tconvert(stored_type(use).get(), type_, static_cast<std::size_t>(elements_),
                           elements, background.data(), H5P_DEFAULT),
                kUnreadable);
  }

  /// Reads a chunk as it is stored. Returns false if it was never written.
  bool fetch(const Hdf5Box& box, std::vector<std::byte>& stored, unsigned& skipped) const {
    const Hdf5Use use(where_);
    hsize_t bytes = 0;
    const bool has_size = succeeds(
        use, box, [&] { return H5Dget_chunk_storage_size(set_, box.first.data(), &bytes); });
    if (!has_size || bytes == 0) return false;
    if (bytes > static_cast<hsize_t>(end_) && bytes > file_bytes(use)) {
      if (hdf5_chunk_address(use, set_, box) == HADDR_UNDEF)
        return false;  // HDF5 may report a size for it nonetheless
      throw_value_error(where_, ": ", box.name(), " is stored as ", std::uint64_t{bytes},
                        " bytes, but the file has ", std::uint64_t{file_bytes(use)});
    }
    stored.resize(static_cast<std::size_t>(bytes));
    std::uint32_t mask = 0;
    const bool is_there = succeeds(use, box, [&] {
      return H5Dread_chunk(set_, H5P_DEFAULT, box.first.data(), &mask, stored.data());
    });
    skipped = unfiltered_edges_ && !box.is_whole() ? ~0U : mask;
    return is_there;
  }

  /// Returns whether a call of HDF5 about a chunk succeeds; false if it fails because the chunk was
  /// never written. After any other failure, the call is repeated for its error, and `use` throws
  /// it.
  template <class Call>
  bool succeeds(const Hdf5Use& use, const Hdf5Box& box, const Call& call) const {
    if (call() >= 0) return true;
    if (hdf5_chunk_address(use, set_, box) == HADDR_UNDEF) return false;
    if (call() < 0) use.fail(message(box.name(), " cannot be read"));
    return true;
  }

  /// Returns the present size of the file: writing makes it longer.
  [[nodiscard]] hsize_t file_bytes(const Hdf5Use& use) const {
    const Hdf5Handle file = use.handle(H5Iget_file_id(set_), &H5Fclose, kUnreadable);
    hsize_t bytes = 0;
    use.checked(H5Fget_filesize(file.get(), &bytes), kUnreadable);
    return bytes;
  }

  [[noreturn]] NDX_COLD void throw_damaged(const Hdf5Box& box, std::size_t stored,
                                           const std::string& wrong) const {
    const Hdf5Use use(where_);
    throw_value_error(where_, ": ", box.name(), ", ", stored, " bytes at byte ",
                      std::uint64_t{hdf5_chunk_address(use, set_, box)},
                      ", cannot be read: ", wrong);
  }

  std::string where_;
  Hdf5Filters filters_;
  hid_t set_;
  hid_t type_;
  index_t elements_;
  index_t bytes_;                  // of a chunk in memory
  index_t end_;                    // of the file when it was opened
  bool unfiltered_edges_ = false;  // whether chunks at the edge are stored unfiltered
  bool is_converted_ = false;      // for example from another byte order
  mutable Hdf5BufferPool buffers_;
};

}  // namespace detail
NDX_NAMESPACE_END
