// Reads datasets of HDF5 files as tensors, and writes tensors as datasets. Needs libhdf5 and zlib
// (pkg-config hdf5 zlib).
//
// hdf5_file.hpp opens files and knows the element types, those of h5py for bool, float16 and
// complex; hdf5_elements.hpp reads, Hdf5Writer writes. HDF5 converts byte orders.
// Every file error is a ValueError with the call, the file, the dataset and HDF5's description;
// nothing is printed. Calls from several threads wait for each other. A program that also calls
// HDF5 itself must do so from one thread at a time.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include <ndx/interop/hdf5/hdf5_elements.hpp>
#include <ndx/io/npy/npy_sources.hpp>
#include <ndx/io/replacement_file.hpp>
#include <ndx/tensor.hpp>

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
struct Hdf5Content {
  DType dtype;
  Dims shape;
  /// write(set, type) writes all elements to a dataset. It returns a negative number on failure.
  std::function<herr_t(hid_t set, hid_t type)> write;
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
    const Hdf5Handle type = hdf5_type(use_, content.dtype);
    const Hdf5Handle space = make_space(name, content.shape);
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
    const Dims chunks = chunk_shape(name, content.shape, options);
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

template <class T>
Hdf5Content hdf5_content(const Tensor<const T>& tensor) {
  return {dtype_of<T>(), tensor.shape(), [tensor](hid_t set, hid_t type) {
            if (tensor.numel() == 0) return herr_t{0};
            const Tensor<const T> row_major = tensor.contiguous();
            return H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, row_major.data());
          }};
}

/// Reads all elements, chunk by chunk as they are stored.
inline void read_stored_hdf5(const Hdf5Elements& from, std::byte* to) {
  const auto with_bytes = [&](Dims shape) {
    shape.push_back(from.element_bytes());
    return shape;
  };
  const auto all = borrow(reinterpret_cast<std::uint8_t*>(to), with_bytes(from.shape()));
  const auto chunk =
      make_uninitialized<std::uint8_t>(from.where().c_str(), with_bytes(from.chunk()));
  const auto fill = make_uninitialized<std::uint8_t>("fill", Dims{from.element_bytes()});
  from.fill(fill.storage().data(), 1);
  const index_t parts = Partition::grid(from.shape(), from.chunk()).count();
  for (index_t part = 0; part < parts; ++part) {
    const Hdf5Box box = from.box(part);
    const bool written = from.read_stored(box, chunk.storage().data());
    Tensor<std::uint8_t> source = written ? chunk : fill;
    Tensor<std::uint8_t> target = all;
    for (index_t d = 0; d < std::ssize(from.shape()); ++d) {
      const auto count = static_cast<index_t>(box.count[static_cast<std::size_t>(d)]);
      target = target.narrow(d, box.corner[static_cast<std::size_t>(d)], count);
      if (written) source = source.narrow(d, 0, count);
    }
    target.copy_(source);
  }
}

/// Reads the elements of a dataset, which are of type T.
template <class T>
Tensor<T> read_hdf5(const Hdf5File& file, OpenHdf5Dataset set) {
  file.check_storage(set);
  const std::string call = message(file.where(), ": ", detail::quoted(set.is.name));
  const Tensor<T> tensor = make_uninitialized<T>(call.c_str(), set.is.shape);
  if (tensor.numel() == 0) return tensor;
  std::byte* const data = tensor.storage().data();
  const Hdf5Elements elements(file, std::move(set), dtype_of<T>(), 1, file.bytes());
  if (elements.reads_stored()) {
    read_stored_hdf5(elements, data);
  } else {
    elements.read_all(data);
  }
  if constexpr (Boolean<T>)
    for (index_t i = 0; i < tensor.numel(); ++i) data[i] = std::byte{data[i] != std::byte{0}};
  return tensor;
}

}  // namespace detail

/// A name, a tensor and the way in which it is stored, for save_hdf5 and update_hdf5. The name is a
/// path from the root: "layer1/w" is in the HDF5 group layer1.
class Hdf5Array {
 public:
  template <Hdf5Element T>
  Hdf5Array(std::string name, const Tensor<T>& tensor, Hdf5Options options = {})
      : name_(std::move(name)),
        options_(std::move(options)),
        content_(detail::hdf5_content<std::remove_const_t<T>>(tensor)) {}

  /// The name of the dataset. options() returns how it is stored, content() its elements, for
  /// save_hdf5.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const Hdf5Options& options() const noexcept { return options_; }
  [[nodiscard]] const detail::Hdf5Content& content() const noexcept { return content_; }

 private:
  std::string name_;
  Hdf5Options options_;
  detail::Hdf5Content content_;
};

/// Reads a dataset into memory, row-major, as a tensor of its shape. The element type must be
/// exactly T, in either byte order; convert with load_hdf5<U>(path, name).to<T>(). Elements that
/// were never written have the dataset's fill value, as in HDF5. Throws ValueError, with the file
/// and the fault, if the file cannot be read or is damaged, if there is no such dataset (soft links
/// are followed, links to other files are not), if it has another type (strings, references,
/// structs other than h5py's complex numbers), or if its elements are in other files. libhdf5
/// itself may read past its buffers in a forged file: open files that are not trusted in a process
/// of their own (see files.md of the guide). Throws std::bad_alloc if there is not enough memory: a
/// small file may have a dataset of any size that was never written (hdf5_datasets returns the
/// sizes first).
template <Hdf5Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_hdf5(const std::string& path, const std::string& name) {
  const detail::Hdf5File file("load_hdf5", path);
  detail::OpenHdf5Dataset set = file.open(name);
  file.check_type(set, dtype_of<T>());
  return detail::read_hdf5<T>(file, std::move(set));
}

