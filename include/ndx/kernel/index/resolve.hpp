// Resolves the values of an index tensor to positions along the indexed dim: checks bounds or
// applies the bounds policy. Negative indices count from the end.
//
// One vector pass over a block finds out whether any index is negative or ≥ size, without a branch
// per element, and only blocks that contain one are processed further. Nothing here throws: a bad
// block is reported, and the caller raises the error. The policies are NumPy's modes raise, wrap
// and clip, JAX's clip, and skipping.
#pragma once

#include <cstring>

#include <ndx/base/dtype.hpp>
#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// How the integers of a type are stored.
struct StoredInteger {
  index_t bytes;
  index_t sign;  // the sign bit; 0 for unsigned integers, and for 64 bits

  explicit StoredInteger(DType dtype)
      : bytes(static_cast<index_t>(ndx::detail::integer_bytes(dtype))),
        sign(dtype < DType::int64 ? index_t{1} << (8 * bytes - 1) : 0) {}

  /// Sign-extends a number of fewer than 64 bits that was loaded as unsigned, if its type is
  /// signed.
  [[nodiscard]] NDX_ALWAYS_INLINE index_t extend(index_t value) const {
    return (value ^ sign) - sign;
  }
};

/// The offset of a position that is neither read nor written.
inline constexpr index_t kSkipped = INT64_MIN;

/// The offsets from `begin` up to, but without, `end`; by default all but kSkipped and the largest number.
struct OffsetRange {
  index_t begin = kSkipped + 1;
  index_t end = INT64_MAX;

  [[nodiscard]] std::uint64_t size() const noexcept {
    return static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin);
  }
};

namespace scalar {

/// The passes of index_passes.inc in scalar code, for any processor and for dims and strides of any
/// size.
struct IndexPasses {
  static bool all_inside(const index_t* values, index_t n, index_t size) {
    bool all = true;
    for (index_t i = 0; i < n; ++i) all = all & is_inside(read_index(values + i), size);
    return all;
  }
  static bool add_offsets(index_t* sums, bool first, const index_t* values, index_t n,
                          index_t stride, index_t size) {
    bool all = true;
    for (index_t i = 0; i < n; ++i) {
      const index_t value = read_index(values + i);
      all = all & is_inside(value, size);
      // Unsigned, so that the product with a wrong value may overflow.
      const std::uint64_t offset =
          static_cast<std::uint64_t>(value) * static_cast<std::uint64_t>(stride);
      sums[i] = static_cast<index_t>((first ? 0 : static_cast<std::uint64_t>(sums[i])) + offset);
    }
    return all;
  }
  static bool add_offset(index_t* sums, bool first, const index_t* values, index_t n,
                         index_t stride, index_t size) {
    const index_t value = read_index(values);
    if (!is_inside(value, size)) return false;
    for (index_t i = 0; i < n; ++i) sums[i] = (first ? 0 : sums[i]) + value * stride;
    return true;
  }
  static void write_row(index_t* out, index_t n, index_t first, index_t step) {
    for (index_t i = 0; i < n; ++i) out[i] = first + i * step;
  }
  static void repeat(index_t* out, index_t n, index_t period, index_t add) {
    for (index_t i = 0; i < n; ++i) out[i] = out[i - period] + add;
  }
  static index_t widen(index_t* /*out*/, const std::byte* /*from*/, index_t /*n*/,
                       StoredInteger /*type*/) {
    return 0;
  }
  static index_t find_within(const OffsetRange& range, const index_t* values, index_t n,
                             index_t* found, index_t i = 0, index_t count = 0) {
    const auto begin = static_cast<std::uint64_t>(range.begin);
    for (; i < n; ++i) {
      found[count] = i;
      count += static_cast<std::uint64_t>(read_index(values + i)) - begin < range.size() ? 1 : 0;
    }
    return count;
  }

 private:
  static NDX_ALWAYS_INLINE bool is_inside(index_t value, index_t size) {
    return static_cast<std::uint64_t>(value) < static_cast<std::uint64_t>(size);
  }
};

}  // namespace scalar

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/index/index_passes.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The step that is still needed to turn an operand's values into positions along its dim.
enum class Resolve : std::uint8_t {
  check,           // report values outside -size…size-1, wrap negatives
  normalize,       // known to be in -size…size-1: wrap negatives
  wrap,            // modulo size
  clip,            // negatives become 0, values that are too large size-1
  wrap_clip,       // wrap negatives, then clip
  skip,            // wrap negatives; values outside -size…size-1 become kSkipped
  skip_negative,   // values outside 0…size-1 become kSkipped
  verify,          // report values outside 0…size-1, even negatives
  assume,          // the caller guarantees 0…size-1: nothing to do
  inside,          // known to be in 0…size-1: nothing to do
  offsets,         // already offsets: nothing to do
  sparse_offsets,  // offsets, some of them kSkipped
};

