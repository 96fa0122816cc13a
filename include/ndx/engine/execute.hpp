// Runs a plan: gather, scatter and reduce between a tensor and a result or value, one block of
// offsets at a time.
//
// The functions take the element size, since elements that are only moved need no type: one function
// serves all types of a size, and the compiled library contains those of the common sizes. A gather
// checks its indices block by block: if it fails, its result is simply discarded. A write must
// change nothing if it fails, so it checks every index before it writes the first element. It also
// copies index tensors that share memory with the target, because writes would change indices that
// are still to be read.
//
// A mask over the whole tensor has kernels of its own, which need no offsets. All other plans go
// through IndexedLoop, which sorts dims into positions and rows, and BlockWalk, which gives the
// offsets of one block after another. Writes run in row-major order of the positions, so that the last of
// several duplicates wins and sums are added in order; threads share them by elements, not by positions
// (write_parts.hpp).
#pragma once

#include <ndx/engine/write_parts.hpp>
#include <ndx/kernel/index/gather_scatter.hpp>
#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/mask/mask.hpp>
#include <ndx/kernel/move/copy.hpp>
#include <ndx/kernel/move/fill.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the loop over the mask (operand 0) and the view (operand 1) of a plan whose only index
/// is one mask of the whole view.
inline Loop<2> mask_loop(const IndexPlan& plan) {
  const IndexOperand& mask = plan.operands[0];
  return mask.mask_functions->loop(*mask.tensor, plan.view.strides);
}

/// Calls body(part) for the parts of a loop over the bytes of a mask, the first of which is at `first`, and elements
/// of N bytes.
template <std::size_t N, class Body>
void run_masked_loop(const IndexOperand& mask, const Loop<2>& loop, const std::byte* first,
                     kernel::MaskOrder order, const Body& body) {
  const auto cost =
      kernel::cost_of_mask(numel(mask.tensor->layout), static_cast<index_t>(N), false);
  if (!is_shared(cost)) return body(kernel::MaskPart{loop, first, 0, 0, mask.count});
  mask.mask_functions->run(first, loop, mask.count, static_cast<index_t>(N), order,
                           kernel::MaskBody(body));
}

/// Whether the rows of mask bytes and elements are contiguous.
inline bool has_dense_rows(const Loop<2>& loop) {
  return loop.rank == 0 ||
         (loop.strides[0][loop.rank - 1] == 1 && loop.strides[1][loop.rank - 1] == 1);
}

/// Calls body(part) for the parts of a plan that is one mask of the whole view, for elements of N bytes. If order
/// does not matter, a mask and a view that are transposed or reversed alike are visited in the order of memory.
template <std::size_t N, class Body>
void run_masked(const IndexPlan& plan, kernel::MaskOrder order, const Body& body) {
  const IndexOperand& mask = plan.operands[0];
  const std::byte* const first = first_byte(*mask.tensor, 1);
  const Loop<2> loop = mask_loop(plan);
  if (order == kernel::MaskOrder::unordered && !has_dense_rows(loop)) {
    Offsets<2> at{};
    const Loop<2> sorted = sort_for_memory(loop, at);
    if (has_dense_rows(sorted))
      return run_masked_loop<N>(mask, sorted, first + at[0], order, [&](kernel::MaskPart part) {
        part.at += at[1];
        body(part);
      });
  }
  run_masked_loop<N>(mask, loop, first, order, body);
}

/// Fills every element of a layout, which must not overlap itself, with the N bytes at `value`.
/// `first` is the address of its element at index (0, …, 0). The dims are visited in the order of
/// their strides and merged where they can be, so that a layout that is contiguous in any order of
/// its dims is filled as one row.
template <std::size_t N>
void fill_layout(std::byte* first, const Layout& layout, const std::byte* value,
                 kernel::Stores stores) {
  Offsets<1> offsets{};
  const Loop<1> loop = sort_for_memory(make_loop<1>(layout.shape, {layout.strides}), offsets);
  kernel::run_elements_in_parts(loop, N, [&](const Loop<1>& part, const Offsets<1>& at) {
    kernel::fill_strided<N>(first + kernel::bytes_of<N>(offsets[0] + at[0]), value, part, stores);
  });
}

