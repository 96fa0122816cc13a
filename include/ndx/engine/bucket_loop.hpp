// BucketLoop: runs a plan of single elements far apart bucket by bucket.
//
// In a tensor that exceeds the caches, each element at random costs a cache line from memory. If
// many positions select from each line, it is cheaper to sort the positions by buckets of the tensor
// first: then every line comes from memory once, in order. Offsets within the bucket, and for writes
// the elements, travel in streams, one for each bucket; the elements of a gather return the same way.
// The order of the positions in a bucket is kept, so duplicates are written in their order.
#pragma once

#include <ndx/engine/work_units.hpp>
#include <ndx/kernel/index/buckets.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// When a plan is run by buckets, and by which. Measured with 256 MB on Sapphire Rapids, Zen 3, Zen 4
/// and Zen 5 (bench/large.sh). On Zen 3 and 4 the straight loop is as fast as the passes that move
/// elements, but not as those that write one element everywhere: Zen 4 gathers in 5.0 ns an element, by
/// buckets in 6.1, and writes one in 5.1, by buckets in 4.4. On Zen 5 it is never behind: floats and
/// doubles, gathered, written or added, take 3.0 to 3.8 ns an element, by buckets 3.2 to 6.0. Other
/// processors go straight.
struct BucketSizes {
  index_t least_bytes = kernel::detail::is_intel() || kernel::detail::is_amd_family_25()
                            ? 8 * kCacheBytes
                            : INT64_MAX;             // of the tensor
  bool moves_elements = kernel::detail::is_intel();  // or only writes one element
  index_t bytes_per_position = 24;                   // of the tensor, at most
  index_t bucket_bytes = kCoreCacheBytes / 4;
  index_t most_buckets = 1024;
  index_t most_near = 4;  // one of so many sampled positions may be near an earlier one
};

/// The memory of both sides, and the passes over elements of their size: only those that the caller
/// needs are compiled.
struct BucketSides {
  const std::byte* base;             // that the offsets of the plan count from
  std::byte* result = nullptr;       // of a gather
  const std::byte* value = nullptr;  // of a write
  bool only_stores = false;          // a write that need not read what it overwrites
  decltype(&kernel::return_elements<4>) return_elements = nullptr;  // of a gather
  decltype(&kernel::distribute<4>) distribute = nullptr;            // of a write
  decltype(&kernel::read_records<4>) read_records = nullptr;        // of a write
};

class BucketLoop {
 public:
  /// The work on a block of one bucket: f(indexed offset, elements, block). A gather stores the
  /// elements, a write reads them, at block.linear(k).
  using Body = FunctionRef<void(index_t, std::byte*, const kernel::IndexedBlock&)>;

  /// Keeps references: the others must outlive this.
  BucketLoop(const IndexPlan& plan, const IndexedLoop& loop, const WorkUnits& units,
             std::size_t element_bytes, const BucketSizes& sizes = {})
      : plan_(plan),
        loop_(loop),
        units_(units),
        bytes_(static_cast<index_t>(element_bytes)),
        sizes_(sizes) {}

  /// Whether the plan is of a kind that is run by buckets, as far as its sizes say.
  [[nodiscard]] bool may_pay() const noexcept {
    const index_t elements = numel(plan_.view);
    return elements >= sizes_.least_bytes / bytes_ && (bytes_ == 4 || bytes_ == 8) &&
           loop_.outer.rank == 0 && loop_.inner.rank == 0 && units_.are_blocks() &&
           elements / loop_.position_count() <= sizes_.bytes_per_position / bytes_;
  }

  /// Gathers or writes. Returns false, having moved nothing, if that does not pay or memory for it is
  /// missing.
  bool run(const BucketSides& sides, const Body& body) NDX_SYMBOL(bucket_loop_run);

 private:
  static constexpr index_t kSampledBits = index_t{1} << 18;
  static constexpr index_t kSampledBytes = kSampledBits / 8;
  static constexpr index_t kSampledBlocks = 32;
  static constexpr index_t kVisited = 64;  // positions at a time

