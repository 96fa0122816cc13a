// Reading one element of any type.
//
// A bool is read as a byte, nonzero meaning true. Masks from other libraries are then not undefined
// behaviour, and compilers vectorize the loads, which they do not for bool itself.
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

}  // namespace kernel
NDX_NAMESPACE_END
