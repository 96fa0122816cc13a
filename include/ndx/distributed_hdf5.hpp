// HDF5 on several processes: distributed tensors from datasets, each rank its own rows. Needs MPI,
// libhdf5 and zlib, but not HDF5 built for MPI: each rank opens the file for itself, so all must see
// it.
#pragma once

#include <ndx/distributed/file_rows.hpp>
#include <ndx/interop/hdf5/hdf5_tensor_file.hpp>

NDX_NAMESPACE_BEGIN

/// Reads the dataset that load_hdf5<T>(path, name) reads, each rank its own rows. The dataset may
/// be chunked and compressed; a chunk with rows of several ranks is read by each of them.
/// Collective. Throws ValueError, on all ranks, if open_hdf5 would on any of them, and for a
/// dataset of rank 0.
///   const auto rain = distributed_from_hdf5<float>(world, "climate.h5", "rain");
template <Element T>
  requires Hdf5Element<T>
[[nodiscard]] DistributedTensor<T> distributed_from_hdf5(const Communicator& ranks,
                                                         const std::string& path,
                                                         const std::string& name,
                                                         const DistributedOptions& options = {}) {
  const char* const call = "distributed_from_hdf5";
  return detail::distributed_from_file<T>(call, ranks, path, options, [&] {
    return detail::Hdf5Chunks::open(call, path, name, dtype_of<T>(), O_RDONLY,
                                    FileOptions().block / static_cast<index_t>(sizeof(T)));
  });
}

NDX_NAMESPACE_END
