// Opens HDF5 files and their datasets. Needs libhdf5; knows no tensors.
//
// Nothing that libhdf5 reports about the file is trusted: the element type is checked before memory
// is allocated, and links and datasets that lead to other files are refused. libhdf5 itself has to
// be trusted. Version 1.10.8 reads past its buffers in forged version 2 B-trees, and in chunks
// whose filters are left to it (see hdf5_filters.hpp), before it answers a call; no check here can
// prevent that.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <vector>

#include <ndx/interop/hdf5/hdf5_type.hpp>
#include <ndx/layout/checked.hpp>

NDX_NAMESPACE_BEGIN

/// A dataset of an HDF5 file; see hdf5_datasets.
struct Hdf5Dataset {
  std::string name;             // the path from the root: "layer1/w"
  Dims shape;                   // {} for a scalar
  DType dtype = DType::opaque;  // opaque if no tensor can hold the elements
  std::string type;             // in words: "float32", "strings", "structs of 'x', 'y'"
  index_t stored_bytes = 0;     // in the file, compressed
};

namespace detail {

/// An open dataset and its description.
struct OpenHdf5Dataset {
  Hdf5Handle id;
  Hdf5Dataset is;
};

/// An open file.
class Hdf5File {
 public:
  Hdf5File(const char* call, const std::string& path)
      : Hdf5File(call, path, path, H5F_ACC_RDONLY) {}
  /// Opens the file `opened`, which messages call `path`; also for writing, if `access` is
  /// H5F_ACC_RDWR.
  Hdf5File(const char* call, const std::string& path, const std::string& opened, unsigned access)
      : regular_(call, opened), use_(call, path), file_(open(use_, opened, access)) {}

  [[nodiscard]] const Hdf5Use& use() const noexcept { return use_; }
  [[nodiscard]] const std::string& where() const noexcept { return use_.where(); }
  /// Returns the size of the file when it was opened, in bytes.
  [[nodiscard]] index_t bytes() const noexcept { return regular_.size(); }

  /// Returns the datasets that are found without following soft or external links, by name within
  /// each HDF5 group. A dataset with several names is listed under each of them; the datasets in an
  /// HDF5 group with several names are listed once.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> datasets;
    std::vector<std::string> left{""};  // paths from the root, the next one last
    std::set<std::string> seen;         // addresses of HDF5 groups
    while (!left.empty()) {
      const std::string path = std::move(left.back());
      left.pop_back();
      const Hdf5Handle object = find_object(path.empty() ? "/" : path);
      if (!object.is_open()) use_.fail(kNoList);
      const H5I_type_t type = H5Iget_type(object.get());
      if (type == H5I_DATASET) datasets.push_back(path);
      if (type != H5I_GROUP || !seen.insert(hdf5_address(use_, object.get())).second) continue;
      for (const std::string& name : links_backward(object.get()))
        left.push_back(path.empty() ? name : path + '/' + name);
    }
    return datasets;
  }

  /// Opens a dataset. Throws ValueError if there is none of that name.
  [[nodiscard]] OpenHdf5Dataset open(const std::string& name) const {
    const bool is_name = !name.empty() && name.find('\0') == name.npos;
    Hdf5Handle object = is_name ? find_object(name) : Hdf5Handle(-1, &H5Oclose);
    if (!object.is_open()) throw_not_found(name);
    if (H5Iget_type(object.get()) != H5I_DATASET)
      throw_value_error(where(), ": ", detail::quoted(name), " is a group, not a dataset");
    Hdf5Dataset is = describe(object.get(), name);
    return {std::move(object), std::move(is)};
  }

  /// Throws ValueError unless the elements are of type `dtype`.
  void check_type(const OpenHdf5Dataset& set, DType dtype) const {
    if (set.is.dtype == dtype) return;
    throw_value_error(where(), ": ", detail::quoted(set.is.name), " holds ", set.is.type, ", but ",
                      dtype_name(dtype), " was asked for");
  }

  /// Throws ValueError unless the elements are in the file itself.
  void check_storage(const OpenHdf5Dataset& set) const {
    const Hdf5Handle list = use_.handle(H5Dget_create_plist(set.id.get()), &H5Pclose, kUnreadable);
    if (H5Pget_external_count(list.get()) == 0 && H5Pget_layout(list.get()) != H5D_VIRTUAL) return;
    throw_value_error(where(), ": ", detail::quoted(set.is.name),
                      " has its elements in other files, which are not read");
  }

