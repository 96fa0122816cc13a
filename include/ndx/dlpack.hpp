// DLPack: tensors to and from NumPy, PyTorch, JAX and others, without a copy. Needs no library: the
// exchange format is a few structs.
#pragma once

#include <ndx/interop/dlpack/dlpack_tensor.hpp>
