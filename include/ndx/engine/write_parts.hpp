// WriteParts: the parts of a write that threads run at the same time, with the bits of one thread.
//
// Several positions may write to one element: the last one wins, or their values are added in order. So
// all positions of an element belong to one part, which applies them in row-major order. If the work units
// select different elements, as the rows of x[:, i] and the elements under a mask do, a part has some of the
// units. Otherwise a part owns the elements whose offsets lie in a range: it computes the offsets of all
// positions, and writes those in its range. No part waits for another one, and none allocates memory.
//
// The ranges end at quantiles of some of the offsets, so that each has about as many positions. Computing the
// offsets takes every part as long, so a write is shared only where that is little beside the rest: in the cache,
// two threads share rows of 125 floats and more.
#pragma once

#include <ndx/engine/work_units.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class WriteParts {
 public:
  /// Divides the units among the threads of the executor. There is one part, which has everything, until this
  /// is called. `combines` says that elements are combined with values, and not replaced.
  void divide(const WorkUnits& units, bool combines) NDX_SYMBOL(divide_write);

  [[nodiscard]] index_t count() const noexcept { return count_; }

  /// Walks over what belongs to part `part`.
  [[nodiscard]] BlockWalk walk(const WorkUnits& units, index_t part) const {
    const index_t all = units.count();
    if (!by_offset_)
      return {units, part_begin(all, count_, part), part_begin(all, count_, part + 1)};
    const kernel::OffsetRange range{ends_[part], ends_[part + 1]};
    return {units, 0, all, &range};
  }

 private:
  /// Most parts by offsets: with more, computing the offsets in each takes most of the time.
  static constexpr index_t kMostOwners = 32;
  /// Number of offsets that are sampled for each part, and of how many that follow each other.
  static constexpr index_t kSampled = 32;
  static constexpr index_t kTogether = 4;
  /// The cost of a position to a part.
  struct PartCost {
    double scan;  // nanoseconds to find out whether the part owns the position
    double own;  // the time to write an own position, divided by that of one thread that writes all
  };
  /// Where each position waits for memory, the scan goes on meanwhile. Elsewhere it is in the way, and rows of
  /// values that are picked come slower than those that follow each other.
  static constexpr PartCost kFar{.35, 1};
  static constexpr PartCost kNear{2.3, 1.4};
  /// Nanoseconds that a short row takes more to combine than to replace.
  static constexpr double kCombine = 2;

  static index_t sample(const WorkUnits& units, index_t most, index_t* offsets);
  void divide_offsets(const WorkUnits& units, index_t most, double ns, PartCost part);

  index_t count_ = 1;
  bool by_offset_ = false;
  index_t ends_[kMostOwners + 1];  // part k owns ends_[k] ≤ offset < ends_[k + 1]
};

#if NDX_DEFINES

/// Sorts a few numbers by Shell's method, which needs no memory and little code.
NDX_COLD inline void sort_few(index_t* values, index_t count) {
  for (const index_t gap : {301, 132, 57, 23, 10, 4, 1}) {
    for (index_t i = gap; i < count; ++i) {
      const index_t value = values[i];
      index_t at = i;
      for (; at >= gap && values[at - gap] > value; at -= gap) values[at] = values[at - gap];
      values[at] = value;
    }
  }
}

NDX_COLD NDX_FUNC void WriteParts::divide(const WorkUnits& units, bool combines) {
  const index_t parts = units.parts();
  if (parts == 1) return;
  by_offset_ = !units.are_apart();
  if (!by_offset_) {
    count_ = parts;
  } else if (!units.are_tiles() || !units.tiles_.are_in_memory_order()) {
    const bool far = units.exceeds_cache_;
    const double positions = units.positions();
    const double ns = units.cost_of(positions).ns + (combines && !far ? kCombine * positions : 0);
    divide_offsets(units, parts < kMostOwners ? parts : kMostOwners,
                   ns / static_cast<double>(units.offsets()), far ? kFar : kNear);
  }
}

/// Finds at most `most` ranges; one if two would not be faster, because the offsets are too unevenly spread or
/// cost too much. What an offset selects costs `ns` nanoseconds.
NDX_COLD inline void WriteParts::divide_offsets(const WorkUnits& units, index_t most, double ns,
                                                PartCost part) {
  const auto pays = [=](double share) { return part.scan + share * part.own * ns < .85 * ns; };
  if (!pays(1 / static_cast<double>(most))) return;
  index_t offsets[kMostOwners * kSampled];
  const index_t sampled = sample(units, most, offsets);
  sort_few(offsets, sampled);
  ends_[0] = kernel::OffsetRange().begin;
  index_t parts = 1;
  index_t largest = 0;  // offsets of the part that has most of them
  index_t first = 0;    // the first offset of the last part
  for (index_t k = 1; k < sampled; ++k) {
    if (offsets[k] == offsets[k - 1] || k < part_begin(sampled, most, parts)) continue;
    ends_[parts++] = offsets[k];
    largest = k - first > largest ? k - first : largest;
    first = k;
  }
  ends_[parts] = kernel::OffsetRange().end;
  largest = sampled - first > largest ? sampled - first : largest;
  if (pays(static_cast<double>(largest) / static_cast<double>(sampled))) count_ = parts;
}

/// Copies some of the offsets of all positions, evenly spread, to `offsets`. Returns how many there are.
NDX_COLD inline index_t WriteParts::sample(const WorkUnits& units, index_t most, index_t* offsets) {
  const IndexedLoop& loop = units.loop_;
  Tiles::Places places;
  index_t sampled = 0;
  const index_t all = units.offsets();
  const index_t samples = most * (kSampled / kTogether);
  for (index_t sample = 0; sample < samples; ++sample) {
    const index_t start = part_begin(all, samples, sample);
    const index_t n = all - start < kTogether ? all - start : kTogether;
    if (n == 0) break;
    if (units.are_tiles()) {
      units.tiles_.locate(places, start, all, n);
    } else {
      places.indexed = kernel::block_offsets(units.shape_, loop.operands.data(),
                                             loop.operands.size(), start, n, places.buffers);
      if (places.indexed == nullptr) [[unlikely]]
        loop.throw_out_of_bounds();
    }
    for (index_t k = 0; k < n; ++k) {
      offsets[sampled] = kernel::read_index(places.indexed + k);
      sampled += offsets[sampled] == kernel::kSkipped ? 0 : 1;
    }
  }
  return sampled;
}
#endif

}  // namespace detail
NDX_NAMESPACE_END