/// One index tensor, broadcast to the index shape.
struct IndexStream {
  const std::byte* data;  // the first index
  DType dtype;            // an integer type
  Resolve resolve;
  index_t size;            // of the indexed dim
  index_t stride;          // of the target along the indexed dim
  const index_t* strides;  // of the index tensor along the index shape, 0 where it is broadcast
  bool equally_spaced;     // whether all positions are a constant distance apart
  std::uint32_t source;    // the caller's number of the index tensor
};

/// Returns true if an operand can produce kSkipped.
inline bool may_skip(const IndexStream& operand) {
  return operand.resolve == Resolve::skip || operand.resolve == Resolve::skip_negative ||
         operand.resolve == Resolve::sparse_offsets;
}

/// Returns true if a value of the operand can be out of bounds.
inline bool can_be_out_of_bounds(const IndexStream& operand) {
  switch (operand.resolve) {
    case Resolve::check:
    case Resolve::verify:
      return true;
    case Resolve::wrap:
    case Resolve::clip:
    case Resolve::wrap_clip:
      return operand.size == 0;
    default:
      return false;
  }
}

namespace detail {

/// Calls the passes for this processor's instruction set on a block of indices.
template <class Call>
NDX_ALWAYS_INLINE auto index_passes(const Call& call) {
  return dispatch<Fallback<scalar::IndexPasses, portable::IndexPasses>, avx2::IndexPasses>(call);
}

/// Returns true if all values lie in 0…size-1, the common case.
NDX_NOINLINE inline bool all_inside(const index_t* values, index_t n, index_t size) {
  if (size > index_t{1} << 32) return scalar::IndexPasses::all_inside(values, n, size);
  return index_passes([=](auto passes) { return passes.all_inside(values, n, size); });
}

/// Adds `size` to negative values. Returns whether all then lie in 0…size-1.
inline bool wrap(index_t* values, index_t n, index_t size) {
  for (index_t i = 0; i < n; ++i) values[i] += values[i] < 0 ? size : 0;
  return all_inside(values, n, size);
}

/// Returns the position for an index outside 0…size-1 under wrap, clip, wrap_clip, skip or
/// skip_negative. The size must be positive except for the last two. For a uint64 tensor `index`
/// holds its bit pattern.
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
    case Resolve::wrap_clip:
      if (too_large) return size - 1;
      return index < -size ? 0 : index + size;
    case Resolve::skip:
      return too_large || index < -size ? kSkipped : index + size;
    default:
      return kSkipped;
  }
}

/// Replaces values outside 0…size-1 by the operand's policy. Returns false if the dim is empty,
/// since it then has no position, unless such values are skipped.
inline bool apply_bounds_policy(const IndexStream& operand, index_t* values, index_t n) {
  if (operand.size == 0 && !may_skip(operand)) return false;
  const bool is_unsigned = operand.dtype == DType::uint64;
  for (index_t i = 0; i < n; ++i) {
    if (values[i] < 0 || values[i] >= operand.size)
      values[i] = position_of(operand.resolve, values[i], operand.size, is_unsigned);
  }
  return true;
}

}  // namespace detail

/// Resolves n loaded values to positions along the operand's dim. Returns a pointer to them, which
/// is `values` itself or `buffer`, or null if a value is out of bounds and the policy forbids it.
inline const index_t* resolve_indices(const IndexStream& operand, const index_t* values, index_t n,
                                      index_t* buffer) {
  const Resolve resolve = operand.resolve;
  if (resolve >= Resolve::assume || detail::all_inside(values, n, operand.size)) return values;
  if (resolve == Resolve::verify) return nullptr;
  const bool strict = resolve == Resolve::check || resolve == Resolve::normalize;
  // A uint64 above INT64_MAX looks negative.
  if (strict && operand.dtype == DType::uint64) return nullptr;
  if (values != buffer) std::memcpy(buffer, values, static_cast<std::size_t>(n) * sizeof(index_t));
  const bool all = strict ? detail::wrap(buffer, n, operand.size)
                          : detail::apply_bounds_policy(operand, buffer, n);
  return all ? buffer : nullptr;
}

}  // namespace kernel
NDX_NAMESPACE_END