  [[nodiscard]] bool make_buckets();
  [[nodiscard]] bool allocate(bool gathers);
  [[nodiscard]] bool is_scattered() const;
  void distribute(index_t first, index_t last, const BucketSides& sides);
  void visit(const BucketSides& sides, std::byte* one, const Body& body) const;
  void give_back(index_t first, index_t last, const BucketSides& sides);

  const IndexPlan& plan_;
  const IndexedLoop& loop_;
  const WorkUnits& units_;
  index_t bytes_;
  BucketSizes sizes_;
  kernel::Buckets buckets_{};
  index_t blocks_ = 0;        // as many at a time
  index_t record_bytes_ = 4;  // an offset within the bucket, and an element if one is written
  Storage memory_;
  kernel::BucketCounts counts_ = nullptr;
  std::byte* records_ = nullptr;
  std::byte* gathered_ = nullptr;
};

#if NDX_DEFINES
/// The buckets of the view. False if their offsets would exceed 32 bits.
NDX_FUNC bool BucketLoop::make_buckets() {
  const Extent all = extent(plan_.view);
  const index_t last = all.high - all.low;
  buckets_ = {all.low - plan_.view.offset, 0, 0};
  while (bytes_ << buckets_.shift < sizes_.bucket_bytes ||
         last >> buckets_.shift >= sizes_.most_buckets)
    ++buckets_.shift;
  buckets_.count = (last >> buckets_.shift) + 1;
  // Positions of a quarter of the tensor at a time, so that buffers do not grow with the result.
  blocks_ = (last / 4 < INT32_MAX ? last / 4 : INT32_MAX) / kernel::kBlock + 1;
  if (blocks_ > units_.count()) blocks_ = units_.count();
  return buckets_.shift < 32;
}

/// Allocates the counts, the records, and room for the elements that a gather has found: the
/// memory of their records, if they are no larger.
NDX_FUNC bool BucketLoop::allocate(bool gathers) {
  const index_t positions = blocks_ * kernel::kBlock;
  const index_t counts = (buckets_.count * 4 / kLineBytes + 1) * kLineBytes;
  const index_t records = positions * record_bytes_;
  const bool apart = gathers && bytes_ > record_bytes_;
  index_t bytes = counts + records + (apart ? positions * bytes_ : 0);
  if (bytes < counts + kSampledBytes) bytes = counts + kSampledBytes;
  try {
    allocate_indices(memory_, plan_.call, bytes / static_cast<index_t>(sizeof(index_t)) + 1);
  } catch (const std::bad_alloc&) {
    return false;
  }
  counts_ = reinterpret_cast<std::uint32_t*>(memory_.data());
  records_ = memory_.data() + counts;
  gathered_ = records_ + (apart ? records : 0);
  return true;
}

/// Whether few positions of a sample select from a kilobyte from which one shortly before them has
/// selected: those are in the cache.
NDX_COLD NDX_FUNC bool BucketLoop::is_scattered() const {
  auto* const seen = reinterpret_cast<unsigned char*>(records_);
  index_t near = 0;
  index_t all = 0;
  const auto sample = [&](index_t /*at*/, index_t /*on*/, const kernel::IndexedBlock& block) {
    for (index_t k = 0; k < block.count; ++k) {
      const auto place =
          static_cast<std::uint64_t>((block.offset(k) - buckets_.low) * bytes_ / 1024);
      const auto bit = (place * 0x9E3779B97F4A7C15U) >> 46;  // 18 bits
      unsigned char& byte = seen[bit / 8];
      near += byte >> bit % 8 & 1;
      byte = static_cast<unsigned char>(byte | 1U << bit % 8);
    }
    all += block.count;
  };
  for (index_t window = 0; window < 3; ++window) {
    const index_t first = (units_.count() - 1) / 3 * window;
    const index_t last = first + kSampledBlocks;
    std::memset(seen, 0, kSampledBytes);
    units_.run(first, last < units_.count() ? last : units_.count(), BlockBody(sample));
  }
  return near * sizes_.most_near <= all;
}

