// The order in which the dims of a result are visited, so that the indexed tensor is read or
// written in the order of memory, whatever the order of its dims.
//
// A plan lists the dims in the order of the result. For a transpose that is the wrong order:
// x.permute(…)[:, i] would jump from element to element. Row dims may be visited in any order,
// outside or inside the position dims. Position dims keep their order, because the last of several
// duplicates wins and sums are added in order.
//
// The result or value then has its own order of dims, and one of the two is read or written with
// jumps. ReorderedBuffer avoids that: it moves rows between the tensor and a buffer in the tensor's
// order, and a copy that transposes moves them between the buffer and the result.
#pragma once

#include <new>

#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/move/copy.hpp>
#include <ndx/plan/index_plan.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The dims of the result in the order of visits, without those of size 1. It has no dims if they
/// are visited in their own order.
struct MemoryOrder {
  std::uint8_t dims[kMaxRank];
  std::size_t rank = 0;
  std::size_t innermost = 0;       // innermost dim of the result itself
  std::size_t first_position = 0;  // first dim of the result along which an operand varies

  /// Returns the dim that is innermost in this order.
  [[nodiscard]] std::size_t nearest() const noexcept { return dims[rank - 1]; }
  [[nodiscard]] bool changes_innermost() const noexcept {
    return rank != 0 && nearest() != innermost;
  }
  /// Returns the dense strides of a result or value that is stored in this order.
  [[nodiscard]] Dims strides(const Dims& shape) const {
    Dims strides = Dims::filled(shape.size(), 0);
    index_t step = 1;
    for (std::size_t i = rank; i-- > 0; step *= shape[dims[i]]) strides[dims[i]] = step;
    return strides;
  }
};

/// Fewest elements for which the order is computed.
inline constexpr index_t kFewToOrder = 1024;

/// Returns the order for a plan that has elements.
MemoryOrder memory_order(const IndexPlan& plan) NDX_SYMBOL(memory_order);
/// Returns the order for a result or value with the strides `linear`, if its elements are then
/// adjacent too; otherwise an empty order.
MemoryOrder order_for(const IndexPlan& plan, DimsView linear) NDX_SYMBOL(order_for);

/// The linear operand of a loop, a result or value, and the order in which the dims are visited.
class ReorderedBuffer {
 public:
  ReorderedBuffer(const std::byte* first, DimsView linear) noexcept
      : data(const_cast<std::byte*>(first)), strides(linear) {}
  NDX_NOINLINE ~ReorderedBuffer() = default;
  ReorderedBuffer(const ReorderedBuffer&) = delete;
  ReorderedBuffer& operator=(const ReorderedBuffer&) = delete;

  /// Prepares a gather into a row-major result. If it pays, the gather goes into a buffer first.
  void reorder_result(const IndexPlan& plan, index_t bytes) NDX_SYMBOL(reorder_result);
  /// Copies the gathered elements from the buffer to the result.
  void finish(std::byte* result, const IndexPlan& plan, index_t bytes,
              kernel::CopyFunction copy) const NDX_SYMBOL(finish_result);
  /// Prepares a write. Copies the value into a buffer if its elements would be read with jumps.
  void reorder_value(const IndexPlan& plan, index_t bytes, kernel::CopyFunction copy)
      NDX_SYMBOL(reorder_value);

  std::byte* data;
  DimsView strides;  // along the dims of the result
  MemoryOrder order;

 private:
  /// Allocates the buffer. Returns false if memory runs out; the dims are then visited in their own
  /// order.
  bool allocate(const IndexPlan& plan, index_t bytes) NDX_SYMBOL(allocate_linear);

  Storage room_;
  Dims dense_;
};

#if NDX_DEFINES
/// The largest distance in memory between elements at neighbouring positions, or -1 if it is
/// unknown.
inline index_t distance_of_positions(const IndexPlan& plan) {
  index_t most = 0;
  const auto take = [&](index_t stride) {
    if (distance_of(stride) > most) most = distance_of(stride);
  };
  for (const IndexOperand& operand : plan.operands) {
    if (operand.kind >= IndexOperand::Kind::offsets) return -1;
    if (operand.kind == IndexOperand::Kind::integers) take(operand.stride);
    for (std::size_t d = 0; operand.kind == IndexOperand::Kind::mask && d < operand.dims; ++d)
      take(plan.view.strides[operand.view_dim + d]);
  }
  for (std::size_t d = 0; d < plan.shape.size(); ++d)
    if (plan.varies_along(d)) take(plan.view_strides[d]);
  return most;
}

