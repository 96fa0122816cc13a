// Numbers of 16 and 8 bits: float16 and bfloat16, which are calculated with in float, and
// float8_e4m3fn and float8_e5m2, which are only stored and converted, as published models have
// them. Scalars of a compiler's own type, _Float16 or std::float16_t, and of Eigen's are converted
// to float16 or bfloat16 with the same value.
//
// Include this header before the first use of a Tensor<float16>.
#pragma once

#include <ndx/base/float16.hpp>
#include <ndx/base/float8.hpp>
#include <ndx/ops/arithmetic/foreign_halves.hpp>
#include <ndx/tensor/half_elements.hpp>
