// float16 and bfloat16: elements of 16 bits, and the loops that compute with them. Include it before
// the first use of a Tensor<float16>. Scalars of _Float16 and the like: ops/arithmetic/foreign_halves.hpp.
#pragma once

#include <ndx/base/float16.hpp>
#include <ndx/kernel/map/half_rows.hpp>
