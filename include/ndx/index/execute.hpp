// Running a plan: gather, scatter and reduce between a tensor and a result or value, in blocks of
// offsets.
//
// Templated on the element's size, or, where elements are combined, on its type. Gathers check
// their indices block by block as they go, for a failed gather loses nothing. Writes check every
// index before the first element is written, and copy index tensors that share memory with the
// target.
#pragma once

#include <ndx/index/indexed_loop.hpp>
#include <ndx/kernel/gather.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Calls body(indexed offset, linear offset, block) for every block of positions and every
/// coordinate of the outer dims.
template <class Body>
void for_each_block(const IndexPlan& plan, IndexedLoop& loop, Body&& body) {
  kernel::BlockBuffers buffers;
  index_t table[kernel::kBlock];
  const kernel::IndexSpace space = loop.space();
  const kernel::Loop<2> outer = kernel_loop(loop.outer);
  const index_t positions = loop.positions();
  for (index_t start = 0; start < positions; start += kernel::kBlock) {
    const index_t n = positions - start < kernel::kBlock ? positions - start : kernel::kBlock;
    const index_t* const offsets =
        kernel::block_offsets(space, loop.operands.data(), loop.operands.size(), start, n, buffers);
    if (offsets == nullptr) [[unlikely]]
      loop.throw_out_of_bounds();
    kernel::IndexedBlock block{n, offsets, 0, nullptr};
    index_t first = 0;
    if (space.rank == 1) {
      block.step = loop.linear_strides[0];
      first = start * block.step;
    } else if (space.rank > 1) {
      kernel::strided_offsets(space, loop.linear_strides.data(), start, n, table);
      block.table = table;
    }
    kernel::for_each_coordinate(
        outer, outer.rank, kernel::Offsets<2>{{plan.view.offset, first}},
        [&](const kernel::Offsets<2>& at) { body(at.at[0], at.at[1], block); });
  }
}

inline kernel::Loop<2> mask_loop(const IndexPlan& plan) {
  const Layout& mask = plan.indexed[0].tensor->layout;
  return {mask.rank(), mask.shape.data(), {mask.strides.data(), plan.view.strides.data()}};
}

/// Writes the elements that the plan selects of the tensor at `base` to `result`, row-major.
template <std::size_t N>
void gather(const IndexPlan& plan, const std::byte* base, std::byte* result) {
  if (plan.is_whole_mask()) {
    const std::byte* const from = base + kernel::bytes_of<N>(plan.view.offset);
    kernel::compress<N>(result, first_byte(*plan.indexed[0].tensor, 1), from, mask_loop(plan),
                        plan.indexed[0].count);
    return;
  }
  const Dims linear = contiguous_strides(plan.result_shape());
  IndexedLoop loop(plan, linear);
  if (is_empty(plan.result_shape())) return loop.check_all();
  loop.check_broadcast();
  const kernel::Row row = kernel_loop(loop.inner);
  for_each_block(plan, loop, [&](index_t indexed, index_t to, const kernel::IndexedBlock& block) {
    kernel::gather_block<N>(result + kernel::bytes_of<N>(to), base + kernel::bytes_of<N>(indexed),
                            block, row);
  });
}

/// Calls body(indexed offset, linear offset, block, row) for everything that the plan selects, in
/// row-major order of the index space, once every index is known to be good.
template <class Body>
void for_each_write(const IndexPlan& plan, const Storage& target, std::size_t element_bytes,
                    DimsView linear, Body&& body) {
  IndexedLoop loop(plan, linear);
  if (is_empty(plan.result_shape())) return loop.check_all();
  if (loop.positions() > kernel::kBlock) {
    loop.check_all();
  } else {
    // A single block has all its offsets made, and so checked, before it is written.
    loop.check_broadcast();
  }
  // A single block too: its offsets may be the index tensor's own values, used where they lie.
  loop.detach_from(target, plan.view, element_bytes);
  const kernel::Row row = kernel_loop(loop.inner);
  for_each_block(plan, loop, [&](index_t indexed, index_t from, const kernel::IndexedBlock& block) {
    body(indexed, from, block, row);
  });
}

/// Writes the value at `value`, whose strides along the result's shape are `strides`, to what the
/// plan selects.
template <std::size_t N>
void scatter(const IndexPlan& plan, const Storage& target, const std::byte* value,
             DimsView strides) {
  std::byte* const base = target.data();
  for_each_write(plan, target, N, strides,
                 [&](index_t indexed, index_t from, const kernel::IndexedBlock& block,
                     const kernel::Row& row) {
                   kernel::scatter_block<N>(base + kernel::bytes_of<N>(indexed),
                                            value + kernel::bytes_of<N>(from), block, row);
                 });
}

/// As scatter, with the element at `value` for every target.
template <std::size_t N>
void scatter_scalar(const IndexPlan& plan, const Storage& target, const std::byte* value) {
  if (plan.is_whole_mask()) {
    const UntypedTensor& mask = *plan.indexed[0].tensor;
    if (!overlap(target, plan.view, N, mask.storage, mask.layout, 1)) {
      std::byte* const to = target.data() + kernel::bytes_of<N>(plan.view.offset);
      kernel::fill_masked<N>(to, first_byte(mask, 1), value, mask_loop(plan));
      return;
    }
  }
  scatter<N>(plan, target, value, Dims::filled(plan.result_shape().size(), 0));
}

/// target = combine(target, value) for everything that the plan selects, duplicates each in turn.
template <class T, class Combine>
void scatter_reduce(const IndexPlan& plan, const Storage& target, const T* value, DimsView strides,
                    Combine combine) {
  T* const base = reinterpret_cast<T*>(target.data());
  for_each_write(plan, target, sizeof(T), strides,
                 [&](index_t indexed, index_t from, const kernel::IndexedBlock& block,
                     const kernel::Row& row) {
                   kernel::reduce_block(base + indexed, value + from, block, row, combine);
                 });
}

}  // namespace detail
NDX_NAMESPACE_END
