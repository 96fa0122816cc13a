// Running a plan: gather, scatter and reduce between a tensor and a result or value, in blocks of
// offsets.
//
// Templated on the element's size, or, where elements are combined, on its type. Gathers check
// their indices block by block as they go, for a failed gather loses nothing. Writes check every
// index before the first element is written, and copy index tensors that share memory with the
// target.
#pragma once

#include <ndx/index/blocks.hpp>
#include <ndx/index/fill.hpp>
#include <ndx/kernel/reducer.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The mask of a plan that is one mask, and the view below it.
inline StridedLoop<2> mask_loop(const IndexPlan& plan) {
  const Layout& mask = plan.indexed[0].tensor->layout;
  return make_loop<2>(mask.shape, {mask.strides, plan.view.strides});
}

/// Whether the work is shared among threads, in so many parts of the pieces.
inline index_t gather_parts(const IndexPlan& plan, index_t pieces, std::size_t element_bytes) {
  const index_t elements = numel(DimsView(plan.result_shape())) / pieces;
  return parts_for(pieces, elements * static_cast<index_t>(element_bytes));
}

/// Moves the elements that the plan selects of the tensor at `base` to `result`, whose strides the
/// loop knows. Positions that are skipped keep what they hold.
template <std::size_t N>
void gather_blocks(const IndexPlan& plan, const IndexedLoop& loop, const Blocks& blocks,
                   const std::byte* base, std::byte* result, kernel::Stores stores) {
  const kernel::Row row = kernel_loop(loop.inner);
  const auto gather_one = [&](index_t indexed, index_t to, const kernel::IndexedBlock& block) {
    kernel::gather_block<N>(result + kernel::bytes_of<N>(to), base + kernel::bytes_of<N>(indexed),
                            block, row, stores);
  };
  blocks.run_in_parts(gather_parts(plan, blocks.pieces(), N), BlockBody(gather_one), stores);
}

/// Writes the elements that the plan selects of the tensor at `base` to `result`, which is
/// row-major and lost if an index is out of bounds.
template <std::size_t N>
void gather(const IndexPlan& plan, const std::byte* base, std::byte* result,
            kernel::Stores stores = kernel::Stores::cached) {
  if (plan.is_whole_mask()) {
    const std::byte* const from = base + kernel::bytes_of<N>(plan.view.offset);
    kernel::compress<N>(result, first_byte(*plan.indexed[0].tensor, 1), from,
                        kernel_loop(mask_loop(plan)), plan.indexed[0].count, stores);
    return;
  }
  const Dims linear = contiguous_strides(plan.result_shape());
  IndexedLoop loop(plan, linear);
  if (is_empty(plan.result_shape())) return loop.check_all();
  loop.check_broadcast();
  gather_blocks<N>(plan, loop, Blocks(plan, loop, N), base, result, stores);
}

/// As gather, to the elements of `out`, which has the result's shape and overlaps nothing that is
/// read; those that are skipped become `fill`. All checks and allocations come before the first
/// write.
template <std::size_t N>
void gather_into(const IndexPlan& plan, const std::byte* base, const UntypedTensor& out,
                 const std::byte* fill, kernel::Stores stores) {
  IndexedLoop loop(plan, out.layout.strides);
  loop.check_all();
  if (is_empty(plan.result_shape())) return;
  const Blocks blocks(plan, loop, N);
  std::byte* const first = out.storage.data() + kernel::bytes_of<N>(out.layout.offset);
  if (plan.skips()) fill_layout<N>(first, out.layout, fill, stores);
  gather_blocks<N>(plan, loop, blocks, base, first, stores);
}

/// What a write does to the elements.
enum class WriteKind : std::uint8_t {
  assigns,
  combines,
  calls_back,  // a function of the caller's, which may change any tensor
};

