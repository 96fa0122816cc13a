// zlib: inflates the chunks of HDF5 files, as it does unless another inflater is installed. Link with zlib
// (pkg-config zlib; Debian's zlib1g-dev).
#pragma once

#include <ndx/interop/hdf5/hdf5_inflate.hpp>

NDX_NAMESPACE_BEGIN

/// Lets File and load_hdf5 inflate the chunks of HDF5 datasets by zlib from now on, as they do before
/// any call of use_libdeflate or set_inflater. inflater() is then a function that can be called, which
/// it is not after set_inflater({}).
inline void use_zlib() noexcept {
  Inflater inflater;
  inflater.inflate = [](const void* from, index_t bytes, void* to, index_t room) noexcept {
    return detail::inflate_by_zlib(from, bytes, to, room, false);
  };
  set_inflater(inflater);
}

NDX_NAMESPACE_END
