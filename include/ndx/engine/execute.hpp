// Runs a plan: gather, scatter and reduce between a tensor and a result or value, one block of
// offsets at a time.
//
// The templates take the element size, or the element type where elements are combined. A gather
// checks its indices block by block: if it fails, its result is simply discarded. A write must
// change nothing if it fails, so it checks every index before it writes the first element. It also
// copies index tensors that share memory with the target, because writes would change indices that
// are still to be read.
//
// A mask over the whole tensor has kernels of its own, which need no offsets. All other plans go
// through IndexedLoop, which sorts dims into positions and rows, and WorkUnits, which compute the
// offsets of a block and call a body with it. Writes run in one thread and in row-major order of
// the positions, so that the last of several duplicates wins and sums are added in order.
#pragma once

#include <ndx/engine/fill_layout.hpp>
#include <ndx/engine/work_units.hpp>
#include <ndx/kernel/mask/mask.hpp>
#include <ndx/kernel/reduce/reducer.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the loop over the mask (operand 0) and the view (operand 1) of a plan whose only index
/// is one mask of the whole view.
inline Loop<2> mask_loop(const IndexPlan& plan) {
  const IndexOperand& mask = plan.operands[0];
  return mask.mask_functions->loop(*mask.tensor, plan.view.strides);
}

/// Number of parts into which `units` work units are split for the installed executor.
inline index_t gather_parts(const IndexPlan& plan, index_t units, std::size_t element_bytes) {
  const index_t elements = numel(DimsView(plan.result_shape())) / units;
  return parts_for(units, elements * static_cast<index_t>(element_bytes));
}

/// Copies the elements that the plan selects from the tensor at `base` to `result`, whose strides
/// are in the loop. Skipped positions of the result are left unchanged.
template <std::size_t N>
void gather_blocks(const IndexPlan& plan, IndexedLoop& loop, const WorkUnits& units,
                   const std::byte* base, std::byte* result, kernel::Stores stores) {
  const kernel::InnerLoop& row = loop.inner;
  const kernel::Loads loads = kernel::loads_from<N>(numel(plan.view));
  const auto gather_one = [&](index_t indexed, index_t to, const kernel::IndexedBlock& block) {
    kernel::gather_block<N>(result + kernel::bytes_of<N>(to), base + kernel::bytes_of<N>(indexed),
                            block, row, stores, loads);
  };
  units.run_in_parts(gather_parts(plan, units.count(), N), BlockBody(gather_one), stores);
}

/// Copies the elements that the plan selects from the tensor at `base` to `result`, which is
/// row-major. Throws IndexError if an index is out of bounds; the contents of `result` are then
/// unspecified.
template <std::size_t N>
void gather(const IndexPlan& plan, const std::byte* base, std::byte* result,
            kernel::Stores stores = kernel::Stores::cached) {
  // A mask without a true element goes the general way, which ends at an empty result: the view may have
  // no memory that its offset could be added to.
  if (plan.is_whole_mask() && plan.operands[0].count > 0) {
    const std::byte* const from = base + kernel::bytes_of<N>(plan.view.offset);
    kernel::compress<N>(result, first_byte(*plan.operands[0].tensor, 1), from, mask_loop(plan),
                        plan.operands[0].count, stores, plan.operands[0].mask_functions->visit);
    return;
  }
  const Dims linear = contiguous_strides(plan.result_shape());
  ReorderedBuffer to(result, linear);
  // Skipped positions of the result must keep their values, so it is not gathered into other
  // memory.
  if (!plan.skips() && numel(DimsView(plan.shape)) >= kFewToOrder) to.reorder_result(plan, N);
  IndexedLoop loop(plan, to.strides, Repeats::read, &to.order);
  if (is_empty(plan.result_shape())) return loop.check_all();
  loop.check_broadcast();
  gather_blocks<N>(plan, loop, WorkUnits(plan, loop, N), base, to.data, stores);
  if (to.data != result) to.finish(result, plan, N, &kernel::copy_long_rows<N>);
}

/// Copies the elements that the plan selects to `out`, which has the result's shape and must not
/// overlap anything that is read. Skipped positions get `fill`. All checks and allocations come
/// before the first write.
template <std::size_t N>
void gather_into(const IndexPlan& plan, const std::byte* base, const UntypedTensor& out,
                 const std::byte* fill, kernel::Stores stores) {
  MemoryOrder order;
  if (numel(DimsView(plan.shape)) >= kFewToOrder) order = order_for(plan, out.layout.strides);
  IndexedLoop loop(plan, out.layout.strides, Repeats::read, &order);
  loop.check_all();
  if (is_empty(plan.result_shape())) return;
  const WorkUnits units(plan, loop, N);
  std::byte* const first = out.storage.data() + kernel::bytes_of<N>(out.layout.offset);
  if (plan.skips()) fill_layout<N>(first, out.layout, fill, stores);
  gather_blocks<N>(plan, loop, units, base, first, stores);
}

/// How a write combines a value with an element.
enum class WriteKind : std::uint8_t {
  idempotent,  // writing the same values again changes nothing: assignment, a maximum, …
  combines,
  calls_back,  // the caller's function, which may change any tensor
};

/// Length in bytes of the longest row that is filled with one value by copying repeated values.
/// Starting a fill takes longer than copying so short a row.
inline constexpr index_t kRepeatedBytes = 2048;

