// Reads datasets of HDF5 files as tensors, and writes tensors as datasets. Needs libhdf5 and zlib
// (pkg-config hdf5 zlib).
//
// hdf5_file.hpp opens files, hdf5_elements.hpp reads, hdf5_write.hpp writes, and hdf5_type.hpp
// knows the element types: those of h5py for bool, float16 and complex. HDF5 converts byte orders.
// Every file error is a ValueError with the call, the file, the dataset and HDF5's description;
// nothing is printed. Calls from several threads wait for each other. A program that also calls
// HDF5 itself must do so from one thread at a time.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>

#include <ndx/interop/hdf5/hdf5_elements.hpp>
#include <ndx/interop/hdf5/hdf5_write.hpp>
#include <ndx/io/file_parts.hpp>
#include <ndx/io/npy/npy_any.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T>
class Hdf5TensorContent final : public Hdf5Content {
 public:
  explicit Hdf5TensorContent(const Tensor<const T>& tensor) : tensor_(tensor) {}
  [[nodiscard]] DType dtype() const override { return dtype_of<T>(); }
  [[nodiscard]] DimsView shape() const override { return tensor_.shape(); }
  [[nodiscard]] herr_t write(hid_t set, hid_t type) const override {
    if (tensor_.numel() == 0) return 0;
    const Tensor<const T> row_major = tensor_.contiguous();
    return H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, row_major.data());
  }

 private:
  Tensor<const T> tensor_;
};

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
        content_(std::make_shared<detail::Hdf5TensorContent<std::remove_const_t<T>>>(tensor)) {}

  /// The name of the dataset. options() returns how it is stored, content() its elements, for
  /// save_hdf5.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const Hdf5Options& options() const noexcept { return options_; }
  [[nodiscard]] const detail::Hdf5Content& content() const noexcept { return *content_; }

 private:
  std::string name_;
  Hdf5Options options_;
  std::shared_ptr<const detail::Hdf5Content> content_;
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

/// Adds all arrays, and closes the file.
inline void write_hdf5(const Hdf5Use& use, hid_t file, std::span<const Hdf5Array> arrays) {
  Hdf5Writer writer(use, file);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (from_root(arrays[j].name()) == from_root(arrays[i].name()))
        throw_value_error(use.where(), ": two arrays have the name ",
                          detail::quoted(arrays[i].name()));
    }
    writer.add(arrays[i].name(), arrays[i].content(), arrays[i].options());
  }
  writer.finish();
}

/// Returns properties with which metadata is written with checksums, as every HDF5 since 1.8 reads
/// them.
inline Hdf5Handle hdf5_file_access(const Hdf5Use& use) {
  Hdf5Handle access = use.handle(H5Pcreate(H5P_FILE_ACCESS), &H5Pclose, "cannot be written");
  use.checked(H5Pset_libver_bounds(access.get(), H5F_LIBVER_V18, H5F_LIBVER_LATEST),
              "cannot be written");
  return access;
}

inline void create_hdf5(const char* call, const std::string& path,
                        std::span<const Hdf5Array> arrays) {
  ReplacementFile file(call, path);
  {
    const Hdf5Use use(call, path);
    const Hdf5Handle list = Hdf5Writer::without_times(use, H5P_FILE_CREATE);
    const Hdf5Handle access = hdf5_file_access(use);
    write_hdf5(use,
               H5Fcreate(file.temporary_path().c_str(), H5F_ACC_TRUNC, list.get(), access.get()),
               arrays);
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
  detail::create_hdf5("save_hdf5", path, arrays);
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
  if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT)
    return detail::create_hdf5("update_hdf5", path, arrays);
  detail::ReplacementFile file("update_hdf5", path);
  const detail::InputFile old("update_hdf5", path);
  detail::copy_file(old.where(), old.descriptor(), old.size(), file);
  {
    const detail::Hdf5Use use("update_hdf5", path);
    const detail::Hdf5Handle access = detail::hdf5_file_access(use);
    detail::write_hdf5(use, H5Fopen(file.temporary_path().c_str(), H5F_ACC_RDWR, access.get()),
                       arrays);
  }
  file.commit();
}
inline void update_hdf5(const std::string& path, std::initializer_list<Hdf5Array> arrays) {
  update_hdf5(path, std::span<const Hdf5Array>(arrays.begin(), arrays.size()));
}

// Reads datasets of HDF5 files whose element types are only known at run time. Needs libhdf5.
//
// The functions are templates, as in npy_any.hpp: only a program that calls one compiles it for all
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
