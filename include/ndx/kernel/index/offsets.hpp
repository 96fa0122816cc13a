// Turns index tensors into offsets, one block of positions at a time: loads the indices, checks
// their bounds, wraps negative ones and sums index·stride over the operands.
//
// A block has 512 positions, so that it stays in the first-level cache between these steps. If all
// indices lie in 0…size-1, which is the common case, one vector pass per operand does everything
// (inside_offsets); otherwise the block is done again, step by step (block_offsets). Indices that
// are offsets already are used in place. Nothing here throws: a block with an index out of bounds
// is reported, and the caller raises the error.
#pragma once

#include <ndx/base/atomic.hpp>
#include <ndx/base/executor.hpp>
#include <ndx/kernel/index/load_indices.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Number of positions in a block, which makes 4 KB of offsets.
inline constexpr index_t kBlock = 512;

/// The buffers for one block. They are aligned, so that the speed of vector stores does not depend
/// on the stack's depth.
struct BlockBuffers {
  alignas(64) index_t offsets[kBlock];
  alignas(64) index_t values[kBlock];
};

namespace detail {

/// Sets sums = values·stride if `first`, else adds values·stride to the sums. If Sparse, a position
/// that any operand skips is skipped.
template <bool Sparse>
void add_offsets(index_t* sums, bool first, const index_t* values, index_t n, index_t stride) {
  for (index_t i = 0; i < n; ++i) {
    const index_t value = read_index(values + i);
    const index_t sum = first ? 0 : sums[i];
    const bool skipped = Sparse && (value == kSkipped || sum == kSkipped);
    sums[i] = skipped ? kSkipped : sum + value * stride;
  }
}

/// Starts the sums with Σ coordinate·shape.walked. Returns false if there are no such dims.
inline bool begin_walked(const IndexShape& shape, index_t start, index_t n, BlockBuffers& buffers) {
  if (shape.walked == nullptr) return false;
  strided_offsets(shape, shape.walked, start, n, buffers.offsets);
  return true;
}

/// Returns true if add_inside applies: the operand holds indices, not offsets, and size and stride
/// fit in 32 bits.
inline bool may_lie_inside(const IndexStream& operand) {
  return operand.resolve < Resolve::offsets && operand.size <= INT32_MAX &&
         operand.stride >= INT32_MIN && operand.stride <= INT32_MAX;
}

/// Adds index·stride of one operand to the sums, or assigns it if `first`. If an index is not in
/// 0…size-1, returns false and leaves the sums meaningless.
inline bool add_inside(const IndexShape& shape, const IndexStream& operand, bool first,
                       index_t start, index_t n, BlockBuffers& buffers) {
  const index_t step = inner_stride(shape, operand.strides);
  const bool in_place = is_wide(operand) && (step == 0 || step == 1);
  bool inside = true;
  const auto add_run = [&](index_t done, index_t count, index_t offset) {
    const index_t* values = buffers.values;
    if (in_place) {
      values = reinterpret_cast<const index_t*>(operand.data) + offset;
    } else {
      load_run(buffers.values, operand.dtype, operand.data, offset, step, step == 0 ? 1 : count);
    }
    inside =
        inside && index_passes([&](auto passes) {
          const auto add = step == 0 ? passes.add_offset : passes.add_offsets;
          return add(buffers.offsets + done, first, values, count, operand.stride, operand.size);
        });
  };
  if (operand.equally_spaced) {
    add_run(0, n, start * step);
  } else if (has_short_runs(shape)) {
    const index_t* const values = load_indices(shape, operand, start, n, buffers.values);
    inside = index_passes([&](auto passes) {
      return passes.add_offsets(buffers.offsets, first, values, n, operand.stride, operand.size);
    });
  } else {
    for (IndexRuns run(shape, operand.strides, start, n); run.count() != 0; run.next())
      add_run(run.done(), run.count(), run.offset());
  }
  return inside;
}

/// Computes Σ index·stride by one pass over each operand, which is the fast path. Returns false if
/// an index is not in 0…size-1 or if the fast path does not apply.
inline bool inside_offsets(const IndexShape& shape, const IndexStream* operands, std::size_t count,
                           index_t start, index_t n, BlockBuffers& buffers) {
  const bool in_place = count == 1 && operands[0].stride == 1 && shape.walked == nullptr;
  if (count == 0 || in_place) return false;
  for (std::size_t k = 0; k < count; ++k) {
    if (!may_lie_inside(operands[k])) return false;
  }
  const bool walked = begin_walked(shape, start, n, buffers);
  for (std::size_t k = 0; k < count; ++k) {
    if (!add_inside(shape, operands[k], k == 0 && !walked, start, n, buffers)) return false;
  }
  return true;
}

}  // namespace detail

