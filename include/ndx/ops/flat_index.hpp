// Between flat indices, positions in row-major order, and coordinates, one index a dim.
#pragma once

#include <ndx/ops/elementwise.hpp>
#include <ndx/ops/index_tuple.hpp>
#include <ndx/ops/index_values.hpp>

NDX_NAMESPACE_BEGIN

/// The coordinates of flat indices in a tensor of that shape, each of the shape of `flat`:
///   t.index(unravel_index(argmax(t), t.shape()))  is the largest element
/// IndexError for a flat index outside 0…numel-1: negative ones do not count from the end here, as
/// in NumPy. ValueError for a shape that cannot be, and for flat indices of rank 1 or more into a
/// shape of rank 0, whose coordinates are no tensors to tell their number.
/// Source: NumPy's unravel_index.
template <IndexValues X>
[[nodiscard]] IndexTuple unravel_index(const X& flat, const Dims& shape) {
  const index_t total = checked_numel("unravel_index", shape);
  const Tensor<index_t> positions = detail::index_tensor("unravel_index", flat);
  const index_t wrong =
      detail::find_first(positions, [&](index_t p) { return p < 0 || p >= total; });
  if (wrong >= 0) [[unlikely]]
    throw_index_error("unravel_index: index ", detail::describe_element(positions, wrong),
                      " is out of bounds for shape ", shape, " with ", total, " elements");
  if (shape.empty() && positions.dim() > 0) [[unlikely]]
    throw_value_error("unravel_index: flat indices of shape ", positions.shape(),
                      " have no coordinates in a shape of rank 0");
  std::vector<Tensor<index_t>> coordinates(shape.size());
  index_t step = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    const index_t size = shape[d];
    coordinates[d] = detail::map_elements<index_t>(
        "unravel_index", [step, size](index_t p) { return p / step % size; }, positions);
    step *= size;
  }
  return IndexTuple(std::move(coordinates));
}
template <NoIndexValues X>
void unravel_index(const X&, const Dims&) = delete;  // not integers: convert with .to<index_t>()

NDX_NAMESPACE_END