/// Fills `count` contiguous elements with the N bytes at `value`.
template <std::size_t N>
void fill_contiguous(std::byte* first, index_t count, const std::byte* value,
                     kernel::Stores stores) {
  Loop<1> row;
  row.rank = 1;
  row.sizes[0] = count;
  row.strides[0][0] = 1;
  const auto element = kernel::load<N>(value);
  kernel::run_in_parts(row, 0, N, [&](const Loop<1>& part, const Offsets<1>& at) {
    kernel::fill_contiguous<N>(first + kernel::bytes_of<N>(at[0]), element, part.sizes[0], stores);
    if (stores == kernel::Stores::streamed) kernel::finish_streaming();  // in each thread
  });
}

/// Copies the elements that work units select from the tensor at `base` to `result`, whose strides
/// are in the loop. Skipped positions of the result are left unchanged. Ends with a store fence if
/// the stores are streamed, since each thread needs its own.
template <std::size_t N>
struct GatherUnits {
  const WorkUnits& units;
  const kernel::InnerLoop& row;
  const std::byte* base;
  std::byte* result;
  kernel::Stores stores;
  kernel::Loads loads;

  void operator()(index_t first, index_t last) const {
    for (BlockWalk walk(units, first, last); walk.next();)
      kernel::gather_block<N>(result + kernel::bytes_of<N>(walk.linear),
                              base + kernel::bytes_of<N>(walk.indexed), walk.block, row, stores,
                              loads);
    if (stores == kernel::Stores::streamed) kernel::finish_streaming();
  }
};

