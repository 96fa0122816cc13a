// DType: the element type of a tensor as a run-time value, for code that is not templated on it.
//
// Index tensors and masks, files and other libraries' tensors come in types that are known only at run time.
// The order of the enumerators matters: is_integer and integer_bytes compute with it.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// The element type of a tensor at run time; `opaque` is any other trivially copyable type.
enum class DType : std::uint8_t {
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  bfloat16,
  float32,
  float64,
  complex64,
  complex128,
  opaque,  // any other trivially copyable type
};

/// Returns the DType of T. Integers map by width and signedness, whether they are called long or long long.
/// Structs and all other types are opaque.
template <class T>
constexpr DType dtype_of() {
  using U = std::remove_cv_t<T>;
  if constexpr (Boolean<U>) {
    return DType::boolean;
  } else if constexpr (Integer<U>) {
    constexpr int width = sizeof(U) == 1 ? 0 : sizeof(U) == 2 ? 1 : sizeof(U) == 4 ? 2 : 3;
    constexpr int first = static_cast<int>(std::is_signed_v<U> ? DType::int8 : DType::uint8);
    return static_cast<DType>(first + width);
  } else if constexpr (std::is_same_v<U, float16>) {
    return DType::float16;
  } else if constexpr (std::is_same_v<U, bfloat16>) {
    return DType::bfloat16;
  } else if constexpr (std::is_same_v<U, float>) {
    return DType::float32;
  } else if constexpr (std::is_same_v<U, double>) {
    return DType::float64;
  } else if constexpr (Complex<U>) {
    return sizeof(U) == 8 ? DType::complex64 : sizeof(U) == 16 ? DType::complex128 : DType::opaque;
  } else {
    return DType::opaque;
  }
}

namespace detail {

// The table is outside of the function so that it is read where it is stored; a local one would be built on
// the stack.
inline constexpr const char* kDTypeNames[] = {
    "bool",   "int8",    "int16",    "int32",   "int64",   "uint8",     "uint16",     "uint32",
    "uint64", "float16", "bfloat16", "float32", "float64", "complex64", "complex128", "opaque"};

}  // namespace detail

/// Returns NumPy's name of the dtype, e.g. "int64", or "opaque" for a type that has no DType of its own.
constexpr const char* dtype_name(DType dtype) {
  return detail::kDTypeNames[static_cast<int>(dtype)];
}

/// Whether a tensor of that type can be an index: int8 to uint64, not bool.
constexpr bool is_integer(DType dtype) { return dtype >= DType::int8 && dtype <= DType::uint64; }

namespace detail {

/// Returns the size of an integer type in bytes. Signed and unsigned types are each listed in order of size.
constexpr std::size_t integer_bytes(DType dtype) {
  return std::size_t{1} << (static_cast<unsigned>(dtype) - static_cast<unsigned>(DType::int8)) % 4;
}

}  // namespace detail

NDX_NAMESPACE_END
