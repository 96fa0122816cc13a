// Arrays larger than memory: File<T>, an array in a file that is indexed without loading it, in
// bounded memory. Datasets of HDF5 files are opened in the same way: <ndx/hdf5.hpp>.
#pragma once

#include <ndx/large/tensor_file.hpp>
#include <ndx/tensor/plan_parts.hpp>
