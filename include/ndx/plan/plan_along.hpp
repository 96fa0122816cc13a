// Plans that are not made from a list of terms: index tensors on given dims, for take, gather, gather_nd
// and their writing counterparts.
//
// An index tensor either replaces its dim, as in take, or it has the rank of the tensor, as in gather. In
// gather, every other dim is indexed by the position's own coordinate; the plan expresses this by the
// view's stride along that dim. Dims along which no index tensor varies are copied whole.
#pragma once

#include <vector>

#include <ndx/layout/broadcast.hpp>
#include <ndx/plan/index_plan.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Begins a plan whose view is the whole tensor. It has no operands yet.
inline IndexPlan whole_plan(const char* call, const Layout& source) {
  IndexPlan plan;
  plan.call = call;
  plan.view = source;
  return plan;
}

/// Adds `index` as the operand of dim `dim` of the view.
inline void index_dim(IndexPlan& plan, std::size_t dim, const UntypedTensor& index) {
  IndexOperand operand{};
  operand.kind = IndexOperand::Kind::integers;
  operand.term = IndexOperand::kNoTerm;
  operand.source_dim = static_cast<std::uint8_t>(dim);
  operand.view_dim = operand.source_dim;
  operand.dims = 1;
  operand.size = plan.view.shape[dim];
  operand.stride = plan.view.strides[dim];
  operand.tensor = &index;
  plan.operands.push_back(operand);
}

/// Replaces dims first…last-1 of the view, which the operands index, by dims of these sizes, along which
/// all operands vary. The operands also vary along the `batches` dims before `first`.
inline void replace_dims(IndexPlan& plan, std::size_t first, std::size_t last, DimsView sizes,
                         std::size_t batches = 0) {
  const Layout& view = plan.view;
  for (std::size_t d = 0; d < first; ++d) plan.push_view_dim(view.shape[d], view.strides[d]);
  plan.push_index_dims(sizes);
  for (std::size_t d = last; d < view.rank(); ++d)
    plan.push_view_dim(view.shape[d], view.strides[d]);
  plan.reset_strides();
  for (std::size_t k = 0; k < plan.operands.size(); ++k)
    plan.place_operand(k, first - batches, batches + sizes.size());
  checked_numel(plan.call, plan.shape);
}

/// Replaces dim `dim` by the dims of `index`: (2,3,4) and an index (5,6) on dim 1 -> (2,5,6,4).
IndexPlan plan_in_place_of(const char* call, const Layout& source, std::size_t dim,
                           const UntypedTensor& index) NDX_SYMBOL(plan_in_place_of);
#if NDX_DEFINES
NDX_FUNC IndexPlan plan_in_place_of(const char* call, const Layout& source, std::size_t dim,
                                    const UntypedTensor& index) {
  IndexPlan plan = whole_plan(call, source);
  index_dim(plan, dim, index);
  replace_dims(plan, dim, dim + 1, index.layout.shape);
  return plan;
}
#endif

/// Indexes dim `dim` by `index` and the other dims by the position's own coordinate:
///   result[i,j,k] = source[i, index[i,j,k], k]
/// Along each other dim, source and index have the size that `shape` has, or 1, which is broadcast.
inline IndexPlan plan_along(const char* call, const Layout& source, std::size_t dim,
                            const UntypedTensor& index, const Dims& shape) {
  IndexPlan plan = whole_plan(call, source);
  index_dim(plan, dim, index);
  for (std::size_t d = 0; d < source.rank(); ++d) {
    const bool walks = d != dim && source.shape[d] == shape[d];
    plan.push_view_dim(shape[d], walks ? source.strides[d] : 0);
  }
  plan.index_dims = std::uint64_t{1} << dim;
  plan.reset_strides();
  plan.place_operand(0, 0, shape.size());
  checked_numel(call, shape);
  return plan;
}

/// Plans by PyTorch's rule for gather: the result has the shape of the index, which must not exceed the
/// source along any dim but `dim`. A tensor or index of rank 0 is treated as one of rank 1. An index
/// without elements may have any rank, because it selects nothing. Throws ShapeError otherwise.
IndexPlan plan_gather(const char* call, Layout source, index_t dim, UntypedTensor& index)
    NDX_SYMBOL(plan_gather);
