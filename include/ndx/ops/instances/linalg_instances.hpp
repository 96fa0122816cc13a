// The functions of linalg.hpp that the compiled library has for the common element types: products of matrices and
// distances. statistics_instances.hpp has those of vectors.
#pragma once

#include <ndx/ops/linalg/cdist.hpp>
#include <ndx/ops/linalg/matmul.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

#define NDX_ENTRY(suffix, T)                                                             \
  NDX_COMPILE_VECTORS(matmul_##suffix, Tensor<T>, matmul_by,                             \
                      (const Tensor<T>& a, const Tensor<T>& b), (a, b), MultiplyByTiles, \
                      Tensor<T>, Tensor<T>)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY(T)                                       \
  NDX_COMPILE_VECTORS(distances_##T, Tensor<T>, distances, \
                      (const Tensor<T>& a, const Tensor<T>& b, double p), (a, b, p), T)
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY

}  // namespace detail
NDX_NAMESPACE_END