/// Whether the write stores one value into short contiguous rows.
inline bool repeats_one_value(const IndexedLoop& loop, DimsView strides, index_t bytes) {
  const kernel::InnerLoop& row = loop.inner;
  if (row.rank != 1 || row.strides[0][0] != 1 || row.sizes[0] > kRepeatedBytes / bytes)
    return false;
  for (const index_t stride : strides)
    if (stride != 0) return false;
  return true;
}

/// Checks every index, then calls body(indexed offset, values, block, row) for everything that the
/// plan selects, in row-major order of the index shape. The value is at `value`, with strides
/// `linear`.
template <std::size_t N, class Body>
void for_each_write(const IndexPlan& plan, const Storage& target, const std::byte* value,
                    DimsView linear, WriteKind kind, Body&& body) {
  ReorderedBuffer from(value, linear);
  if (kind != WriteKind::calls_back && numel(DimsView(plan.shape)) >= kFewToOrder)
    from.reorder_value(plan, N, &kernel::copy_long_rows<N>);
  IndexedLoop loop(plan, from.strides, kind == WriteKind::idempotent ? Repeats::once : Repeats::all,
                   &from.order);
  if (is_empty(plan.result_shape())) return loop.check_all();
  if (loop.position_count() > kernel::kBlock) {
    loop.check_all();
  } else {
    // A single block computes all its offsets, and so checks them, before it is written.
    loop.check_broadcast();
  }
  // A single block needs this too: its offsets may be the index tensor's own values, used in place.
  if (kind == WriteKind::calls_back) {
    loop.detach_all();
  } else {
    loop.detach_from(target, plan.view, N);
  }
  alignas(kLineBytes) std::byte repeated[kRepeatedBytes];
  if (kind != WriteKind::calls_back && repeats_one_value(loop, from.strides, N)) {
    kernel::fill_dense<N>(repeated, kernel::load<N>(from.data), loop.inner.sizes[0]);
    from.data = repeated;
    loop.inner.strides[1][0] = 1;
  }
  const kernel::InnerLoop& row = loop.inner;
  const auto write_one = [&](index_t indexed, index_t on, const kernel::IndexedBlock& block) {
    body(indexed, from.data + kernel::bytes_of<N>(on), block, row);
  };
  const WorkUnits units(plan, loop, N);
  units.run(0, units.count(), BlockBody(write_one));
}

/// Whether the plan is one mask of the whole view that shares no memory with the target. Such a
/// write needs no offsets.
inline bool writes_under_mask(const IndexPlan& plan, const Storage& target,
                              std::size_t element_bytes) {
  if (!plan.is_whole_mask() || plan.operands[0].count == 0) return false;  // as in gather
  const UntypedTensor& mask = *plan.operands[0].tensor;
  return !overlap(target, plan.view, element_bytes, mask.storage, mask.layout, 1);
}

/// Writes the value at `value` to the elements that the plan selects, by their offsets even if a
/// mask selects them.
template <std::size_t N>
void scatter_by_offsets(const IndexPlan& plan, const Storage& target, const std::byte* value,
                        DimsView strides) {
  std::byte* const base = target.data();
  for_each_write<N>(plan, target, value, strides, WriteKind::idempotent,
                    [&](index_t indexed, const std::byte* values, const kernel::IndexedBlock& block,
                        const kernel::InnerLoop& row) {
                      kernel::scatter_block<N>(base + kernel::bytes_of<N>(indexed), values, block,
                                               row);
                    });
}

/// Writes the value at `value` to the elements that the plan selects. `strides` are the value's
/// strides along the result's shape.
template <std::size_t N>
void scatter(const IndexPlan& plan, const Storage& target, const std::byte* value,
             DimsView strides) {
  if (writes_under_mask(plan, target, N) && (strides[0] == 1 || plan.operands[0].count <= 1)) {
    kernel::expand<N>(target.data() + kernel::bytes_of<N>(plan.view.offset),
                      first_byte(*plan.operands[0].tensor, 1), value, mask_loop(plan),
                      plan.operands[0].count, plan.operands[0].mask_functions->visit);
  } else {
    scatter_by_offsets<N>(plan, target, value, strides);
  }
}

/// Writes the single element at `value` to all elements that the plan selects.
template <std::size_t N>
void scatter_scalar(const IndexPlan& plan, const Storage& target, const std::byte* value) {
  if (writes_under_mask(plan, target, N)) {
    kernel::fill_masked<N>(target.data() + kernel::bytes_of<N>(plan.view.offset),
                           first_byte(*plan.operands[0].tensor, 1), value, mask_loop(plan),
                           plan.operands[0].count, plan.operands[0].mask_functions->visit);
  } else {
    scatter_by_offsets<N>(plan, target, value, Dims::filled(plan.result_shape().size(), 0));
  }
}

/// Combines the elements that the plan selects with the value. Duplicates are combined one after
/// another.
template <class T>
void scatter_reduce(const IndexPlan& plan, const Storage& target, const T* value, DimsView strides,
                    const Reducer<T>& reduce) {
  const Storage held = target;  // the caller's function may release the tensor
  T* const base = reinterpret_cast<T*>(target.data());
  const WriteKind kind = reduce.calls_back()      ? WriteKind::calls_back
                         : reduce.is_idempotent() ? WriteKind::idempotent
                                                  : WriteKind::combines;
  for_each_write<sizeof(T)>(plan, held, reinterpret_cast<const std::byte*>(value), strides, kind,
                            [&](index_t indexed, const std::byte* values,
                                const kernel::IndexedBlock& block, const kernel::InnerLoop& row) {
                              reduce(base + indexed, reinterpret_cast<const T*>(values), block,
                                     row);
                            });
}

}  // namespace detail
NDX_NAMESPACE_END
