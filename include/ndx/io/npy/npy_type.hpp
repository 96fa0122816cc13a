// NpyType: an element type as .npy files encode it, and the conversions to and from that text.
#pragma once

#include <bit>
#include <charconv>
#include <string>

#include <ndx/base/dtype.hpp>
#include <ndx/base/error.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// An element type as .npy files encode it: '<f8' is kind f of 8 bytes.
struct NpyType {
  char kind = 'V';  // b, i, u, f, c, or V (untyped bytes)
  index_t bytes = 0;
  bool swapped = false;  // whether the byte order is not this machine's
  /// Whether the bytes of kind V are one number, of a type that NumPy does not have. A file does
  /// not say it.
  bool is_number = false;

  [[nodiscard]] bool same_elements(const NpyType& other) const noexcept {
    return kind == other.kind && bytes == other.bytes;
  }
};

/// Returns the NpyType of T. Types without a DType are bytes, kind V. bfloat16 has the kind V as
/// well, but with a byte order, because NumPy has no such type: the Python package ml_dtypes, whose
/// dtypes have the kind V (kNpyDescrKind in its _src/dtypes.cc), writes '<V2'.
template <class T>
constexpr NpyType npy_type() {
  constexpr DType dtype = dtype_of<T>();
  constexpr char kind = dtype == DType::boolean    ? 'b'
                        : dtype == DType::bfloat16 ? 'V'
                        : dtype <= DType::int64    ? 'i'
                        : dtype <= DType::uint64   ? 'u'
                        : dtype <= DType::float64  ? 'f'
                        : dtype != DType::opaque   ? 'c'
                                                   : 'V';
  return {kind, sizeof(T), false, dtype == DType::bfloat16};
}

/// Returns whether a type is one that tensors can hold, or void.
inline bool is_known(const NpyType& type) noexcept {
  constexpr index_t kLargestStruct = INT64_MAX / 8;  // so that the size in bits fits, too
  const index_t n = type.bytes;
  switch (type.kind) {
    case 'b':
      return n == 1;
    case 'i':
    case 'u':
      return n == 1 || n == 2 || n == 4 || n == 8;
    case 'f':
      return n == 2 || n == 4 || n == 8;
    case 'c':
      return n == 8 || n == 16;
    default:
      return type.kind == 'V' && n > 0 && n <= kLargestStruct;
  }
}

/// Parses a type such as '<f8'. Returns whether it is one that tensors can hold, or void.
inline bool read_npy_type(std::string_view descr, NpyType& type) noexcept {
  const bool ordered = !descr.empty() && std::string_view("<>|=").find(descr[0]) != descr.npos;
  const std::string_view plain = descr.substr(ordered ? 1 : 0);
  type.kind = plain.empty() ? '?' : plain[0];
  const char* const end = plain.data() + plain.size();
  const auto size = std::from_chars(plain.data() + !plain.empty(), end, type.bytes);
  if (size.ec != std::errc() || size.ptr != end || !is_known(type)) return false;
  const char foreign = std::endian::native == std::endian::little ? '>' : '<';
  type.swapped = descr[0] == foreign && type.bytes > 1;
  return true;
}

/// Returns whether elements that are read as T are in the other byte order.
template <class T>
bool is_swapped(const NpyType& type) {
  return type.swapped && (type.kind != 'V' || npy_type<T>().is_number);
}

/// Returns the encoded type: "<f8", "|b1", "|V12".
inline std::string npy_descr(const NpyType& type) {
  const bool little = (std::endian::native == std::endian::little) != type.swapped;
  const char order = type.bytes == 1 || (type.kind == 'V' && !type.is_number) ? '|'
                     : little                                                 ? '<'
                                                                              : '>';
  const char letters[] = {order, type.kind, '\0'};
  return message(static_cast<const char*>(letters), type.bytes);
}

/// Returns the name that dtype_name() gives a type: "float64".
inline std::string npy_plain_name(const NpyType& type) {
  constexpr std::string_view kKinds = "iufc";
  constexpr const char* kNames[] = {"int", "uint", "float", "complex"};
  const std::size_t at = kKinds.find(type.kind);
  return at != kKinds.npos  ? message(kNames[at], 8 * type.bytes)
         : type.kind == 'b' ? "bool"
         : type.is_number   ? "bfloat16"
                            : message("a struct of ", type.bytes, " bytes");
}

/// Returns a type's name for messages: "float64 ('<f8')".
inline std::string npy_type_name(const NpyType& type) {
  return message(npy_plain_name(type), " ('", npy_descr(type), "')");
}

}  // namespace detail
NDX_NAMESPACE_END