/// Copies the elements that the plan selects from the tensor at `base` to `result`, which is
/// row-major and new. Skipped positions get `fill`. Throws IndexError if an index is out of bounds.
template <std::size_t N>
void gather(const IndexPlan& plan, const std::byte* base, std::byte* result, const std::byte* fill,
            kernel::Stores stores = kernel::Stores::cached) {
  if (plan.skips()) {
    fill_contiguous<N>(result, numel(DimsView(plan.result_shape())), fill, stores);
    if (plan.is_outside) return;
  }
  // A mask without a true element goes the general way, which ends at an empty result: the view may have
  // no memory that its offset could be added to.
  if (plan.is_whole_mask() && plan.operands[0].count > 0) {
    const std::byte* const from = base + kernel::bytes_of<N>(plan.view.offset);
    run_masked<N>(plan, kernel::MaskOrder::ordered, [&](const kernel::MaskPart& part) {
      kernel::compress<N>(result + kernel::bytes_of<N>(part.first), part.mask,
                          from + kernel::bytes_of<N>(part.at), part.loop, part.count, stores,
                          plan.operands[0].mask_functions->next);
    });
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
  const WorkUnits units(plan, loop, N);
  run_parts(
      units.count(), units.parts(),
      GatherUnits<N>{units, loop.inner, base, to.data, stores, kernel::loads_from<N>(plan.view)});
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
  run_parts(
      units.count(), units.parts(),
      GatherUnits<N>{units, loop.inner, base, first, stores, kernel::loads_from<N>(plan.view)});
}

/// How a write combines a value with an element.
enum class WriteKind : std::uint8_t {
  assigns,
  idempotent,  // combining the same values again changes nothing: a maximum, …
  combines,
  calls_back,  // the caller's function, unless it is pure: it may change any tensor
};

/// A write whose indices have all been checked. What remains is to write block after block, in
/// row-major order of the index shape:
///   for (BlockWalk walk(write.units()); walk.next();) …
/// or, if there are several parts, to do so for each part(k), at the same time.
class PreparedWrite {
 public:
  /// The value is at `value`, with strides `linear` along the result's shape. `copy` copies elements
  /// of `bytes` bytes; it is null if all strides are 0, because one element is never copied. The plan
  /// must outlive this.
  NDX_NOINLINE PreparedWrite(const IndexPlan& plan, const Storage& target, const std::byte* value,
                             DimsView linear, WriteKind kind, std::size_t bytes,
                             kernel::CopyFunction copy)
      : from_(value, linear),
        loop_(plan, reordered(plan, kind, bytes, copy),
              kind <= WriteKind::idempotent ? Repeats::once : Repeats::all, &from_.order),
        units_(plan, checked(plan, target, kind, bytes), bytes) {
    if (kind != WriteKind::calls_back && executor().run != nullptr)
      parts_.divide(units_, kind != WriteKind::assigns);
  }
  NDX_NOINLINE ~PreparedWrite() = default;
  PreparedWrite(const PreparedWrite&) = delete;
  PreparedWrite& operator=(const PreparedWrite&) = delete;

  [[nodiscard]] const WorkUnits& units() const noexcept { return units_; }
  [[nodiscard]] index_t parts() const noexcept { return parts_.count(); }
  [[nodiscard]] BlockWalk part(index_t number) const { return parts_.walk(units_, number); }
  [[nodiscard]] const std::byte* value() const noexcept { return from_.data; }
  [[nodiscard]] const kernel::InnerLoop& row() const noexcept { return loop_.inner; }

 private:
  /// Copies the value if its elements would be read with jumps. Returns its strides.
  DimsView reordered(const IndexPlan& plan, WriteKind kind, std::size_t bytes,
                     kernel::CopyFunction copy) {
    if (kind != WriteKind::calls_back && numel(DimsView(plan.shape)) >= kFewToOrder)
      from_.reorder_value(plan, static_cast<index_t>(bytes), copy);
    return from_.strides;
  }

  /// Checks every index, and copies index tensors that the write could change. Even a single block
  /// needs that: its offsets may be the index tensor's own values, used in place.
  IndexedLoop& checked(const IndexPlan& plan, const Storage& target, WriteKind kind,
                       std::size_t bytes) {
    if (loop_.position_count() > kernel::kBlock || is_empty(plan.result_shape())) {
      loop_.check_all();
    } else {
      // A single block computes all its offsets, and so checks them, before it is written.
      loop_.check_broadcast();
    }
    if (kind == WriteKind::calls_back || plan.reads_memory_of(target, plan.view, bytes))
      loop_.detach();
    return loop_;
  }

  ReorderedBuffer from_;
  IndexedLoop loop_;
  WorkUnits units_;
  WriteParts parts_;
};

/// Whether the plan is one mask of the whole view that shares no memory with the target. Such a
/// write needs no offsets. A mask without a true element goes the general way, as in gather.
inline bool writes_under_mask(const IndexPlan& plan, const Storage& target,
                              std::size_t element_bytes) {
  return plan.is_whole_mask() && plan.operands[0].count != 0 &&
         !plan.reads_memory_of(target, plan.view, element_bytes);
}

/// Writes the value at `value` to the elements that the plan selects, by their offsets even if a
/// mask selects them. `write_block` writes the elements of a block, of `bytes` bytes each; `copy` is
/// that of PreparedWrite.
NDX_NOINLINE inline void write_by_offsets(const IndexPlan& plan, const Storage& target,
                                          const std::byte* value, DimsView strides,
                                          std::size_t bytes, kernel::BlockFunction write_block,
                                          kernel::CopyFunction copy) {
  const PreparedWrite write(plan, target, value, strides, WriteKind::assigns, bytes, copy);
  const auto size = static_cast<index_t>(bytes);
  if (write.parts() > 1)
    return run_parts(write.parts(), write.parts(), [&](index_t part, index_t /*end*/) {
      for (BlockWalk walk = write.part(part); walk.next();)
        write_block(target.data() + walk.indexed * size, write.value() + walk.linear * size,
                    walk.block, write.row());
    });
  for (BlockWalk walk(write.units()); walk.next();)
    write_block(target.data() + walk.indexed * size, write.value() + walk.linear * size, walk.block,
                write.row());
}

/// Writes the value at `value` to the elements that the plan selects. `strides` are the value's
/// strides along the result's shape.
template <std::size_t N>
void scatter(const IndexPlan& plan, const Storage& target, const std::byte* value,
             DimsView strides) {
  if (writes_under_mask(plan, target, N) && (strides[0] == 1 || plan.operands[0].count <= 1)) {
    std::byte* const to = target.data() + kernel::bytes_of<N>(plan.view.offset);
    run_masked<N>(plan, kernel::MaskOrder::ordered, [&](const kernel::MaskPart& part) {
      kernel::expand<N>(to + kernel::bytes_of<N>(part.at), part.mask,
                        value + kernel::bytes_of<N>(part.first), part.loop, part.count,
                        plan.operands[0].mask_functions->next);
    });
  } else {
    write_by_offsets(plan, target, value, strides, N, &kernel::scatter_block<N>,
                     &kernel::copy_long_rows<N>);
  }
}

/// Writes the single element at `value` to all elements that the plan selects.
template <std::size_t N>
void scatter_scalar(const IndexPlan& plan, const Storage& target, const std::byte* value) {
  if (writes_under_mask(plan, target, N)) {
    std::byte* const to = target.data() + kernel::bytes_of<N>(plan.view.offset);
    run_masked<N>(plan, kernel::MaskOrder::unordered, [&](const kernel::MaskPart& part) {
      kernel::fill_masked<N>(to + kernel::bytes_of<N>(part.at), part.mask, value, part.loop,
                             part.count, plan.operands[0].mask_functions->next);
    });
  } else {
    write_by_offsets(plan, target, value, Dims::filled(plan.result_shape().size(), 0), N,
                     &kernel::fill_block<N>, nullptr);
  }
}

/// Copies elements of N bytes along the loop, in parallel if an executor is installed. Operand 0 of
/// the loop is the destination, operand 1 the source. The caller has sorted the loop by the
/// destination's strides (sort_for_memory).
template <std::size_t N>
void copy_in_parts(std::byte* to, const std::byte* from, const Loop<2>& loop,
                   kernel::Stores stores) {
  kernel::run_elements_in_parts(loop, N, [&](const Loop<2>& part, const Offsets<2>& at) {
    kernel::copy_strided<N>(to + kernel::bytes_of<N>(at[0]), from + kernel::bytes_of<N>(at[1]),
                            part, stores);
  });
}

NDX_COMPILE_SIZES(void, gather,
                  (const IndexPlan& plan, const std::byte* base, std::byte* result,
                   const std::byte* fill, kernel::Stores stores),
                  (plan, base, result, fill, stores))
NDX_COMPILE_SIZES(void, gather_into,
                  (const IndexPlan& plan, const std::byte* base, const UntypedTensor& out,
                   const std::byte* fill, kernel::Stores stores),
                  (plan, base, out, fill, stores))
NDX_COMPILE_SIZES(void, scatter,
                  (const IndexPlan& plan, const Storage& target, const std::byte* value,
                   DimsView strides),
                  (plan, target, value, strides))
NDX_COMPILE_SIZES(void, scatter_scalar,
                  (const IndexPlan& plan, const Storage& target, const std::byte* value),
                  (plan, target, value))
NDX_COMPILE_SIZES(void, fill_contiguous,
                  (std::byte * first, index_t count, const std::byte* value, kernel::Stores stores),
                  (first, count, value, stores))
NDX_COMPILE_SIZES(void, fill_layout,
                  (std::byte * first, const Layout& layout, const std::byte* value,
                   kernel::Stores stores),
                  (first, layout, value, stores))
NDX_COMPILE_SIZES(void, copy_in_parts,
                  (std::byte * to, const std::byte* from, const Loop<2>& loop,
                   kernel::Stores stores),
                  (to, from, loop, stores))

}  // namespace detail
NDX_NAMESPACE_END
