// From the values of an index tensor to positions along the dim that it indexes: bounds are
// checked, or a policy says where an index outside stands; negatives count from the end.
//
// One vector pass over a block finds whether any index is negative or beyond its dim (no branch an
// element); only a block that has one is looked at again. Nothing here throws: a bad block is
// reported, and the caller says what is wrong with it.
#pragma once

#include <cstring>

#include <ndx/base/dtype.hpp>
#include <ndx/kernel/index_passes_avx2.hpp>
#include <ndx/kernel/simd.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// What is still to be done to the values of an operand before they are positions along its dim.
enum class Resolve : std::uint8_t {
  check,           // refuse what is outside -size…size-1, wrap negatives
  normalize,       // known to lie there; wrap negatives
  wrap,            // modulo size
  clip,            // negatives become 0, what is too large size-1
  skip,            // wrap negatives; what is outside -size…size-1 becomes kSkipped
  assume,          // said to lie in 0…size-1; checked builds look
  inside,          // known to lie there: nothing is left to do
  offsets,         // already offsets: use as they are
  sparse_offsets,  // offsets, some of them kSkipped
};

/// Stands for the offset of a position that is neither read nor written.
inline constexpr index_t kSkipped = INT64_MIN;

/// One index tensor, broadcast over the dims of an index space.
struct IndexOperand {
  const std::byte* data;  // the first index
  DType dtype;            // an integer type
  Resolve resolve;
  index_t size;    // of the dim that it indexes
  index_t stride;  // elements of the target for one step along that dim
  const index_t*
      strides;        // of the index tensor along the dims of the space, 0 where it does not vary
  bool even = false;  // whether they make one arithmetic progression of all positions
};

/// Whether an operand can give kSkipped.
inline bool may_skip(const IndexOperand& operand) {
  return operand.resolve == Resolve::skip || operand.resolve == Resolve::sparse_offsets;
}

/// Whether a value of the operand can be out of bounds.
inline bool can_be_refused(const IndexOperand& operand) {
  switch (operand.resolve) {
    case Resolve::check:
      return true;
    case Resolve::wrap:
    case Resolve::clip:
      return operand.size == 0;
    case Resolve::assume:
      return NDX_CHECKED != 0;
    default:
      return false;
  }
}

namespace detail {

/// As scan_one_by_one, by whole vectors.
inline IndexRange scan(const index_t* values, index_t n, index_t size) {
#if NDX_X86
  if (has_avx2()) return avx2::scan(values, n, size);
#endif
  using Batch = simd::Batch<index_t>;
  constexpr index_t lanes = simd::kLanes<index_t>;
  const Batch last(size - 1);
  Batch below(index_t{0});
  Batch above(index_t{0});
  index_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    const Batch a = Batch::load_unaligned(values + i);
    const Batch b = Batch::load_unaligned(values + i + lanes);
    below = below | (a | b);
    above = above | ((last - a) | (last - b));
  }
  index_t found[2 * static_cast<std::size_t>(lanes)];
  below.store_unaligned(found);
  above.store_unaligned(found + lanes);
  IndexRange signs = scan_one_by_one(values + i, n - i, size);
  for (index_t lane = 0; lane < lanes; ++lane) {
    signs.negative = signs.negative || found[lane] < 0;
    signs.beyond = signs.beyond || found[lanes + lane] < 0;
  }
  return signs;
}

/// Whether all values lie in 0…size-1, as nearly all do.
inline bool all_inside(const index_t* values, index_t n, index_t size) {
#if NDX_X86
  if (size <= index_t{1} << 32 && has_avx2()) return avx2::all_inside(values, n, size);
#endif
  const IndexRange signs = scan(values, n, size);
  return !signs.negative && !signs.beyond;
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

/// The position that an index outside 0…size-1 stands for under wrap, clip or skip; size > 0 but
/// for skip. The index of a uint64 tensor is that bit pattern.
inline index_t position_of(Resolve resolve, index_t index, index_t size, bool is_unsigned) {
  const bool too_large = index >= size || (is_unsigned && index < 0);
  switch (resolve) {
    case Resolve::wrap: {
      if (is_unsigned)
        return static_cast<index_t>(static_cast<std::uint64_t>(index) %
                                    static_cast<std::uint64_t>(size));
      const index_t remainder = index % size;
      return remainder < 0 ? remainder + size : remainder;
    }
    case Resolve::clip:
      return too_large ? size - 1 : 0;
    default:
      return too_large || index < -size ? kSkipped : index + size;
  }
}

/// Replaces the values outside 0…size-1 as the operand's policy says. False when the dim has no
/// place for any.
inline bool bring_inside(const IndexOperand& operand, index_t* values, index_t n) {
  if (operand.size == 0 && operand.resolve != Resolve::skip) return false;
  const bool is_unsigned = operand.dtype == DType::uint64;
  for (index_t i = 0; i < n; ++i) {
    if (values[i] < 0 || values[i] >= operand.size)
      values[i] = position_of(operand.resolve, values[i], operand.size, is_unsigned);
  }
  return true;
}

}  // namespace detail

/// Brings n loaded values to positions along the operand's dim. Returns where they are, `values`
/// itself or `buffer`; null when one is out of bounds and must not be.
inline const index_t* resolve_indices(const IndexOperand& operand, const index_t* values, index_t n,
                                      index_t* buffer) {
  const Resolve resolve = operand.resolve;
  if (resolve >= Resolve::inside || (resolve == Resolve::assume && NDX_CHECKED == 0)) return values;
  if (detail::all_inside(values, n, operand.size)) return values;
  if (resolve == Resolve::assume) return nullptr;
  const IndexRange signs = detail::scan(values, n, operand.size);
  const bool strict = resolve == Resolve::check || resolve == Resolve::normalize;
  // A uint64 above INT64_MAX looks negative.
  if (strict && (signs.beyond || operand.dtype == DType::uint64)) return nullptr;
  if (values != buffer) std::memcpy(buffer, values, static_cast<std::size_t>(n) * sizeof(index_t));
  const bool all =
      strict ? detail::wrap(buffer, n, operand.size) : detail::bring_inside(operand, buffer, n);
  return all ? buffer : nullptr;
}

}  // namespace kernel
NDX_NAMESPACE_END
