// Reading and writing one element of any type.
//
// A bool is read as a byte, nonzero meaning true. Masks from other libraries are then not undefined
// behaviour, and compilers vectorize the loads, which they do not for bool itself. A number of 16
// bits is read as a float, and a float is rounded when it is written as one: functions of elements
// compute in float, and are not compiled for 16 bits.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

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

/// Convert a row to float, and back: kernel/map/half_rows.hpp.
template <Half T>
void widen_row(const T* from, index_t step, float* to, index_t count);
template <Half T>
void narrow_row(const float* from, T* to, index_t count);

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
