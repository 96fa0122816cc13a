// Eigen: tensors as its matrices and arrays, and back, without a copy; matmul, tensordot and
// einsum, which Eigen calculates. Needs Eigen 3.
#pragma once

#include <ndx/interop/eigen/eigen_einsum.hpp>
#include <ndx/interop/eigen/eigen_matrix.hpp>
#include <ndx/interop/eigen/eigen_products.hpp>
