// Hdf5Writer: adds datasets to an HDF5 file that is being written. Needs libhdf5; knows no tensors.
//
// It writes into a temporary file, which its caller then renames: an error leaves the old file
// unchanged.
#pragma once

#include <vector>

#include <ndx/interop/hdf5/hdf5_type.hpp>
#include <ndx/io/interface.hpp>
#include <ndx/layout/checked.hpp>
#include <ndx/plan/partition/tensor_partition.hpp>

NDX_NAMESPACE_BEGIN

/// Options for storing a dataset with save_hdf5 and update_hdf5. By default it is stored as in
/// memory, without chunks.
struct Hdf5Options {
  /// The shape of the chunks, one size for each dim. If it is {}, a shape is chosen if `deflate`
  /// needs chunks. A chunk is the unit that is read and inflated at once. Sizes above those of the
  /// dataset are reduced to them.
  Dims chunks = {};
  /// The level of compression, from 1 (fast) to 9 (small); 0 for none.
  int deflate = 0;
};

namespace detail {

/// The elements of a dataset to be written, of any type.
class Hdf5Content : public Interface {
 public:
  [[nodiscard]] virtual DType dtype() const = 0;
  [[nodiscard]] virtual DimsView shape() const = 0;
  /// Writes all elements to a dataset. Returns a negative number on failure.
  [[nodiscard]] virtual herr_t write(hid_t set, hid_t type) const = 0;
};

/// A file that is being written.
class Hdf5Writer {
 public:
  /// Returns properties for creating objects of a class, files included, that store no times.
  [[nodiscard]] static Hdf5Handle without_times(const Hdf5Use& use, hid_t kind) {
    Hdf5Handle list = use.handle(H5Pcreate(kind), &H5Pclose, kWhat);
    use.checked(H5Pset_obj_track_times(list.get(), false), kWhat);
    return list;
  }

  Hdf5Writer(const Hdf5Use& use, hid_t file) : use_(use), file_(file, &H5Fclose) {
    if (file < 0) use.fail(kWhat);
  }

  /// Adds a dataset, and those HDF5 groups in its name that do not exist; replaces an old dataset.
  void add(const std::string& name, const Hdf5Content& content, const Hdf5Options& options) const {
    check_name(name);
    remove(name);
    const Hdf5Handle type = hdf5_type(use_, content.dtype());
    const Hdf5Handle space = make_space(name, content.shape());
    const Hdf5Handle links = make_links();
    const Hdf5Handle list = make_list(name, content, options);
    make_groups(name, links);
    Hdf5Handle set(H5Dcreate2(file_.get(), name.c_str(), type.get(), space.get(), links.get(),
                              list.get(), H5P_DEFAULT),
                   &H5Dclose);
    const bool written = set.is_open() && content.write(set.get(), type.get()) >= 0 && set.close();
    if (!written) use_.fail(message(detail::quoted(name), " cannot be written"));
  }

  /// Writes what HDF5 still has in memory, and closes the file.
  void finish() {
    use_.checked(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL), kWhat);
    if (!file_.close()) use_.fail(kWhat);
  }

 private:
  static constexpr const char* kWhat = "cannot be written";

  void check_name(const std::string& name) const {
    if (name.empty() || name.back() == '/' || name.find('\0') != name.npos)
      throw_value_error(use_.where(), ": the name ", detail::quoted(name),
                        " is empty, ends in / or holds NUL");
    for (std::size_t end = name.find('/', 1); end != name.npos; end = name.find('/', end + 1))
      check_group(name.substr(0, end), name);
  }

  /// Finds an object. Links to other files are refused, because those files would be written in
  /// place.
  [[nodiscard]] Hdf5Handle find_object(const std::string& name) const {
    return open_hdf5_object(use_, file_.get(), name, "written");
  }

  /// Throws ValueError if `group`, which is to contain `name`, is a dataset or in another file.
  void check_group(const std::string& group, const std::string& name) const {
    const Hdf5Handle there = find_object(group);
    if (!there.is_open() || H5Iget_type(there.get()) == H5I_GROUP) return;
    throw_value_error(use_.where(), ": ", detail::quoted(group),
                      " is no group, so that it cannot hold ", detail::quoted(name));
  }

