// Opens HDF5 files and their datasets. Needs libhdf5; knows no tensors.
//
// Nothing that libhdf5 reports about the file is trusted: the element type is checked before memory
// is allocated, and links and datasets that lead to other files are refused. libhdf5 itself has to
// be trusted. Version 1.10.8 reads past its buffers in forged version 2 B-trees, and in chunks
// whose filters are left to it (see hdf5_stored_chunks.hpp), before it answers a call; no check here
// can prevent that.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include <ndx/base/dtype.hpp>
#include <ndx/base/types.hpp>
#include <ndx/interop/hdf5/hdf5_handle.hpp>
#include <ndx/layout/checked.hpp>

NDX_NAMESPACE_BEGIN

// The element types as HDF5 files declare them. HDF5 has no type for bool, float16 and complex
// numbers. They are written as h5py does and PyTables reads: an enum of FALSE and TRUE, IEEE's
// number of 16 bits, a struct of r and i.

/// The element types of HDF5 files: bool, integers, float16, float, double, complex numbers of
/// these two.
template <class T>
concept Hdf5Element =
    Element<T> && dtype_of<T>() != DType::opaque && dtype_of<T>() != DType::bfloat16;

namespace detail {

/// Returns HDF5's own type of this machine's numbers; -1 for types that have to be built.
inline hid_t hdf5_native_type(DType dtype) {
  const hid_t types[] = {-1,
                         H5T_NATIVE_INT8,
                         H5T_NATIVE_INT16,
                         H5T_NATIVE_INT32,
                         H5T_NATIVE_INT64,
                         H5T_NATIVE_UINT8,
                         H5T_NATIVE_UINT16,
                         H5T_NATIVE_UINT32,
                         H5T_NATIVE_UINT64,
                         -1,
                         -1,
                         H5T_NATIVE_FLOAT,
                         H5T_NATIVE_DOUBLE,
                         -1,
                         -1,
                         -1};
  return types[static_cast<int>(dtype)];
}

/// Builds IEEE's number of 16 bits: bits 15, 14…10 and 9…0 are sign, exponent and mantissa.
inline Hdf5Handle hdf5_float16(const Hdf5Use& use) {
  constexpr const char* kWhat = "cannot make an element type";
  Hdf5Handle type = use.handle(H5Tcopy(H5T_NATIVE_FLOAT), &H5Tclose, kWhat);
  use.checked(H5Tset_fields(type.get(), 15, 10, 5, 0, 10), kWhat);
  use.checked(H5Tset_size(type.get(), 2), kWhat);
  use.checked(H5Tset_ebias(type.get(), 15), kWhat);
  return type;
}

/// Returns the type of elements in memory, which is also the type in which they are written.
inline Hdf5Handle hdf5_type(const Hdf5Use& use, DType dtype) {
  constexpr const char* kWhat = "cannot make an element type";
  if (dtype == DType::boolean) {
    Hdf5Handle type = use.handle(H5Tenum_create(H5T_NATIVE_INT8), &H5Tclose, kWhat);
    for (const auto& [name, value] : {std::pair("FALSE", std::int8_t{0}), {"TRUE", std::int8_t{1}}})
      use.checked(H5Tenum_insert(type.get(), name, &value), kWhat);
    return type;
  }
  if (dtype == DType::float16) return hdf5_float16(use);
  if (dtype == DType::complex64 || dtype == DType::complex128) {
    const hid_t part = dtype == DType::complex64 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
    const std::size_t bytes = H5Tget_size(part);
    Hdf5Handle type = use.handle(H5Tcreate(H5T_COMPOUND, 2 * bytes), &H5Tclose, kWhat);
    use.checked(H5Tinsert(type.get(), "r", 0, part), kWhat);
    use.checked(H5Tinsert(type.get(), "i", bytes, part), kWhat);
    return type;
  }
  return use.handle(H5Tcopy(hdf5_native_type(dtype)), &H5Tclose, kWhat);
}

/// Returns the name of a member of a struct or an enum.
inline std::string hdf5_member_name(hid_t type, unsigned member) {
  struct Free {
    void operator()(char* text) const noexcept { H5free_memory(text); }
  };
  const std::unique_ptr<char, Free> name(H5Tget_member_name(type, member));
  return name == nullptr ? "" : name.get();
}

/// Returns whether a struct or an enum has exactly two members with these names.
inline bool hdf5_has_members(hid_t type, const char* first, const char* second) {
  return H5Tget_nmembers(type) == 2 && hdf5_member_name(type, 0) == first &&
         hdf5_member_name(type, 1) == second;
}

/// Returns the DType of a number in either byte order; opaque for other numbers, such as those of
/// 12 bits.
inline DType hdf5_number_dtype(const Hdf5Use& use, hid_t type) {
  const H5T_order_t order = H5Tget_order(type);
  if (order != H5T_ORDER_LE && order != H5T_ORDER_BE) return DType::opaque;
  constexpr const char* kWhat = "its element type cannot be read";
  const Hdf5Handle native = use.handle(H5Tcopy(type), &H5Tclose, kWhat);
  use.checked(H5Tset_order(native.get(), H5Tget_order(H5T_NATIVE_INT)), kWhat);
  for (int i = static_cast<int>(DType::int8); i <= static_cast<int>(DType::float64); ++i) {
    const hid_t number = hdf5_native_type(static_cast<DType>(i));
    if (number >= 0 && H5Tequal(native.get(), number) > 0) return static_cast<DType>(i);
  }
  const Hdf5Handle half = hdf5_float16(use);
  return H5Tequal(native.get(), half.get()) > 0 ? DType::float16 : DType::opaque;
}

inline DType hdf5_complex_dtype(const Hdf5Use& use, hid_t type) {
  if (!hdf5_has_members(type, "r", "i")) return DType::opaque;
  constexpr const char* kWhat = "its element type cannot be read";
  const Hdf5Handle real = use.handle(H5Tget_member_type(type, 0), &H5Tclose, kWhat);
  const Hdf5Handle imaginary = use.handle(H5Tget_member_type(type, 1), &H5Tclose, kWhat);
  for (const hid_t member : {real.get(), imaginary.get()})
    if (H5Tget_class(member) != H5T_FLOAT) return DType::opaque;
  const DType part = hdf5_number_dtype(use, real.get());
  if (part != hdf5_number_dtype(use, imaginary.get())) return DType::opaque;
  return part == DType::float32   ? DType::complex64
         : part == DType::float64 ? DType::complex128
                                  : DType::opaque;
}

/// Returns the DType of a dataset's type; opaque if no tensor can hold its elements.
inline DType hdf5_dtype(const Hdf5Use& use, hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
    case H5T_FLOAT:
      return hdf5_number_dtype(use, type);
    case H5T_COMPOUND:
      return hdf5_complex_dtype(use, type);
    case H5T_ENUM:
      return H5Tget_size(type) == 1 && hdf5_has_members(type, "FALSE", "TRUE") ? DType::boolean
                                                                               : DType::opaque;
    default:
      return DType::opaque;
  }
}

