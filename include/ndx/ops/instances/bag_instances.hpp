// The functions of bags that the compiled library has, for tables of each common type that they take.
#pragma once

#include <ndx/ops/index/embedding_bag_update.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// clang-format off: one instance a paragraph
#define NDX_ENTRY(suffix, S)                                                                         \
  NDX_COMPILE_MOVES(embedding_bag_##suffix, Tensor<bag_result_t<S>>, embedding_bag,                  \
      (Tensor<const S> table, const UntypedTensor& ids,                                              \
       const EmbeddingBagOptions<bag_number_t<S>>& options),                                         \
      (std::move(table), ids, options), S)
NDX_ENTRY(int8, std::int8_t)
NDX_ENTRY(uint8, std::uint8_t)
NDX_ENTRY(float, float)
NDX_ENTRY(double, double)
#undef NDX_ENTRY
#define NDX_ENTRY(suffix, T)                                                                         \
  NDX_COMPILE_MOVES(update_bags_##suffix, Tensor<T>, update_bags,                                    \
      (const char* call, const Tensor<T>& table, const UntypedTensor& ids,                           \
       const Tensor<const T>& grad, T alpha, const EmbeddingBagOptions<T>& options),                 \
      (call, table, ids, grad, alpha, options), T, T)
NDX_ENTRY(float, float)
NDX_ENTRY(double, double)
#undef NDX_ENTRY
// clang-format on

}  // namespace detail
NDX_NAMESPACE_END