NDX_COLD NDX_FUNC MemoryOrder memory_order(const IndexPlan& plan) {
  const index_t far = distance_of_positions(plan);
  // Dims are sorted by these distances: a row dim by its own, all position dims by theirs.
  index_t distances[kMaxRank];
  MemoryOrder order;
  bool in_order = true;
  order.first_position = kMaxRank;
  for (std::size_t d = 0; d < plan.shape.size(); ++d) {
    if (plan.shape[d] == 1) continue;
    const index_t stride = plan.view_strides[d];
    const bool is_position = plan.varies_along(d);
    if (far < 0 || (!is_position && stride == 0)) return {};
    order.innermost = d;
    std::size_t at = order.rank++;
    const index_t distance = is_position ? far : distance_of(stride);
    // At equal distance a row dim goes inside the position dims, as row dims after the first
    // position dim do anyway.
    const auto is_before = [&](std::size_t i) {
      return distances[i] < distance ||
             (is_position && distances[i] == distance && !plan.varies_along(order.dims[i]));
    };
    for (; at > 0 && is_before(at - 1); --at) {
      order.dims[at] = order.dims[at - 1];
      distances[at] = distances[at - 1];
      // The loop visits position dims together even if row dims lie between them, so moving one
      // before such row dims changes nothing.
      in_order = in_order && is_position && d > order.first_position;
    }
    order.dims[at] = static_cast<std::uint8_t>(d);
    distances[at] = distance;
    if (is_position && order.first_position == kMaxRank) order.first_position = d;
  }
  if (in_order) return {};
  return order;
}

/// Whether gathering rows from the plan's view and transposing the result takes less time than
/// gathering single elements.
inline bool pays_to_transpose(const IndexPlan& plan, const MemoryOrder& order) {
  constexpr index_t few = 8;
  constexpr index_t small = 1 << 16;
  if (!order.changes_innermost()) return false;
  const auto is_row_dim = [&](std::size_t d) {
    return d > order.first_position && !plan.varies_along(d);
  };
  // If both dims are in the inner loop, copying a row transposes it already.
  if (is_row_dim(order.nearest()) && is_row_dim(order.innermost)) return false;
  // A narrow transpose of a small result takes as long as gathering single elements.
  const bool narrow = plan.shape[order.nearest()] < few || plan.shape[order.innermost] < few;
  return !narrow || !plan.varies_along(order.innermost) || numel(DimsView(plan.shape)) >= small;
}

/// Whether elements of a result or value with the strides `linear` are adjacent if they are visited
/// in this order.
inline bool is_dense_in(const MemoryOrder& order, DimsView linear) {
  const index_t step = linear[order.nearest()];
  return step == 0 || step == 1;
}

NDX_COLD NDX_FUNC MemoryOrder order_for(const IndexPlan& plan, DimsView linear) {
  const MemoryOrder order = memory_order(plan);
  return order.changes_innermost() && is_dense_in(order, linear) ? order : MemoryOrder();
}

NDX_COLD NDX_FUNC bool ReorderedBuffer::allocate(const IndexPlan& plan, index_t bytes) {
  try {
    room_ = Storage::allocate(checked_mul(plan.call, numel(DimsView(plan.shape)), bytes));
  } catch (const std::bad_alloc&) {
    return false;
  }
  dense_ = order.strides(plan.shape);
  return true;
}

/// Copies elements of `bytes` bytes along the loop, in parallel if an executor is installed.
NDX_COLD inline void copy_reordered(std::byte* to, const std::byte* from, const Loop<2>& loop,
                                    index_t bytes, kernel::CopyFunction copy) {
  kernel::run_in_parts(loop, 0, bytes, [&](const Loop<2>& part, const Offsets<2>& at) {
    copy(to + at[0] * bytes, from + at[1] * bytes, part);
  });
}

NDX_COLD NDX_FUNC void ReorderedBuffer::reorder_result(const IndexPlan& plan, index_t bytes) {
  order = memory_order(plan);
  if (pays_to_transpose(plan, order) && allocate(plan, bytes)) {
    data = room_.data();
    strides = dense_;
  } else {
    order.rank = 0;
  }
}
NDX_COLD NDX_FUNC void ReorderedBuffer::finish(std::byte* result, const IndexPlan& plan,
                                               index_t bytes, kernel::CopyFunction copy) const {
  copy_reordered(result, data, make_loop<2>(plan.shape, {contiguous_strides(plan.shape), strides}),
                 bytes, copy);
}

NDX_COLD NDX_FUNC void ReorderedBuffer::reorder_value(const IndexPlan& plan, index_t bytes,
                                                      kernel::CopyFunction copy) {
  order = memory_order(plan);
  if (order.changes_innermost() && is_dense_in(order, strides)) return;
  if (!order.changes_innermost() || !allocate(plan, bytes)) {
    order.rank = 0;
    return;
  }
  Loop<2> loop;
  for (std::size_t i = 0; i < order.rank; ++i)
    loop.push_inner(plan.shape[order.dims[i]], {dense_[order.dims[i]], strides[order.dims[i]]});
  copy_reordered(room_.data(), data, loop, bytes, copy);
  data = room_.data();
  strides = dense_;
}
#endif

}  // namespace detail
NDX_NAMESPACE_END