/// Returns the names of the members of a struct or an enum: "'x', 'y', ...".
inline std::string hdf5_member_names(hid_t type) {
  constexpr int kMaxShown = 5;
  const int count = H5Tget_nmembers(type);
  std::string names;
  for (int i = 0; i < std::min(count, kMaxShown); ++i)
    names +=
        (i == 0 ? "" : ", ") + detail::quoted(hdf5_member_name(type, static_cast<unsigned>(i)));
  return count > kMaxShown ? names + ", ..." : names;
}

/// Returns a type's name for messages: "float32", "strings", "structs of 'x', 'y'".
inline std::string hdf5_type_name(const Hdf5Use& use, hid_t type) {
  const DType dtype = hdf5_dtype(use, type);
  if (dtype != DType::opaque) return dtype_name(dtype);
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return message("integers of ", H5Tget_precision(type), " bits");
    case H5T_FLOAT:
      return message("floating-point numbers of ", H5Tget_precision(type), " bits");
    case H5T_COMPOUND:
      return message("structs of ", hdf5_member_names(type));
    case H5T_ENUM:
      return message("an enum of ", hdf5_member_names(type));
    case H5T_STRING:
      return "strings";
    case H5T_REFERENCE:
      return "references";
    case H5T_VLEN:
      return "lists of variable length";
    case H5T_ARRAY:
      return "arrays as elements";
    case H5T_BITFIELD:
      return message("bit fields of ", H5Tget_size(type), " bytes");
    case H5T_OPAQUE:
      return message("opaque elements of ", H5Tget_size(type), " bytes");
    default:
      return "elements of a type that HDF5 does not name";
  }
}

}  // namespace detail

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
  /// if fewer can be read.
  [[nodiscard]] std::vector<std::string> links_backward(hid_t group) const {
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
