// Inflates the deflated chunks of HDF5 files by zlib, which libhdf5 itself needs to deflate them. Knows no
// tensors.
#pragma once

#include <algorithm>
#include <limits>

#include <zlib.h>

#include <ndx/io/inflater.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// See Inflater::inflate. If `exactly`, a stream that other bytes follow is damaged.
inline index_t inflate_by_zlib(const void* from, index_t bytes, void* to, index_t room,
                               bool exactly) noexcept {
  // zlib counts by 32 bits, as HDF5 does up to version 1.14.
  if (std::max(bytes, room) > index_t{std::numeric_limits<uInt>::max()}) return Inflater::kNoMemory;
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return Inflater::kNoMemory;
  // zlib does not write these bytes, but its pointer is not one to const.
  stream.next_in = static_cast<Bytef*>(const_cast<void*>(from));
  stream.avail_in = static_cast<uInt>(bytes);
  stream.next_out = static_cast<Bytef*>(to);
  stream.avail_out = static_cast<uInt>(room);
  const int result = ::inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  if (result == Z_MEM_ERROR) return Inflater::kNoMemory;
  if (result == Z_STREAM_END)
    return exactly && stream.avail_in > 0 ? Inflater::kDamaged : room - index_t{stream.avail_out};
  const bool is_full = result == Z_BUF_ERROR && stream.avail_out == 0 && stream.avail_in > 0;
  return is_full ? Inflater::kNoRoom : Inflater::kDamaged;
}

}  // namespace detail
NDX_NAMESPACE_END
