// open_hdf5: a dataset of an HDF5 file as a File, which is indexed without loading it. Needs
// libhdf5 and zlib (pkg-config hdf5 zlib).
#pragma once

#include <ndx/interop/hdf5/hdf5_chunks.hpp>
#include <ndx/large/tensor_file.hpp>

NDX_NAMESPACE_BEGIN

/// Opens a dataset of an HDF5 file, chunked or not, compressed or not. The file stays open as long
/// as the File and its copies live; if T is const, it is opened for reading only:
///   const auto rain = open_hdf5<const float>("climate.h5", "rain", {.progress = bar});
///   Tensor<float> summer = rain.oindex({months, stations, Slice()});
/// Chunks are read in their order, and once each if FileOptions::memory has room for 24 bytes per
/// selected run, 56 where chunks are read in part. Chunks that are not compressed, of elements in
/// this machine's byte order, are read in part and written in place. For all others, and where
/// chunks have never been written, a write works on a copy of the file, as with the option
/// `atomic`, and does not reclaim the space of the old chunks (h5repack does). Another File of any
/// dataset of that file that was opened before then still reads the old elements, and throws
/// ValueError instead of writing. A chunk is held in memory whole, even if it is larger than
/// `memory`. While the File lives, other programs cannot open the file with HDF5 for writing.
/// Elements, errors and the care for files that are not trusted are those of load_hdf5.
template <class T>
  requires Hdf5Element<std::remove_const_t<T>>
[[nodiscard]] File<T> open_hdf5(const std::string& path, const std::string& name,
                                FileOptions options = {}) {
  const index_t block = options.block / static_cast<index_t>(sizeof(T));
  return File<T>(
      detail::Hdf5Chunks::open("open_hdf5", path, name, dtype_of<std::remove_const_t<T>>(),
                               std::is_const_v<T> ? O_RDONLY : O_RDWR, std::max<index_t>(block, 1)),
      std::move(options));
}

NDX_NAMESPACE_END
