// Special functions (erf, lgamma, logaddexp, …), activation functions of neural networks (gelu, silu, softplus), and
// the parts of numbers (modf, frexp, divmod).
#pragma once

#include <ndx/ops/math/special_functions.hpp>

// The table declares what the compiled library holds of these functions.
#ifdef NDX_COMPILED
#include <ndx/ops/instances/special_instances.hpp>
#endif