/// Returns the datasets of a file with their shapes and types, also those in HDF5 groups, ordered
/// by name within each:
///   for (const auto& set : hdf5_datasets("a.h5")) std::cout << set.name << ' ' << set.type << '\n';
/// Reads no elements. Follows no soft or external links. Throws ValueError if the file cannot be
/// read; files that are not trusted need a process of their own, as for load_hdf5.
[[nodiscard]] inline std::vector<Hdf5Dataset> hdf5_datasets(const std::string& path) {
  const detail::Hdf5File file("hdf5_datasets", path);
  std::vector<Hdf5Dataset> all;
  for (const std::string& name : file.names()) all.push_back(file.open(name).is);
  return all;
}

namespace detail {

/// Returns a name without the slashes with which it may begin.
inline std::string_view from_root(std::string_view name) noexcept {
  while (!name.empty() && name.front() == '/') name.remove_prefix(1);
  return name;
}

/// Writes all arrays to a new file, which replaces an old one when it is complete. With `keeps_old`,
/// it begins as a copy of the old one. Metadata is written with checksums, as every HDF5 since 1.8
/// reads them.
inline void store_hdf5(const char* call, const std::string& path, std::span<const Hdf5Array> arrays,
                       bool keeps_old) {
  constexpr const char* kWhat = "cannot be written";
  ReplacementFile file(call, path);
  if (keeps_old) {
    const InputFile old(call, path);
    copy_file(old.where(), old.descriptor(), old.size(), file);
  }
  {
    const Hdf5Use use(call, path);
    const Hdf5Handle access = use.handle(H5Pcreate(H5P_FILE_ACCESS), &H5Pclose, kWhat);
    use.checked(H5Pset_libver_bounds(access.get(), H5F_LIBVER_V18, H5F_LIBVER_LATEST), kWhat);
    const Hdf5Handle list = Hdf5Writer::without_times(use, H5P_FILE_CREATE);
    const char* const to = file.temporary_path().c_str();
    Hdf5Writer writer(use, keeps_old ? H5Fopen(to, H5F_ACC_RDWR, access.get())
                                     : H5Fcreate(to, H5F_ACC_TRUNC, list.get(), access.get()));
    std::set<std::string_view> names;
    for (const Hdf5Array& array : arrays) {
      if (!names.insert(from_root(array.name())).second)
        throw_value_error(use.where(), ": two arrays have the name ", detail::quoted(array.name()));
      writer.add(array.name(), array.content(), array.options());
    }
    writer.finish();
  }
  file.commit();
}

}  // namespace detail

/// Writes tensors as the datasets of a new HDF5 file, which h5py reads; HDF5 groups in their names
/// are created:
///   save_hdf5("model.h5", {{"layer1/w", w, {.chunks = {64, 64}, .deflate = 4}}, {"layer1/b", b}});
/// An existing file of that name is replaced only when the new one is complete, as by save_npy.
/// Tensors that are not row-major are copied one at a time. Throws ValueError for two arrays of the
/// same name, a name that is an HDF5 group, a rank above 32, invalid chunks or levels, or if the
/// file cannot be written.
inline void save_hdf5(const std::string& path, std::span<const Hdf5Array> arrays) {
  detail::store_hdf5("save_hdf5", path, arrays, false);
}
inline void save_hdf5(const std::string& path, std::initializer_list<Hdf5Array> arrays) {
  save_hdf5(path, std::span<const Hdf5Array>(arrays.begin(), arrays.size()));
}

/// Adds datasets to an HDF5 file, or replaces those of the same names; creates the file if there is
/// none. The file is copied, and the copy replaces it when it is complete: whatever goes wrong,
/// either the old file or the new one is there in full, at the cost of writing all of it. HDF5 does
/// not reclaim the space of replaced datasets; h5repack does. Throws ValueError as save_hdf5 does,
/// for a file that is no HDF5 file, and for names that a link leads into another file, which is
/// never written.
inline void update_hdf5(const std::string& path, std::span<const Hdf5Array> arrays) {
  const bool exists = ::access(path.c_str(), F_OK) == 0 || errno != ENOENT;
  detail::store_hdf5("update_hdf5", path, arrays, exists);
}
inline void update_hdf5(const std::string& path, std::initializer_list<Hdf5Array> arrays) {
  update_hdf5(path, std::span<const Hdf5Array>(arrays.begin(), arrays.size()));
}

// Reads datasets of HDF5 files whose element types are only known at run time. Needs libhdf5.
//
// The functions are templates, as in npy_sources.hpp: only a program that calls one compiles it for all
// element types.

namespace detail {

/// Reads the elements into the alternative of the variant that has their type.
template <class... T>
void read_hdf5_any(const Hdf5File& file, OpenHdf5Dataset set, std::variant<Tensor<T>...>& result) {
  const auto read_as = [&]<class U>(U* /*type*/) {
    const bool is_type = set.is.dtype == dtype_of<U>();
    if (is_type) result = read_hdf5<U>(file, std::move(set));
    return is_type;
  };
  if ((read_as(static_cast<T*>(nullptr)) || ...)) return;
  throw_value_error(file.where(), ": ", detail::quoted(set.is.name), " holds ", set.is.type,
                    ", which no tensor can hold");
}

}  // namespace detail

/// Reads a dataset whose element type is only known at run time, as load_hdf5 does:
///   std::visit([](const auto& t) { std::cout << t; }, load_hdf5_any("a.h5", "x"));
/// Throws ValueError as load_hdf5 does, and for a type that no tensor can hold, which the message
/// names.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_hdf5_any(const std::string& path, const std::string& name) {
  const detail::Hdf5File file("load_hdf5_any", path);
  Result tensor;
  detail::read_hdf5_any(file, file.open(name), tensor);
  return tensor;
}

NDX_NAMESPACE_END
