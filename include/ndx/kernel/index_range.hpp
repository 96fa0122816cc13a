// IndexRange: the result of bounds-checking a block of indices.
#pragma once

#include <ndx/kernel/bytes.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Whether any value is negative, and whether any is ≥ size. A value below -size may count as
/// either.
struct IndexRange {
  bool negative;
  bool beyond;
};

/// Scans n values. v ≥ size sets the sign bit of (size-1) - v; the difference can wrap only for v
/// below -size.
inline IndexRange scan_one_by_one(const index_t* values, index_t n, index_t size) {
  index_t negative = 0;
  index_t beyond = 0;
  for (index_t i = 0; i < n; ++i) {
    const index_t v = read_index(values + i);
    negative |= v;
    beyond |=
        static_cast<index_t>(static_cast<std::uint64_t>(size - 1) - static_cast<std::uint64_t>(v));
  }
  return {negative < 0, beyond < 0};
}

}  // namespace kernel
NDX_NAMESPACE_END