/// Calls body(indexed offset, linear offset, block, row) for everything that the plan selects, in
/// row-major order of the index space, once every index is known to be good.
template <class Body>
void for_each_write(const IndexPlan& plan, const Storage& target, std::size_t element_bytes,
                    DimsView linear, WriteKind kind, Body&& body) {
  IndexedLoop loop(plan, linear, kind == WriteKind::assigns ? Repeats::merged : Repeats::kept);
  if (is_empty(plan.result_shape())) return loop.check_all();
  if (loop.positions() > kernel::kBlock) {
    loop.check_all();
  } else {
    // A single block has all its offsets made, and so checked, before it is written.
    loop.check_broadcast();
  }
  // A single block too: its offsets may be the index tensor's own values, used where they lie.
  if (kind == WriteKind::calls_back) {
    loop.detach_all();
  } else {
    loop.detach_from(target, plan.view, element_bytes);
  }
  const kernel::Row row = kernel_loop(loop.inner);
  const auto write_one = [&](index_t indexed, index_t from, const kernel::IndexedBlock& block) {
    body(indexed, from, block, row);
  };
  const Blocks blocks(plan, loop, element_bytes);
  blocks.run(0, blocks.pieces(), BlockBody(write_one));
}

/// Whether the plan is one mask of the whole view that shares no memory with the target: no offset
/// is needed then.
inline bool writes_under_mask(const IndexPlan& plan, const Storage& target,
                              std::size_t element_bytes) {
  if (!plan.is_whole_mask()) return false;
  const UntypedTensor& mask = *plan.indexed[0].tensor;
  return !overlap(target, plan.view, element_bytes, mask.storage, mask.layout, 1);
}

/// Writes the value at `value`, whose strides along the result's shape are `strides`, to what the
/// plan selects.
template <std::size_t N>
void scatter(const IndexPlan& plan, const Storage& target, const std::byte* value,
             DimsView strides) {
  std::byte* const base = target.data();
  if (writes_under_mask(plan, target, N) && (strides[0] == 1 || plan.indexed[0].count <= 1)) {
    kernel::expand<N>(base + kernel::bytes_of<N>(plan.view.offset),
                      first_byte(*plan.indexed[0].tensor, 1), value, kernel_loop(mask_loop(plan)),
                      plan.indexed[0].count);
    return;
  }
  for_each_write(plan, target, N, strides, WriteKind::assigns,
                 [&](index_t indexed, index_t from, const kernel::IndexedBlock& block,
                     const kernel::Row& row) {
                   kernel::scatter_block<N>(base + kernel::bytes_of<N>(indexed),
                                            value + kernel::bytes_of<N>(from), block, row);
                 });
}

/// As scatter, with the element at `value` for every target.
template <std::size_t N>
void scatter_scalar(const IndexPlan& plan, const Storage& target, const std::byte* value) {
  if (writes_under_mask(plan, target, N)) {
    kernel::fill_masked<N>(target.data() + kernel::bytes_of<N>(plan.view.offset),
                           first_byte(*plan.indexed[0].tensor, 1), value,
                           kernel_loop(mask_loop(plan)), plan.indexed[0].count);
    return;
  }
  scatter<N>(plan, target, value, Dims::filled(plan.result_shape().size(), 0));
}

/// Combines what the plan selects with the value, duplicates each in turn.
template <class T>
void scatter_reduce(const IndexPlan& plan, const Storage& target, const T* value, DimsView strides,
                    const Reducer<T>& reduce) {
  const Storage held = target;  // the caller's function might let go of the tensor
  T* const base = reinterpret_cast<T*>(target.data());
  const WriteKind kind = reduce.calls_back() ? WriteKind::calls_back : WriteKind::combines;
  for_each_write(plan, held, sizeof(T), strides, kind,
                 [&](index_t indexed, index_t from, const kernel::IndexedBlock& block,
                     const kernel::Row& row) { reduce(base + indexed, value + from, block, row); });
}

}  // namespace detail
NDX_NAMESPACE_END
