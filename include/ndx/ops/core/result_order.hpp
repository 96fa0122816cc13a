// Results whose elements are stored in the order of an operand's elements.
//
// A loop over a transposed operand and a row-major result reads or writes out of order. If the result
// is transposed too, the loop reads and writes in memory order, and one fast copy makes the result
// row-major at the end.
#pragma once

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Dense strides for a result of this shape, in the order of the operand's strides. No dim of the
/// result may be larger than the operand's. The strides are row-major if there are few elements, or
/// if the operand is broadcast along one of the result's dims.
Dims strides_in_order(const Layout& operand, const Dims& shape) NDX_SYMBOL(strides_in_order);
#if NDX_DEFINES
NDX_FUNC Dims strides_in_order(const Layout& operand, const Dims& shape) {
  constexpr index_t few = 1024;
  Dims strides = contiguous_strides(shape);
  if (numel(operand) < few) return strides;
  const auto distance = [&](std::size_t d) { return distance_of(operand.strides[d]); };
  SmallVector<std::size_t, kMaxRank> order;  // dims with several elements, largest stride first
  bool row_major = true;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) continue;
    if (distance(d) == 0) return strides;
    order.push_back(d);
    for (std::size_t e = order.size() - 1; e > 0 && distance(order[e - 1]) < distance(order[e]);
         --e) {
      std::swap(order[e - 1], order[e]);
      row_major = false;
    }
  }
  if (row_major) return strides;
  index_t step = 1;
  for (std::size_t i = order.size(); i-- > 0; step *= shape[order[i]]) strides[order[i]] = step;
  return strides;
}
#endif

/// Returns an uninitialized tensor of t's shape whose dims are stored in the order of t's.
template <class T, class In>
Tensor<T> make_in_order(const char* call, const Tensor<In>& t) {
  const Tensor<T> row_major = make_uninitialized<T>(call, t.shape());
  const Dims strides = strides_in_order(t.layout(), t.shape());
  return strides == row_major.strides() ? row_major : row_major.as_strided(t.shape(), strides);
}

}  // namespace detail
NDX_NAMESPACE_END
