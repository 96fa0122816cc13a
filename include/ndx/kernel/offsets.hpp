// From index tensors to offsets: load, check the bounds, wrap negatives, Σ index·stride, one block
// at a time.
//
// Indices are worked on in blocks that stay in the nearest cache. One vector pass over a block
// finds whether any index is negative or beyond its dim (no branch an element); only a block with
// negatives is wrapped; indices that already are the offsets are used where they lie. Nothing here
// throws: a bad block is reported, and the caller says what is wrong with it.
#pragma once

#include <cstring>

#include <ndx/base/dtype.hpp>
#include <ndx/kernel/simd.hpp>
#include <ndx/kernel/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Indices in a block: 4 KB of offsets.
inline constexpr index_t kBlock = 512;

/// What is still to be done to the values of an operand.
enum class Trust : std::uint8_t {
  nothing,  // check the bounds, wrap negatives
  bounds,   // known to lie in -size…size-1; wrap negatives
  offsets,  // already offsets: use as they are
};

/// One index tensor, broadcast over the dims of an index space.
struct IndexOperand {
  const std::byte* data;  // the first index
  DType dtype;            // an integer type
  Trust trust;
  index_t size;    // of the dim that it indexes
  index_t stride;  // elements of the target for one step along that dim
  const index_t*
      strides;  // of the index tensor along the dims of the space, 0 where it does not vary
};

/// The dims that the index tensors are broadcast over, row-major.
struct IndexSpace {
  std::size_t rank;
  const index_t* sizes;
};

/// Calls visit(done, count, offset) for the runs along the innermost dim that cover positions
/// start…start+n-1: `done` positions came before, `offset` is Σ coordinate·stride of the run's
/// first.
template <class Visit>
void for_each_run(const IndexSpace& space, const index_t* strides, index_t start, index_t n,
                  Visit&& visit) {
  if (space.rank <= 1) {
    visit(index_t{0}, n, space.rank == 0 ? 0 : start * strides[0]);
    return;
  }
  index_t coordinate[kMaxRank];
  index_t offset = 0;
  for (std::size_t d = space.rank; d-- > 0;) {
    coordinate[d] = start % space.sizes[d];
    start /= space.sizes[d];
    offset += coordinate[d] * strides[d];
  }
  const std::size_t inner = space.rank - 1;
  for (index_t done = 0; done < n;) {
    const index_t left = space.sizes[inner] - coordinate[inner];
    const index_t count = left < n - done ? left : n - done;
    visit(done, count, offset);
    done += count;
    offset -= coordinate[inner] * strides[inner];
    coordinate[inner] = 0;
    for (std::size_t d = inner; d-- > 0;) {
      offset += strides[d];
      if (++coordinate[d] < space.sizes[d]) break;
      offset -= strides[d] * space.sizes[d];
      coordinate[d] = 0;
    }
  }
}

namespace detail {

template <class I>
void load_run(index_t* out, const std::byte* from, index_t step, index_t count) {
  for (index_t i = 0; i < count; ++i) {
    I value;
    std::memcpy(&value, from + i * step * static_cast<index_t>(sizeof(I)), sizeof(I));
    out[i] = static_cast<index_t>(value);
  }
}

/// Calls f with a null pointer to the C++ type of an integer dtype.
template <class F>
void with_integer_type(DType dtype, F&& f) {
  switch (dtype) {
    case DType::int8:
      return f(static_cast<std::int8_t*>(nullptr));
    case DType::int16:
      return f(static_cast<std::int16_t*>(nullptr));
    case DType::int32:
      return f(static_cast<std::int32_t*>(nullptr));
    case DType::uint8:
      return f(static_cast<std::uint8_t*>(nullptr));
    case DType::uint16:
      return f(static_cast<std::uint16_t*>(nullptr));
    case DType::uint32:
      return f(static_cast<std::uint32_t*>(nullptr));
    case DType::uint64:
      return f(static_cast<std::uint64_t*>(nullptr));
    default:
      return f(static_cast<std::int64_t*>(nullptr));
  }
}

/// Whether any of n values is negative, and whether any is ≥ size. A value below -size may count as
/// either.
struct Signs {
  bool negative;
  bool beyond;
};

inline Signs scan(const index_t* values, index_t n, index_t size) {
  using Batch = simd::Batch<index_t>;
  constexpr index_t lanes = simd::kLanes<index_t>;
  constexpr index_t step = 4 * lanes;
  index_t negative = 0;
  index_t beyond = 0;
  index_t i = 0;
  if (n >= step) {
    // The sign bit of (size-1) - v tells v >= size; vector subtraction wraps, which only a v below
    // -size can provoke.
    const Batch last(size - 1);
    Batch below(index_t{0});
    Batch above(index_t{0});
    for (; i + step <= n; i += step) {
      const Batch a = Batch::load_unaligned(values + i);
      const Batch b = Batch::load_unaligned(values + i + lanes);
      const Batch c = Batch::load_unaligned(values + i + 2 * lanes);
      const Batch d = Batch::load_unaligned(values + i + 3 * lanes);
      below = below | ((a | b) | (c | d));
      above = above | (((last - a) | (last - b)) | ((last - c) | (last - d)));
    }
    index_t lane[static_cast<std::size_t>(lanes)];
    below.store_unaligned(lane);
    for (const index_t bits : lane) negative |= bits;
    above.store_unaligned(lane);
    for (const index_t bits : lane) beyond |= bits;
  }
  for (index_t left = n - i; left > 0; --left, ++i) {
    index_t v = 0;
    std::memcpy(&v, values + i, sizeof(v));
    negative |= v;
    beyond |=
        static_cast<index_t>(static_cast<std::uint64_t>(size - 1) - static_cast<std::uint64_t>(v));
  }
  return {negative < 0, beyond < 0};
}

/// Adds size to the negative ones. False when one is below -size.
inline bool wrap(index_t* values, index_t n, index_t size) {
  index_t signs = 0;
  for (index_t i = 0; i < n; ++i) {
    values[i] += values[i] < 0 ? size : 0;
    signs |= values[i];
  }
  return signs >= 0;
}

}  // namespace detail

