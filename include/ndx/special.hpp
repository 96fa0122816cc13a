// Special functions (erf, lgamma, logaddexp, …), activation functions of neural networks (gelu, silu, softplus), and
// the parts of numbers (modf, frexp, divmod).
#pragma once

#include <ndx/ops/math/special_functions.hpp>
