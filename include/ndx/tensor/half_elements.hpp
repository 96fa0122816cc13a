// float16 and bfloat16 as element types: the two types, and the loops that compute with them in
// float.
//
// They are not part of ndx/tensor.hpp, so that programs without such elements do not compile them.
// Include this header before the first use of a Tensor<float16>. Compilers' own scalars, such as
// _Float16, are converted by ops/arithmetic/foreign_halves.hpp.
#pragma once

#include <ndx/base/float16.hpp>
#include <ndx/kernel/map/half_rows.hpp>
