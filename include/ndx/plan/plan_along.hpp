// Plans not made from a list of terms: index tensors on given dims, for take, gather, gather_nd and
// their writing counterparts.
//
// An index tensor either replaces its dim (take), or it has the rank of the tensor (gather): then
// every other dim is indexed by the position's own coordinate, which needs a stride per dim but no
// index tensor. Dims along which an index tensor does not vary are left out of the index shape, so
// that they are copied whole, without an offset per position.
#pragma once

#include <vector>

#include <ndx/layout/broadcast.hpp>
#include <ndx/plan/plan.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Indexes dim `dim` of the view by `index`.
inline void index_dim(IndexPlan& plan, std::size_t dim, const UntypedTensor& index) {
  IndexedTerm term{};
  term.kind = IndexedTerm::Kind::integers;
  term.term = IndexedTerm::kNoTerm;
  term.source_dim = static_cast<std::uint32_t>(dim);
  term.view_dim = term.source_dim;
  term.dims = 1;
  term.size = plan.view.shape[dim];
  term.tensor = &index;
  plan.indexed.push_back(term);
  plan.indexed_dims |= std::uint64_t{1} << dim;
}

/// Replaces dim `dim` by the dims of `index`: (2,3,4) and an index (5,6) on dim 1 -> (2,5,6,4).
inline IndexPlan plan_in_place_of(const char* call, const Layout& source, std::size_t dim,
                                  const UntypedTensor& index) {
  IndexPlan plan;
  plan.call = call;
  plan.view = source;
  plan.space = index.layout.shape;
  index_dim(plan, dim, index);
  for (std::size_t d = 0; d < dim; ++d) plan.indexed_shape.push_back(source.shape[d]);
  for (const index_t size : plan.space) {
    plan.space_places.push_back(static_cast<index_t>(plan.indexed_shape.size()));
    plan.indexed_shape.push_back(size);
  }
  for (std::size_t d = dim + 1; d < source.rank(); ++d)
    plan.indexed_shape.push_back(source.shape[d]);
  checked_numel(call, plan.indexed_shape);
  return plan;
}

/// Indexes dim `dim` by `index` and the other dims by the position's own coordinate:
///   result[i,j,k] = source[i, index[i,j,k], k]
/// Along the other dims, source and index have the size in `shape`, or 1, which is broadcast.
/// `index` is changed: dims along which it has stride 0 get size 1.
inline IndexPlan plan_along(const char* call, const Layout& source, std::size_t dim,
                            UntypedTensor& index, const Dims& shape) {
  IndexPlan plan;
  plan.call = call;
  plan.view = source;
  plan.indexed_shape = shape;
  bool walks = false;
  for (std::size_t d = 0; d < source.rank(); ++d) {
    if (d != dim && index.layout.strides[d] == 0 && index.layout.shape[d] > 1)
      index.layout.shape[d] = 1;
    if (d != dim && index.layout.shape[d] == 1 && source.shape[d] == shape[d]) continue;
    const bool walked = d != dim && source.shape[d] == shape[d];
    walks = walks || walked;
    plan.space.push_back(shape[d]);
    plan.space_places.push_back(static_cast<index_t>(d));
    plan.walked_strides.push_back(walked ? source.strides[d] : 0);
    plan.indexed_dims |= std::uint64_t{1} << d;
  }
  if (!walks) plan.walked_strides.clear();
  index_dim(plan, dim, index);
  plan.indexed[0].along = true;
  checked_numel(call, shape);
  return plan;
}

