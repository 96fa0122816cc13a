// Vectors: their products and lengths, dot, vdot, outer, trace and norm. Products of matrices
// (matmul, tensordot and einsum) are calculated by Eigen: <ndx/eigen.hpp>.
#pragma once

#include <ndx/ops/reduce/norm.hpp>
#include <ndx/ops/reduce/products.hpp>

// The tables declare what the compiled library holds of these functions.
#ifdef NDX_COMPILED
#include <ndx/ops/instances/statistics_instances.hpp>
#endif
