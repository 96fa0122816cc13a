// Vectors: their products and lengths, dot, vdot, outer, trace and norm. Products of matrices
// (matmul, tensordot and einsum) are calculated by Eigen: <ndx/eigen.hpp>.
#pragma once

#include <ndx/ops/reduce/norm.hpp>
#include <ndx/ops/reduce/products.hpp>