#if NDX_DEFINES
NDX_FUNC IndexPlan plan_gather(const char* call, Layout source, index_t dim, UntypedTensor& index) {
  const bool scalar = index.layout.rank() == 0;
  if (scalar) index.layout.push_dim(1, 1);
  if (source.rank() == 0) source.push_dim(1, 1);
  std::size_t place = wrap_dim(call, dim, source.rank());
  const Dims shape = index.layout.shape;
  if (shape.size() != source.rank() && is_empty(shape)) {
    source = contiguous_layout(call, shape);
    place = 0;
  }
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
  if (scalar) plan.drop_dims();
  return plan;
}
#endif

/// Plans by NumPy's rule for take_along_axis: index and source have the same rank and are broadcast
/// together along all dims but `dim`. Throws ShapeError if they cannot be.
IndexPlan plan_along_axis(const char* call, const Layout& source, index_t dim, UntypedTensor& index)
    NDX_SYMBOL(plan_along_axis);
#if NDX_DEFINES
NDX_FUNC IndexPlan plan_along_axis(const char* call, const Layout& source, index_t dim,
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
#endif

/// Returns an index of rank 0 or 1 as one of rank 1. Throws ShapeError if its rank is higher.
inline UntypedTensor index_list(const char* call, UntypedTensor index) {
  if (index.layout.rank() > 1) [[unlikely]]
    throw_shape_error(call, ": index of shape ", index.layout.shape, " must have rank 0 or 1");
  if (index.layout.rank() == 0) index.layout.push_dim(1, 1);
  return index;
}

/// Checks that `batch_dims` is possible and that a tensor and its indices agree along that many first
/// dims. Returns their number. Throws ValueError or ShapeError.
inline std::size_t checked_batch_dims(const char* call, DimsView source, DimsView indices,
                                      index_t batch_dims) {
  const std::size_t leading = indices.size() - 1;
  const std::size_t most = source.size() < leading ? source.size() : leading;
  if (batch_dims < 0 || batch_dims > static_cast<index_t>(most)) [[unlikely]] {
    throw_value_error(call, ": batch_dims ", batch_dims, " is outside 0..", most,
                      " for a tensor of rank ", source.size(), " and indices of rank ",
                      indices.size());
  }
  const auto batches = static_cast<std::size_t>(batch_dims);
  for (std::size_t d = 0; d < batches; ++d) {
    if (source[d] != indices[d]) [[unlikely]] {
      throw_shape_error(call, ": the tensor of shape ", source, " and the indices of shape ",
                        indices, " differ along batch dim ", d);
    }
  }
  return batches;
}

/// Indexes the leading dims by coordinates: each row along the last dim of `indices` is one
/// coordinate.
///   (2,3,4) and indices (5,2) -> (5,4)
/// The first `batch_dims` dims are instead indexed by the position's own coordinate, as in
/// plan_along:
///   (2,3,4) and indices (2,5,1), one batch dim -> (2,5,4)
/// `columns` receives the index tensors that the plan refers to; it must outlive the plan.
IndexPlan plan_by_coordinates(const char* call, const Layout& source, const UntypedTensor& indices,
                              std::vector<UntypedTensor>& columns, index_t batch_dims = 0)
    NDX_SYMBOL(plan_by_coordinates);
#if NDX_DEFINES
NDX_FUNC IndexPlan plan_by_coordinates(const char* call, const Layout& source,
                                       const UntypedTensor& indices,
                                       std::vector<UntypedTensor>& columns, index_t batch_dims) {
  if (indices.layout.rank() == 0) [[unlikely]]
    throw_shape_error(call, ": indices of rank 0 have no last dim for the coordinates");
  const std::size_t batches =
      checked_batch_dims(call, source.shape, indices.layout.shape, batch_dims);
  const std::size_t last = indices.layout.rank() - 1;
  const index_t indexed = indices.layout.shape[last];
  if (indexed > static_cast<index_t>(source.rank() - batches)) [[unlikely]] {
    throw_index_error(call, ": too many indices for tensor: tensor is ", source.rank(),
                      "-dimensional, but ", batch_dims + indexed, " were indexed");
  }
  const auto count = static_cast<std::size_t>(indexed);
  IndexPlan plan = whole_plan(call, source);
  columns.assign(count, indices);
  for (std::size_t c = 0; c < count; ++c) {
    Layout& column = columns[c].layout;
    if (!is_empty(column.shape)) column.offset += static_cast<index_t>(c) * column.strides[last];
    column.erase_dim(last);
    index_dim(plan, batches + c, columns[c]);
  }
  plan.always_copied = true;
  const DimsView sizes(indices.layout.shape.data() + batches, last - batches);
  replace_dims(plan, batches, batches + count, sizes, batches);
  return plan;
}
#endif

}  // namespace detail
NDX_NAMESPACE_END
