// Reading one element of any type.
//
// A bool is read as a byte, anything but 0 being true, whoever wrote it: so foreign masks are no
// undefined behaviour, and compilers use vectors, which they do not for bool itself.
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
