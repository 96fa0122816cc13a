// HDF5: datasets of its files loaded, saved, listed, and indexed in the file without loading them.
// Needs libhdf5 and zlib (pkg-config hdf5 zlib). Chunks are inflated by several threads if an executor
// is installed, and faster with <ndx/libdeflate.hpp>.
#pragma once

#include <ndx/interop/hdf5/hdf5_dataset.hpp>
#include <ndx/interop/hdf5/hdf5_tensor_file.hpp>
