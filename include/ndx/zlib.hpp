// zlib: inflates the chunks of HDF5 files. Link with zlib (pkg-config zlib; Debian's zlib1g-dev).
#pragma once

#include <algorithm>
#include <limits>

#include <zlib.h>

#include <ndx/io/inflater.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// Inflates one chunk; see Inflater::inflate.
inline index_t inflate_by_zlib(const void* from, index_t bytes, void* to, index_t room) noexcept {
  // zlib counts in 32 bits, as HDF5 does up to version 1.14.
  if (std::max(bytes, room) > index_t{std::numeric_limits<uInt>::max()}) return Inflater::kNoMemory;
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return Inflater::kNoMemory;
  // zlib takes a pointer to bytes that are not const, but does not write them.
  stream.next_in = static_cast<Bytef*>(const_cast<void*>(from));
  stream.avail_in = static_cast<uInt>(bytes);
  stream.next_out = static_cast<Bytef*>(to);
  stream.avail_out = static_cast<uInt>(room);
  const int result = inflate(&stream, Z_FINISH);
  const index_t got = room - index_t{stream.avail_out};
  const bool is_full = result == Z_BUF_ERROR && stream.avail_out == 0 && stream.avail_in > 0;
  inflateEnd(&stream);
  if (result == Z_STREAM_END) return got;
  if (result == Z_MEM_ERROR) return Inflater::kNoMemory;
  return is_full ? Inflater::kNoRoom : Inflater::kDamaged;
}

}  // namespace detail

/// Lets File and load_hdf5 inflate the chunks of HDF5 datasets by zlib from now on. It takes about
/// as long as ndx itself, or less if the program links a faster version of zlib. Results are the
/// same. libdeflate takes half the time: see use_libdeflate. set_inflater({}) undoes the call.
inline void use_zlib() noexcept {
  Inflater inflater;
  inflater.inflate = &detail::inflate_by_zlib;
  set_inflater(inflater);
}

NDX_NAMESPACE_END
