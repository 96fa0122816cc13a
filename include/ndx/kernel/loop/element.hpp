// Reads and writes one element of any type, in the type that functions of elements compute in.
//
// A bool is read as a byte, in which nonzero means true: masks from other libraries are then not
// undefined behaviour, and compilers vectorize the loads, which they do not for bool itself. A
// 16-bit float is read as a float, and rounded when it is written, so functions of elements compute
// in float and need no code for 16 bits.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Returns element i.
template <class T>
NDX_ALWAYS_INLINE const T& element(const T* from, index_t i) {
  return from[i];
}
NDX_ALWAYS_INLINE bool element(const bool* from, index_t i) {
  return reinterpret_cast<const unsigned char*>(from)[i] != 0;
}

template <Half T>
NDX_ALWAYS_INLINE float element(const T* from, index_t i) {
  return static_cast<float>(from[i]);
}

/// Convert a row to float and back. half_rows.hpp in kernel/map defines them.
template <Half T>
void widen_row(const T* from, index_t step, float* to, index_t count);
template <Half T>
void narrow_row(const float* from, T* to, index_t count);

/// Writes element i, converting a float to a 16-bit type if the tensor has one.
template <class T, class V>
NDX_ALWAYS_INLINE void set_element(T* to, index_t i, const V& value) {
  if constexpr (Half<T>) {
    to[i] = static_cast<T>(value);
  } else {
    to[i] = value;
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
