// embedding_bag_update_ takes a gradient step: it adds the gradient of each bag to the rows of the table that the
// bag was made of.
//
// It is an index_add_, whose source is one row for each bag, repeated for its ids. That row is broadcast if all bags
// have the same size and no weights; otherwise there is a copy of it for each id.
#pragma once

#include <ndx/ops/index/embedding_bag.hpp>
#include <ndx/ops/index/index_add.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T, class B>
Tensor<T> update_bags(const char* call, const Tensor<T>& table, const UntypedTensor& given,
                      const ValuesOf<T>& grad, B alpha, const EmbeddingBagOptions<B>& options) {
  using Value = std::remove_const_t<T>;
  if (options.mode == BagMode::max || options.scale || options.bias || options.scale_in_row)
      [[unlikely]]
    throw_value_error(call, ": only sums and means, without scales, have a gradient step here");
  Bags<B> bags(call, table.shape(), given, options);
  const Dims shape{bags.count, table.size(1)};
  if (!(grad.shape() == shape)) [[unlikely]]
    throw_shape_error(call, ": a gradient of shape ", grad.shape(), " must have the shape ", shape,
                      " of the bags");
  bags.complete(call, options);
  const auto kept = checked_size<index_t>(bags.ends.back());
  std::vector<index_t> bag_of(kept);
  Tensor<B> factors = make_filled(call, Dims{bags.count, 1}, alpha);
  for (index_t b = 0; b < bags.count; ++b) {
    const index_t begin = bags.ends[static_cast<std::size_t>(b)];
    const index_t end = bags.ends[static_cast<std::size_t>(b) + 1];
    for (index_t k = begin; k < end; ++k) bag_of[static_cast<std::size_t>(k)] = b;
    if (options.mode == BagMode::mean && end > begin)
      factors.data()[b] /= static_cast<B>(end - begin);
  }
  Tensor<Value> rows = map_elements<Value>(call, Reduce::Multiply{}, grad, factors);
  Tensor<index_t> ids = bags.ids;
  if (ids.dim() == 2 && bags.padding < 0 && !options.weights) {
    rows = rows.unsqueeze(1);
  } else {
    ids = ids.ravel().narrow(0, 0, bags.ends.back());
    rows = rows.index({bag_of});
    if (options.weights)
      rows = map_elements<Value>(call, Reduce::Multiply{}, rows,
                                 bags.weights.ravel().narrow(0, 0, bags.ends.back()).unsqueeze(1));
  }
  const UntypedTensor index = untyped_indices(ids);
  return write_with(plan_in_place_of(call, table.layout(), 0, index), table, ValuesOf<T>(rows),
                    {.reduce = Reduce::Add{}});
}

}  // namespace detail

/// Takes a gradient step of embedding_bag: computes table[id] += alpha · grad[bag] for each id of each bag, in the
/// order of the ids, so that an id that occurs twice is updated twice. The gradient of a bag is multiplied by alpha, or
/// for a mean by alpha divided by the number of ids, and then by the weight of the id, and rounded each time.
///   embedding_bag_update_(table, ids, grad, -0.1f, {.mode = BagMode::mean})   // table (v,w), ids (b,n), grad (b,w)
/// Returns the table. Ids and options are those of embedding_bag, and so are their errors; a maximum has no gradient
/// step. Throws ShapeError for a gradient that does not have the shape of the bags, and ValueError if two positions
/// of the table share an element. All checks come before the first write.
template <Element T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> G = detail::BracedValuesOf<T>,
          detail::FactorFor<T> A = std::remove_const_t<T>>
  requires BagElement<std::remove_const_t<T>> && (sizeof(T) > 1)
Tensor<T> embedding_bag_update_(
    const Tensor<T>& table, const X& ids, const G& grad, const A& alpha = A{1},
    const EmbeddingBagOptions<detail::bag_number_t<std::remove_const_t<T>>>& options = {}) {
  using B = detail::bag_number_t<std::remove_const_t<T>>;
  return detail::update_bags<T, B>("embedding_bag_update_", table, detail::untyped_indices(ids),
                                   detail::ValueTensor<T>(detail::unbraced(grad)).get(),
                                   convert_element<B>(alpha), options);
}

NDX_NAMESPACE_END
