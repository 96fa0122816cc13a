// DLPack: tensors to and from NumPy, PyTorch, JAX and others, without a copy.
#pragma once

#include <ndx/interop/dlpack/dlpack_any.hpp>
#include <ndx/interop/dlpack/dlpack_tensor.hpp>
