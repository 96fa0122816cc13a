// ndx: strided tensors with NumPy's indexing.
#pragma once

#include <ndx/tensor/tensor.hpp>
