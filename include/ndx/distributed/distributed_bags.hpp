// embedding_bag of a DistributedTensor: each rank sums its own bags of the rows of all ranks.
//
// A row moves to a rank once, however many of its bags have it. Rows are added in the order of the ids, as those of a
// tensor are, so that the bits are the same. Sums that each rank makes of its own rows would move less where bags are
// large, but would be added in another order.
#pragma once

#include <optional>

#include <ndx/distributed/distributed_tensor.hpp>
#include <ndx/ops/index/embedding_bag.hpp>

NDX_NAMESPACE_BEGIN

/// Returns the sums, means or maxima of rows of the whole tensor for the ids and options of this rank. Collective: all
/// ranks call it, those without ids, too. An error on one rank, such as an id out of bounds, is thrown on all of them.
///   embedding_bag(table, ids)   // table (v,w), ids (b,n) of this rank; the result has shape (b,w)
template <Element T, IndexValues X = detail::BracedIndices>
  requires BagElement<T>
[[nodiscard]] Tensor<detail::bag_result_t<T>> embedding_bag(
    const DistributedTensor<T>& table, const X& ids,
    const EmbeddingBagOptions<detail::bag_number_t<T>>& options = {}) {
  std::optional<detail::BagsOfRows<T>> bags;
  detail::in_step(table.ranks(),
                  [&] { bags.emplace(table.shape(), detail::untyped_indices(ids), options); });
  const Tensor<T> rows = table.index({bags->rows});
  Tensor<detail::bag_result_t<T>> result;
  detail::in_step(table.ranks(), [&] { result = bags->sums(rows); });
  return result;
}

NDX_NAMESPACE_END
