// zlib: inflates text that is compressed by gzip, and the chunks of HDF5 files, as it does unless another
// inflater is installed. Link with zlib (pkg-config zlib; Debian's zlib1g-dev).
#pragma once

#include <ndx/interop/hdf5/hdf5_inflate.hpp>

NDX_NAMESPACE_BEGIN

/// Lets loadtxt and TextTable read text that is compressed by gzip, and File and load_hdf5 inflate the chunks
/// of HDF5 datasets by zlib from now on, as these do before any call of use_libdeflate or set_inflater.
/// inflater() then has functions that can be called, which it has not after set_inflater({}).
inline void use_zlib() noexcept {
  Inflater inflater;
  inflater.inflate = [](const void* from, index_t bytes, void* to, index_t room) noexcept {
    return detail::inflate_by_zlib(from, bytes, to, room, false);
  };
  inflater.gunzip = [](const void* from, index_t bytes, void* to, index_t room) noexcept {
    return detail::inflate_by_zlib(from, bytes, to, room, false, true);
  };
  set_inflater(inflater);
}

NDX_NAMESPACE_END