/// PyTorch's rule: the result has the shape of the index, which must not exceed the source along
/// any dim but `dim`. Rank 0 counts as rank 1.
inline IndexPlan plan_gather(const char* call, Layout source, index_t dim, UntypedTensor& index) {
  const bool scalar = index.layout.rank() == 0;
  if (scalar) index.layout.push_dim(1, 1);
  if (source.rank() == 0) source.push_dim(1, 1);
  const std::size_t place = wrap_dim(call, dim, source.rank());
  const Dims shape = index.layout.shape;
  if (shape.size() != source.rank()) [[unlikely]] {
    throw_shape_error(call, ": index of shape ", shape, " must have the rank of the tensor, ",
                      source.rank());
  }
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d == place) continue;
    if (shape[d] > source.shape[d]) [[unlikely]] {
      throw_shape_error(call, ": index of shape ", shape, " is larger than the tensor of shape ",
                        source.shape, " along dim ", d);
    }
    source.shape[d] = shape[d];
  }
  IndexPlan plan = plan_along(call, source, place, index, shape);
  if (scalar) {
    for (Dims* dims : {&plan.space, &plan.space_places, &plan.walked_strides, &plan.indexed_shape})
      dims->clear();
  }
  return plan;
}

/// NumPy's rule: index and source are broadcast together along all dims but `dim`.
inline IndexPlan plan_along_axis(const char* call, const Layout& source, index_t dim,
                                 UntypedTensor& index) {
  const std::size_t place = wrap_dim(call, dim, source.rank());
  if (index.layout.rank() != source.rank()) [[unlikely]] {
    throw_shape_error(call, ": indices of shape ", index.layout.shape,
                      " must have the rank of the tensor, ", source.rank());
  }
  Dims shape = source.shape;
  shape[place] = 1;
  Dims other = index.layout.shape;
  other[place] = 1;
  if (!broadcast_into(shape, other)) [[unlikely]] {
    throw_shape_error(call, ": indices of shape ", index.layout.shape, " and a tensor of shape ",
                      source.shape, " do not broadcast together along the dims other than ", place);
  }
  shape[place] = index.layout.shape[place];
  return plan_along(call, source, place, index, shape);
}

/// Checks that an index has rank 1; rank 0 is converted to rank 1.
inline UntypedTensor index_list(const char* call, UntypedTensor index) {
  if (index.layout.rank() > 1) [[unlikely]]
    throw_shape_error(call, ": index of shape ", index.layout.shape, " must have rank 0 or 1");
  if (index.layout.rank() == 0) index.layout.push_dim(1, 1);
  return index;
}

/// Indexes the leading dims by coordinates: each row along the last dim of `indices` is one
/// coordinate.
///   (2,3,4) and indices (5,2) -> (5,4)
/// `columns` stores the index tensors that the plan refers to.
inline IndexPlan plan_by_coordinates(const char* call, const Layout& source,
                                     const UntypedTensor& indices,
                                     std::vector<UntypedTensor>& columns) {
  if (indices.layout.rank() == 0) [[unlikely]]
    throw_shape_error(call, ": indices of rank 0 have no last dim for the coordinates");
  const std::size_t last = indices.layout.rank() - 1;
  const index_t indexed = indices.layout.shape[last];
  if (indexed > static_cast<index_t>(source.rank())) [[unlikely]] {
    throw_index_error(call, ": too many indices for tensor: tensor is ", source.rank(),
                      "-dimensional, but ", indexed, " were indexed");
  }
  const auto count = static_cast<std::size_t>(indexed);
  IndexPlan plan;
  plan.call = call;
  plan.view = source;
  columns.assign(count, indices);
  for (std::size_t c = 0; c < count; ++c) {
    Layout& column = columns[c].layout;
    if (!is_empty(column.shape)) column.offset += static_cast<index_t>(c) * column.strides[last];
    column.erase_dim(last);
    index_dim(plan, c, columns[c]);
  }
  plan.space = indices.layout.shape;
  plan.space.erase(last);
  if (count == 0) {  // no index tensor: one term like `true`, which adds neither dim nor offset
    plan.indexed.push_back({});
    plan.indexed[0].kind = IndexedTerm::Kind::boolean;
  }
  for (const index_t size : plan.space) {
    plan.space_places.push_back(static_cast<index_t>(plan.indexed_shape.size()));
    plan.indexed_shape.push_back(size);
  }
  for (std::size_t d = count; d < source.rank(); ++d) plan.indexed_shape.push_back(source.shape[d]);
  checked_numel(call, plan.indexed_shape);
  return plan;
}

}  // namespace detail
NDX_NAMESPACE_END
