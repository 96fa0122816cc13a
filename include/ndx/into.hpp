// Results in existing tensors: element-wise functions and operators that write into a tensor and do
// not return a new one. add_into(out, a, b) is for a + b, exp_into(out, x) for exp(x), and so on.
#pragma once

#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/ops/arithmetic/stencil_into.hpp>
