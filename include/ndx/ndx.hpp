// ndx: strided tensors with NumPy's indexing.
#pragma once

#include <ndx/io/print.hpp>
#include <ndx/tensor/tensor.hpp>
