// HDF5: datasets of its files loaded, saved, listed, and indexed in the file without loading them. Needs libhdf5
// (pkg-config hdf5). Chunks are inflated by several threads if <ndx/libdeflate.hpp> or <ndx/zlib.hpp> is used.
#pragma once

#include <ndx/interop/hdf5/hdf5_any.hpp>
#include <ndx/interop/hdf5/hdf5_dataset.hpp>
#include <ndx/interop/hdf5/hdf5_tensor_file.hpp>
