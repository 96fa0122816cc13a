// The contents of a message: runs of elements from anywhere in a tensor, one after another.
#pragma once

#include <ndx/tensor/plan_parts.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the runs of a part in the result or value, for a message.
inline RunLists places_of(const SplitPart& part) {
  return {part.places, {}, part.lengths, part.length};
}

inline index_t elements_of(const RunLists& runs) noexcept {
  if (runs.lengths.empty()) return static_cast<index_t>(runs.offsets.size()) * runs.length;
  index_t sum = 0;
  for (const index_t length : runs.lengths) sum += length;
  return sum;
}

/// Returns the runs of a part. Their places are left out if the runs follow each other from
/// position 0, which is faster.
inline RunLists runs_of(const SplitPart& part) {
  RunLists runs = RunLists::of(part);
  if (runs.lengths.empty() && !runs.places.empty() && runs.places[0] == 0 &&
      is_equally_spaced(runs.places, runs.length))
    runs.places = {};
  return runs;
}

}  // namespace detail
NDX_NAMESPACE_END
