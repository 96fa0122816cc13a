// NpyType: an element type as .npy files encode it.
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
  /// Whether the bytes of kind V are one number, of a type that NumPy does not have. A file does not say.
  bool is_number = false;

  [[nodiscard]] bool same_elements(const NpyType& other) const noexcept {
    return kind == other.kind && bytes == other.bytes;
  }
};

/// The NpyType of T; types without a DType are bytes, kind V. So are, in their byte order, those of
/// bfloat16, because NumPy has no such type: '<V2' is what the Python package ml_dtypes writes, whose
/// dtypes have the kind V (kNpyDescrKind in its _src/dtypes.cc).
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

/// Whether a type is one that tensors hold, or void.
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

/// Reads a type such as '<f8', as files spell it; whether it is one that tensors hold, or void.
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

/// Whether elements read as T are in the other byte order.
template <class T>
bool is_swapped(const NpyType& type) {
  return type.swapped && (type.kind != 'V' || npy_type<T>().is_number);
}

/// The encoded type: "<f8", "|b1", "|V12".
inline std::string npy_descr(const NpyType& type) {
  const bool little = (std::endian::native == std::endian::little) != type.swapped;
  const char order = type.bytes == 1 || (type.kind == 'V' && !type.is_number) ? '|'
                     : little                                                 ? '<'
                                                                              : '>';
  const char letters[] = {order, type.kind, '\0'};
  return message(static_cast<const char*>(letters), type.bytes);
}

/// "float64", as dtype_name() says it.
inline std::string npy_plain_name(const NpyType& type) {
  constexpr std::string_view kKinds = "iufc";
  constexpr const char* kNames[] = {"int", "uint", "float", "complex"};
  const std::size_t at = kKinds.find(type.kind);
  return at != kKinds.npos  ? message(kNames[at], 8 * type.bytes)
         : type.kind == 'b' ? "bool"
         : type.is_number   ? "bfloat16"
                            : message("a struct of ", type.bytes, " bytes");
}

/// "float64 ('<f8')", for messages.
inline std::string npy_type_name(const NpyType& type) {
  return message(npy_plain_name(type), " ('", npy_descr(type), "')");
}

}  // namespace detail
NDX_NAMESPACE_END
