// Converts between DType and element types as HDF5 files declare them. Needs libhdf5; knows no
// tensors.
//
// HDF5 has no type for bool, float16 and complex numbers. They are written as h5py does and
// PyTables reads: an enum of FALSE and TRUE, IEEE's number of 16 bits, a struct of r and i.
#pragma once

#include <memory>

#include <ndx/base/dtype.hpp>
#include <ndx/base/types.hpp>
#include <ndx/interop/hdf5/hdf5_handle.hpp>

NDX_NAMESPACE_BEGIN

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

/// Builds an enum of FALSE and TRUE, of one byte.
inline Hdf5Handle hdf5_bool(const Hdf5Use& use) {
  constexpr const char* kWhat = "cannot make an element type";
  Hdf5Handle type = use.handle(H5Tenum_create(H5T_NATIVE_INT8), &H5Tclose, kWhat);
  for (const auto& [name, value] : {std::pair("FALSE", std::int8_t{0}), {"TRUE", std::int8_t{1}}})
    use.checked(H5Tenum_insert(type.get(), name, &value), kWhat);
  return type;
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

/// Builds a struct of r and i.
inline Hdf5Handle hdf5_complex(const Hdf5Use& use, hid_t part) {
  constexpr const char* kWhat = "cannot make an element type";
  const std::size_t bytes = H5Tget_size(part);
  Hdf5Handle type = use.handle(H5Tcreate(H5T_COMPOUND, 2 * bytes), &H5Tclose, kWhat);
  use.checked(H5Tinsert(type.get(), "r", 0, part), kWhat);
  use.checked(H5Tinsert(type.get(), "i", bytes, part), kWhat);
  return type;
}

/// Returns the type of elements in memory, which is also the type in which they are written.
inline Hdf5Handle hdf5_type(const Hdf5Use& use, DType dtype) {
  if (dtype == DType::boolean) return hdf5_bool(use);
  if (dtype == DType::float16) return hdf5_float16(use);
  if (dtype == DType::complex64) return hdf5_complex(use, H5T_NATIVE_FLOAT);
  if (dtype == DType::complex128) return hdf5_complex(use, H5T_NATIVE_DOUBLE);
  return use.handle(H5Tcopy(hdf5_native_type(dtype)), &H5Tclose, "cannot make an element type");
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
NDX_NAMESPACE_END