/// Distributes the positions of the blocks; counts_ then says where each bucket ends.
NDX_FUNC void BucketLoop::distribute(index_t first, index_t last, const BucketSides& sides) {
  std::memset(counts_, 0, static_cast<std::size_t>(buckets_.count) * sizeof *counts_);
  const auto count = [&](index_t /*at*/, index_t /*on*/, const kernel::IndexedBlock& block) {
    kernel::count_positions(block, buckets_, counts_);
  };
  units_.run(first, last, BlockBody(count));
  std::uint32_t total = 0;
  for (index_t b = 0; b < buckets_.count; ++b) {
    const std::uint32_t here = counts_[b];
    counts_[b] = total;
    total += here;
  }
  const auto store = record_bytes_ == 4 ? kernel::distribute<0> : sides.distribute;
  const auto distribute = [&](index_t /*at*/, index_t on, const kernel::IndexedBlock& block) {
    store(block, buckets_, counts_, records_,
          sides.value == nullptr ? nullptr : sides.value + on * bytes_);
  };
  units_.run(first, last, BlockBody(distribute));
}

/// Runs the body on each bucket, fetching the next one in order meanwhile.
NDX_FUNC void BucketLoop::visit(const BucketSides& sides, std::byte* one, const Body& body) const {
  index_t offsets[kVisited];
  alignas(8) std::byte elements[kVisited * 8];
  const auto read = record_bytes_ == 4 ? kernel::read_records<0> : sides.read_records;
  const index_t size = index_t{1} << buckets_.shift;
  const index_t lines = bytes_ * size / kLineBytes + 1;
  index_t k = 0;
  for (index_t b = 0; b < buckets_.count; ++b) {
    const index_t here = plan_.view.offset + buckets_.low + b * size;
    const index_t end = counts_[b];
    const index_t pace = end == k ? 0 : (lines << 16) / (end - k);  // in 2^-16 lines
    index_t fetched = 0;
    for (index_t fetch = 0; k < end;) {
      const index_t n = end - k < kVisited ? end - k : kVisited;
      read(records_ + k * record_bytes_, n, offsets, elements);
      fetch += n * pace;
      for (; b + 1 < buckets_.count && fetched < fetch >> 16; ++fetched)
        kernel::prefetch_far(sides.base, (here + size) * bytes_ + fetched * kLineBytes);
      if (sides.only_stores) {  // loads run ahead of what waits for memory, stores do not
        for (index_t i = 0; i < n; ++i)
          kernel::prefetch_to_store(sides.base, (here + offsets[i]) * bytes_);
      }
      std::byte* const at = one != nullptr       ? one
                            : record_bytes_ != 4 ? elements
                                                 : gathered_ + k * bytes_;
      body(here, at, {n, offsets, one != nullptr ? 0 : 1, nullptr});
      k += n;
    }
  }
}

/// Copies the elements of the buckets to the result.
NDX_FUNC void BucketLoop::give_back(index_t first, index_t last, const BucketSides& sides) {
  for (index_t b = buckets_.count; b-- > 0;) counts_[b] = b == 0 ? 0 : counts_[b - 1];
  const auto give = [&](index_t /*at*/, index_t on, const kernel::IndexedBlock& block) {
    sides.return_elements(block, buckets_, counts_, gathered_, sides.result + on * bytes_);
  };
  units_.run(first, last, BlockBody(give));
}

NDX_COLD NDX_FUNC bool BucketLoop::run(const BucketSides& sides, const Body& body) {
  const bool gathers = sides.result != nullptr;
  bool is_one = !gathers;  // whether all positions are written with one element
  for (std::size_t d = 0; d < loop_.positions.rank; ++d)
    is_one = is_one && loop_.positions.strides[1][d] == 0;
  alignas(8) std::byte one[8];
  if (is_one) std::memcpy(one, sides.value, static_cast<std::size_t>(bytes_));
  if (!is_one && !sizes_.moves_elements) return false;
  record_bytes_ = gathers || is_one ? 4 : 4 + bytes_;
  if (!make_buckets() || !allocate(gathers) || !is_scattered()) return false;
  for (index_t first = 0; first < units_.count(); first += blocks_) {
    const index_t last = first + blocks_ < units_.count() ? first + blocks_ : units_.count();
    distribute(first, last, sides);
    visit(sides, is_one ? one : nullptr, body);
    if (gathers) give_back(first, last, sides);
  }
  return true;
}
#endif

}  // namespace detail
NDX_NAMESPACE_END
