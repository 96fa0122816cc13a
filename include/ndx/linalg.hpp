// Products of matrices, matmul, mm and bmm, and of vectors, dot, vdot, outer, cross and kron; trace and norm.
// tensordot and einsum, and decompositions, are calculated by Eigen: <ndx/eigen.hpp>.
#pragma once

#include <ndx/ops/linalg/cdist.hpp>
#include <ndx/ops/linalg/matmul.hpp>
#include <ndx/ops/reduce/norm.hpp>
#include <ndx/ops/reduce/products.hpp>

// The tables declare what the compiled library holds of these functions.
#ifdef NDX_COMPILED
#include <ndx/ops/instances/linalg_instances.hpp>
#include <ndx/ops/instances/statistics_instances.hpp>
#endif