/// Returns Σ index·stride over the operands, plus Σ coordinate·shape.walked, for positions
/// start…start+n-1 (n ≤ kBlock); a skipped position gives kSkipped. Returns null if an index is out
/// of bounds. The result points into `buffers` or into the index tensor itself.
inline const index_t* block_offsets(const IndexShape& shape, const IndexStream* operands,
                                    std::size_t count, index_t start, index_t n,
                                    BlockBuffers& buffers) {
  if (detail::inside_offsets(shape, operands, count, start, n, buffers)) return buffers.offsets;
  if (count == 0) std::memset(buffers.offsets, 0, static_cast<std::size_t>(n) * sizeof(index_t));
  const bool walked = detail::begin_walked(shape, start, n, buffers);
  bool sparse = false;
  for (std::size_t k = 0; k < count; ++k) {
    const IndexStream& operand = operands[k];
    const index_t* values = load_indices(shape, operand, start, n, buffers.values);
    values = resolve_indices(operand, values, n, buffers.values);
    if (values == nullptr) return nullptr;
    const index_t stride = operand.resolve >= Resolve::offsets ? 1 : operand.stride;
    sparse = sparse || may_skip(operand);
    if (count == 1 && stride == 1 && !walked) return values;
    const bool first = k == 0 && !walked;
    if (sparse) {
      detail::add_offsets<true>(buffers.offsets, first, values, n, stride);
    } else if (detail::may_lie_inside(operand)) {  // every value has been resolved to 0…size-1
      detail::index_passes([&](auto passes) {
        return passes.add_offsets(buffers.offsets, first, values, n, stride, operand.size);
      });
    } else {
      detail::add_offsets<false>(buffers.offsets, first, values, n, stride);
    }
  }
  return buffers.offsets;
}

/// Writes the offsets of all `total` positions. Returns false if an index is out of bounds.
inline bool write_offsets(const IndexShape& shape, const IndexStream* operands, std::size_t count,
                          index_t total, index_t* out) {
  BlockBuffers buffers;
  for (index_t start = 0; start < total; start += kBlock) {
    const index_t n = total - start < kBlock ? total - start : kBlock;
    const index_t* const offsets = block_offsets(shape, operands, count, start, n, buffers);
    if (offsets == nullptr) return false;
    std::memcpy(out + start, offsets, static_cast<std::size_t>(n) * sizeof(index_t));
  }
  return true;
}

/// Writes the numbers of the offsets that are in a range to `found`, which has room for n. Returns how many
/// there are.
inline index_t find_within(const OffsetRange& range, const index_t* offsets, index_t n,
                           index_t* found) {
  return detail::index_passes(
      [=](auto passes) { return passes.find_within(range, offsets, n, found); });
}

/// The result of checking all indices of an operand: at least one is out of bounds, all are valid
/// but some must be wrapped or replaced, or all lie in 0…size-1 already.
enum class IndexCheck : std::uint8_t { out_of_bounds, in_bounds, inside };

/// Checks the indices first…last-1 of an operand.
inline IndexCheck check_values(const IndexShape& shape, const IndexStream& operand, index_t first,
                               index_t last) {
  index_t buffer[kBlock];
  IndexCheck found = IndexCheck::inside;
  for (index_t start = first; start < last; start += kBlock) {
    const index_t n = last - start < kBlock ? last - start : kBlock;
    const index_t* const values = load_indices(shape, operand, start, n, buffer);
    if (detail::all_inside(values, n, operand.size)) continue;
    if (resolve_indices(operand, values, n, buffer) == nullptr) return IndexCheck::out_of_bounds;
    found = IndexCheck::in_bounds;
  }
  return found;
}

/// Checks all `total` indices of an operand, by the threads of the executor if they are many.
inline IndexCheck check_all_values(const IndexShape& shape, const IndexStream& operand,
                                   index_t total) {
  constexpr double ns = .1;  // an index
  ndx::detail::Atomic<bool> is_outside(false);
  ndx::detail::Atomic<bool> is_wrapped(false);
  const index_t parts = ndx::detail::parts_for(total, {sizeof(index_t), ns});
  ndx::detail::run_parts(total, parts, [&](index_t first, index_t last) {
    const IndexCheck found = check_values(shape, operand, first, last);
    if (found == IndexCheck::out_of_bounds) is_outside.set(true);
    if (found == IndexCheck::in_bounds) is_wrapped.set(true);
  });
  if (is_outside.get()) return IndexCheck::out_of_bounds;
  return is_wrapped.get() ? IndexCheck::in_bounds : IndexCheck::inside;
}

/// The index at one position and whether it is in bounds, for error messages.
struct CheckedIndex {
  index_t value;
  bool in_bounds;
};
NDX_COLD inline CheckedIndex index_at(const IndexShape& shape, const IndexStream& operand,
                                      index_t position) {
  index_t buffer = 0;
  const index_t value = read_index(load_indices(shape, operand, position, 1, &buffer));
  return {value, resolve_indices(operand, &value, 1, &buffer) != nullptr};
}

}  // namespace kernel
NDX_NAMESPACE_END
