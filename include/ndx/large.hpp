// Arrays larger than memory: File<T>, an array in a file that is indexed without loading it, in
// bounded memory. <ndx/hdf5.hpp> opens datasets of HDF5 files in the same way.
#pragma once

#include <ndx/large/tensor_file.hpp>
#include <ndx/tensor/plan_parts.hpp>