/// The values of an operand at positions start…start+n-1, as 64-bit integers: a pointer to them
/// where they lie, if they are that already, else `buffer`, filled.
inline const index_t* load_indices(const IndexSpace& space, const IndexOperand& operand,
                                   index_t start, index_t n, index_t* buffer) {
  if (operand.dtype == DType::int64 && space.rank == 1 && operand.strides[0] == 1) {
    return reinterpret_cast<const index_t*>(operand.data) + start;
  }
  detail::with_integer_type(operand.dtype, [&]<class I>(I* /*type*/) {
    constexpr auto bytes = static_cast<index_t>(sizeof(I));
    for_each_run(space, operand.strides, start, n,
                 [&](index_t done, index_t count, index_t offset) {
                   const index_t step = space.rank == 0 ? 0 : operand.strides[space.rank - 1];
                   detail::load_run<I>(buffer + done, operand.data + offset * bytes, step, count);
                 });
  });
  return buffer;
}

/// Checks and wraps n loaded values. Returns where the results are, `values` itself or `buffer`;
/// null when one is out of bounds.
inline const index_t* resolve_indices(const IndexOperand& operand, const index_t* values, index_t n,
                                      index_t* buffer) {
  if (operand.trust == Trust::offsets) return values;
  const detail::Signs signs = detail::scan(values, n, operand.size);
  if (signs.beyond) return nullptr;
  if (!signs.negative) return values;
  // A uint64 above INT64_MAX looks negative.
  if (operand.dtype == DType::uint64) return nullptr;
  if (values != buffer) std::memcpy(buffer, values, static_cast<std::size_t>(n) * sizeof(index_t));
  return detail::wrap(buffer, n, operand.size) ? buffer : nullptr;
}

/// Room for the offsets of one block.
struct BlockBuffers {
  index_t offsets[kBlock];
  index_t values[kBlock];
};

/// Σ index·stride over the operands at positions start…start+n-1 (n ≤ kBlock); null when an index
/// is out of bounds. The result lies in `buffers` or in the index tensor itself.
inline const index_t* block_offsets(const IndexSpace& space, const IndexOperand* operands,
                                    std::size_t count, index_t start, index_t n,
                                    BlockBuffers& buffers) {
  if (count == 0) std::memset(buffers.offsets, 0, static_cast<std::size_t>(n) * sizeof(index_t));
  for (std::size_t k = 0; k < count; ++k) {
    const IndexOperand& operand = operands[k];
    const index_t* values = load_indices(space, operand, start, n, buffers.values);
    values = resolve_indices(operand, values, n, buffers.values);
    if (values == nullptr) return nullptr;
    const index_t stride = operand.trust == Trust::offsets ? 1 : operand.stride;
    if (count == 1 && stride == 1) return values;
    for (index_t i = 0; i < n; ++i) {
      index_t value = 0;
      std::memcpy(&value, values + i, sizeof(value));
      buffers.offsets[i] = (k == 0 ? 0 : buffers.offsets[i]) + value * stride;
    }
  }
  return buffers.offsets;
}

/// Σ coordinate·stride at positions start…start+n-1, for an operand that is strided and not
/// indexed.
inline void strided_offsets(const IndexSpace& space, const index_t* strides, index_t start,
                            index_t n, index_t* out) {
  for_each_run(space, strides, start, n, [&](index_t done, index_t count, index_t offset) {
    const index_t step = space.rank == 0 ? 0 : strides[space.rank - 1];
    for (index_t i = 0; i < count; ++i) out[done + i] = offset + i * step;
  });
}

/// Whether all `total` indices of an operand are in bounds.
inline bool all_in_bounds(const IndexSpace& space, const IndexOperand& operand, index_t total) {
  index_t buffer[kBlock];
  for (index_t start = 0; start < total; start += kBlock) {
    const index_t n = total - start < kBlock ? total - start : kBlock;
    const index_t* const values = load_indices(space, operand, start, n, buffer);
    if (resolve_indices(operand, values, n, buffer) == nullptr) return false;
  }
  return true;
}

/// The index at one position, for messages.
struct FoundIndex {
  index_t value;
  bool in_bounds;
};
NDX_COLD inline FoundIndex index_at(const IndexSpace& space, const IndexOperand& operand,
                                    index_t position) {
  index_t buffer = 0;
  index_t value = 0;
  std::memcpy(&value, load_indices(space, operand, position, 1, &buffer), sizeof(value));
  return {value, resolve_indices(operand, &value, 1, &buffer) != nullptr};
}

}  // namespace kernel
NDX_NAMESPACE_END