  void remove(const std::string& name) const {
    const Hdf5Handle old = find_object(name);
    if (!old.is_open()) return;
    if (H5Iget_type(old.get()) != H5I_DATASET)
      throw_value_error(use_.where(), ": ", detail::quoted(name), " is a group, not a dataset");
    use_.checked(H5Ldelete(file_.get(), name.c_str(), H5P_DEFAULT), kWhat);
  }

  [[nodiscard]] Hdf5Handle make_space(const std::string& name, DimsView shape) const {
    if (shape.size() > H5S_MAX_RANK) {
      throw_value_error(use_.where(), ": ", detail::quoted(name), " has rank ", shape.size(),
                        ", but HDF5 knows ranks up to ", H5S_MAX_RANK);
    }
    if (shape.empty()) return use_.handle(H5Screate(H5S_SCALAR), &H5Sclose, kWhat);
    const std::vector<hsize_t> sizes(shape.begin(), shape.end());
    return use_.handle(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr),
                       &H5Sclose, kWhat);
  }

  [[nodiscard]] Hdf5Handle make_links() const {
    Hdf5Handle links = use_.handle(H5Pcreate(H5P_LINK_CREATE), &H5Pclose, kWhat);
    use_.checked(H5Pset_char_encoding(links.get(), H5T_CSET_UTF8), kWhat);
    return links;
  }

  /// Creates the HDF5 groups in the name of a dataset that do not exist, without times: the same tensors
  /// give the same bytes at any time.
  void make_groups(const std::string& name, const Hdf5Handle& links) const {
    const Hdf5Handle list = without_times(use_, H5P_GROUP_CREATE);
    for (std::size_t end = name.find('/', 1); end != name.npos; end = name.find('/', end + 1)) {
      const std::string group = name.substr(0, end);
      if (group.back() == '/' || find_object(group).is_open()) continue;
      const Hdf5Handle made =
          use_.handle(H5Gcreate2(file_.get(), group.c_str(), links.get(), list.get(), H5P_DEFAULT),
                      &H5Gclose, kWhat);
    }
  }

  /// Returns how the dataset is stored.
  [[nodiscard]] Hdf5Handle make_list(const std::string& name, const Hdf5Content& content,
                                     const Hdf5Options& options) const {
    Hdf5Handle list = without_times(use_, H5P_DATASET_CREATE);
    const Dims chunks = chunk_shape(name, content.shape(), options);
    if (chunks.empty()) return list;
    const std::vector<hsize_t> sizes(chunks.begin(), chunks.end());
    use_.checked(H5Pset_chunk(list.get(), static_cast<int>(sizes.size()), sizes.data()), kWhat);
    if (options.deflate > 0)
      use_.checked(H5Pset_deflate(list.get(), static_cast<unsigned>(options.deflate)), kWhat);
    return list;
  }

  /// Returns the shape of the chunks; {} if there are none. A dataset without dims or without
  /// elements cannot have chunks.
  [[nodiscard]] Dims chunk_shape(const std::string& name, DimsView shape,
                                 const Hdf5Options& options) const {
    if (options.deflate < 0 || options.deflate > 9) {
      throw_value_error(use_.where(), ": ", detail::quoted(name), " cannot be deflated by level ",
                        options.deflate, ", which is not one of 0 to 9");
    }
    if (!options.chunks.empty()) check_chunks(name, shape, options.chunks);
    const bool chunked = options.deflate > 0 || !options.chunks.empty();
    if (!chunked || shape.empty() || is_empty(shape)) return {};
    if (options.chunks.empty()) return whole_rows(shape, index_t{1} << 16);
    Dims chunks = options.chunks;
    for (std::size_t d = 0; d < chunks.size(); ++d) chunks[d] = std::min(chunks[d], shape[d]);
    return chunks;
  }

  void check_chunks(const std::string& name, DimsView shape, DimsView chunks) const {
    bool good = chunks.size() == shape.size();
    for (const index_t size : chunks) good = good && size > 0;
    if (good) return;
    throw_value_error(use_.where(), ": ", detail::quoted(name), " of shape ", shape,
                      " cannot have chunks of shape ", chunks);
  }

  const Hdf5Use& use_;
  Hdf5Handle file_;
};

}  // namespace detail
NDX_NAMESPACE_END