 private:
  static constexpr const char* kUnreadable = "a dataset cannot be read";
  static constexpr const char* kNoList = "its list of datasets cannot be read";

  /// Opens the file without a cache of chunks, each of which is read and written once, and without
  /// a buffer for small reads of other datasets. All users of a file in a process share these, so
  /// that HDF5 would not see what Hdf5Chunks writes past it.
  static Hdf5Handle open(const Hdf5Use& use, const std::string& path, unsigned access) {
    constexpr const char* kWhat = "cannot be read as an HDF5 file";
    const Hdf5Handle list = use.handle(H5Pcreate(H5P_FILE_ACCESS), &H5Pclose, kWhat);
    use.checked(H5Pset_cache(list.get(), 0, 0, 0, 0), kWhat);
    use.checked(H5Pset_sieve_buf_size(list.get(), 0), kWhat);
    const hid_t file = H5Fopen(path.c_str(), access, list.get());
    if (file < 0) use.fail(kWhat);
    return {file, &H5Fclose};
  }

  /// Returns the names of the hard links of an HDF5 group, the last one first. HDF5 lists them in
  /// the order in which they are stored, and they are sorted here. To sort them itself, HDF5 makes
  /// a table for as many links as the group claims to have, and frees entries that were never set
  /// if fewer can be read. It makes such a table in any case if the links are in the header of the
  /// group, so that a link is searched first by a name that none has: that reads all of them.
  [[nodiscard]] std::vector<std::string> links_backward(hid_t group) const {
    use_.checked(H5Lexists(group, "no link has this name", H5P_DEFAULT), kNoList);
    std::vector<std::string> names;
    use_.checked(H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, &add_hard_link, &names),
                 kNoList);
    std::sort(names.begin(), names.end(), std::greater<>());
    return names;
  }

  static herr_t add_hard_link(hid_t /*group*/, const char* name, const H5L_info_t* link,
                              void* to) noexcept {
    try {
      if (link->type == H5L_TYPE_HARD)
        static_cast<std::vector<std::string>*>(to)->emplace_back(name);
    } catch (...) {
      return -1;
    }
    return 0;
  }

  [[nodiscard]] Hdf5Handle find_object(const std::string& name) const {
    return open_hdf5_object(use_, file_.get(), name, "read");
  }

  [[nodiscard]] Hdf5Dataset describe(hid_t set, const std::string& name) const {
    const Hdf5Handle type = use_.handle(H5Dget_type(set), &H5Tclose, kUnreadable);
    const Hdf5Handle space = use_.handle(H5Dget_space(set), &H5Sclose, kUnreadable);
    Hdf5Dataset is{name, {}, DType::opaque, "nothing", 0};
    is.stored_bytes = static_cast<index_t>(H5Dget_storage_size(set));
    if (H5Sget_simple_extent_type(space.get()) == H5S_NULL) {  // neither a scalar nor an array
      is.shape = {0};
      return is;
    }
    is.dtype = hdf5_dtype(use_, type.get());
    is.type = hdf5_type_name(use_, type.get());
    const int rank = use_.checked(H5Sget_simple_extent_ndims(space.get()), kUnreadable);
    std::array<hsize_t, H5S_MAX_RANK> sizes{};
    use_.checked(H5Sget_simple_extent_dims(space.get(), sizes.data(), nullptr), kUnreadable);
    for (std::size_t d = 0; d < static_cast<std::size_t>(rank); ++d) {
      if (sizes[d] > static_cast<hsize_t>(std::numeric_limits<index_t>::max())) {
        throw_value_error(where(), ": ", detail::quoted(name), " has size ",
                          std::uint64_t{sizes[d]}, " in dim ", d,
                          ", which is beyond 64 bits with a sign");
      }
      is.shape.push_back(static_cast<index_t>(sizes[d]));
    }
    return is;
  }

  [[noreturn]] NDX_COLD void throw_not_found(const std::string& name) const {
    const std::vector<std::string> all = names();
    throw_value_error(where(), ": has no dataset ", detail::quoted(name), "; it has ",
                      detail::quoted_list(all.size(), [&](std::size_t i) { return all[i]; }));
  }

  InputFile regular_;  // its errors are clearer than HDF5's
  Hdf5Use use_;
  Hdf5Handle file_;
};

}  // namespace detail
NDX_NAMESPACE_END
