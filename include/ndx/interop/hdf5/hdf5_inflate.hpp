// Inflates the deflated chunks of HDF5 files with zlib, which libhdf5 needs for deflating anyway.
// This file knows no tensors.
#pragma once

#include <algorithm>
#include <limits>

#include <zlib.h>

#include <ndx/io/inflater.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Inflates as Inflater::inflate does or, with `gzip`, as Inflater::gunzip does. If `exactly` is set, a
/// stream that is followed by other bytes counts as damaged.
inline index_t inflate_by_zlib(const void* from, index_t bytes, void* to, index_t room,
                               bool exactly, bool gzip = false) noexcept {
  // zlib counts in 32 bits, as HDF5 does up to version 1.14.
  if (std::max(bytes, room) > index_t{std::numeric_limits<uInt>::max()}) return Inflater::kNoMemory;
  z_stream stream{};
  // zlib counts the window in bits, 15 for the largest; 16 more select the format of gzip.
  if (inflateInit2(&stream, MAX_WBITS + (gzip ? 16 : 0)) != Z_OK) return Inflater::kNoMemory;
  // zlib does not write to these bytes, although its pointer is not to const.
  stream.next_in = static_cast<Bytef*>(const_cast<void*>(from));
  stream.avail_in = static_cast<uInt>(bytes);
  stream.next_out = static_cast<Bytef*>(to);
  stream.avail_out = static_cast<uInt>(room);
  int result = ::inflate(&stream, Z_FINISH);
  while (gzip && result == Z_STREAM_END && stream.avail_in > 0 && inflateReset(&stream) == Z_OK)
    result = ::inflate(&stream, Z_FINISH);  // the next member
  inflateEnd(&stream);
  if (result == Z_MEM_ERROR) return Inflater::kNoMemory;
  if (result == Z_STREAM_END)
    return exactly && stream.avail_in > 0 ? Inflater::kDamaged : room - index_t{stream.avail_out};
  const bool is_full = result == Z_BUF_ERROR && stream.avail_out == 0 && stream.avail_in > 0;
  return is_full ? Inflater::kNoRoom : Inflater::kDamaged;
}

}  // namespace detail
NDX_NAMESPACE_END
