// Split: the elements that a plan selects, sorted by the parts of a partition of the source.
//
// A file is read block by block and a cluster rank by rank, so the elements of one part are needed together.
// For each part, a Split lists the offsets of its elements within it and their places in the result, in the
// order in which the plan visits them; the last of several duplicates is then still the last. Elements that
// are adjacent both in the part and in the result are listed as one run.
#pragma once

#include <span>

#include <ndx/plan/partition/tensor_partition.hpp>
#include <ndx/storage/storage.hpp>

NDX_NAMESPACE_BEGIN

// NumberList: memory for a long list of numbers, each of which is written once.
//
// std::vector would write each number twice, because it initialises what resize() adds. A NumberList leaves
// its numbers uninitialised. It takes its memory from Storage, which reuses the memory of earlier large
// allocations, so that the system need not clear and map pages again.

namespace detail {

/// A list of uninitialised numbers. Copies share the memory.
class NumberList {
 public:
  NumberList() = default;
  /// Throws std::bad_alloc if memory runs out.
  explicit NumberList(std::size_t size)
      : memory_(Storage::allocate(bytes_for(size))), size_(size) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] index_t* data() const noexcept {
    return reinterpret_cast<index_t*>(memory_.data());
  }
  [[nodiscard]] index_t& operator[](std::size_t k) const noexcept { return data()[k]; }
  /// Numbers `begin` to `end` - 1.
  [[nodiscard]] std::span<const index_t> between(std::size_t begin,
                                                 std::size_t end) const noexcept {
    return {data() + begin, end - begin};
  }

  /// Changes the length to `size`. If the list grows, its memory is new and the numbers are lost.
  void resize(std::size_t size) {
    if (size > size_) *this = NumberList(size);
    size_ = size;
  }

 private:
  static index_t bytes_for(std::size_t size) {
    return static_cast<index_t>(checked_size<index_t>(static_cast<index_t>(size)) *
                                sizeof(index_t));
  }

  Storage memory_;
  std::size_t size_ = 0;
};

}  // namespace detail

/// A run of elements that are adjacent both in the source and in the result.
struct PlanRun {
  index_t offset;  // of the first in the source, in row-major order
  index_t place;   // of the first in the result, in row-major order
  index_t length;  // number of elements
};

/// The runs of one part. They refer to the Split, which must outlive them.
struct SplitPart {
  index_t part;                      // its number in the partition
  index_t elements;                  // number of elements that the part stores
  index_t result_elements;           // number of elements of the whole result
  std::span<const index_t> offsets;  // of each run: its first element within the part
  std::span<const index_t> places;   // of each run: its first element in the result
  std::span<const index_t> lengths;  // of each run; empty if all have length `length`
  index_t length;                    // of every run, if `lengths` is empty

  /// Returns the length of a run.
  [[nodiscard]] index_t length_of(std::size_t run) const noexcept {
    return lengths.empty() ? length : lengths[run];
  }
};

/// The parts that a plan touches, in the order of their numbers. A Split is a value: it refers neither to
/// the plan nor to the partition. It takes 16 bytes for each run, or 24 if the runs differ in length, 32 for
/// each part that is touched, and, while it is made, 8 for each part of the partition.
class Split {
 public:
  /// Splits a plan whose result has `places` elements. `for_each_run(body)` must call body with every PlanRun
  /// of the plan, in an order that is the same at each call. `runs` estimates how many there are; memory for
  /// that many runs is allocated before they are counted. The time is linear in the number of runs and of parts.
  template <class ForEachRun>
  Split(const Partition& partition, index_t places, index_t runs, const ForEachRun& for_each_run)
      : result_elements_(places) {
    checked_bytes("split", runs, 2 * sizeof(index_t));
    offsets_ = detail::NumberList(checked_size<index_t>(runs));
    places_ = detail::NumberList(checked_size<index_t>(runs));
    partition.with_places([&](const auto& place_of) { fill(partition, place_of, for_each_run); });
  }

  /// Number of parts that are touched.
  [[nodiscard]] std::size_t size() const noexcept { return parts_.size(); }
  [[nodiscard]] bool empty() const noexcept { return parts_.empty(); }
  /// Number of runs in all parts.
  [[nodiscard]] std::size_t runs() const noexcept { return offsets_.size(); }

  /// Returns the k-th touched part, in the order of the part numbers. k must be less than size().
  [[nodiscard]] SplitPart operator[](std::size_t k) const noexcept {
    const Touched& part = parts_[k];
    const auto runs_of = [&part](const detail::NumberList& all) {
      return all.between(part.begin, part.end);
    };
    const auto lengths = lengths_.empty() ? std::span<const index_t>() : runs_of(lengths_);
    return {part.number,      part.elements, result_elements_, runs_of(offsets_),
            runs_of(places_), lengths,       length_};
  }

 private:
  struct Touched {
    index_t number;
    index_t elements;
    std::size_t begin;  // of its runs
    std::size_t end;
  };

  /// Cuts a run where parts end, and calls body(place in the partition, place in the result, length) for
  /// each of the shorter runs.
  template <class PlaceOf, class Body>
  NDX_ALWAYS_INLINE static void cut(const PlaceOf& place_of, PlanRun run, const Body& body) {
    while (run.length > 0) {
      const Partition::Place at = place_of(run.offset);
      const index_t length = run.length < at.run ? run.length : at.run;
      body(at, run.place, length);
      run.offset += length;
      run.place += length;
      run.length -= length;
    }
  }

  /// Sorts the runs by part in two passes: the first counts the runs of each part, the second writes each
  /// run to the next free position of its part. The loop bodies capture the data pointers by value, because
  /// through the lists each run would load them again.
  template <class PlaceOf, class ForEachRun>
  void fill(const Partition& partition, const PlaceOf& place_of, const ForEachRun& for_each_run) {
    // The number of parts is checked here, because std::vector's own error would not name the call.
    checked_bytes("split", partition.count(), 2 * sizeof(index_t));
    std::vector<std::size_t> runs(checked_size<std::size_t>(partition.count()));
    bool differ = false;
    for_each_run([&, counts = runs.data()](const PlanRun& run) {
      cut(place_of, run, [&](const Partition::Place& at, index_t /*place*/, index_t length) {
        ++counts[at.part];
        differ = differ || (length_ != 0 && length_ != length);
        length_ = length;
      });
    });
    allocate(partition, runs, differ);
    for_each_run([&, next = runs.data(), offsets = offsets_.data(), places = places_.data(),
                  lengths = lengths_.data()](const PlanRun& run) {
      cut(place_of, run, [&](const Partition::Place& at, index_t place, index_t length) {
        const std::size_t to = next[at.part]++;
        offsets[to] = at.offset;
        places[to] = place;
        if (lengths != nullptr) lengths[to] = length;
      });
    });
  }

  /// Allocates the lists, and replaces the number of runs of each part by the position of its first run.
  template <class Runs>
  void allocate(const Partition& partition, Runs& runs, bool differ) {
    std::size_t total = 0;
    std::size_t touched = 0;
    for (const std::size_t count : runs) touched += count != 0 ? 1 : 0;
    parts_.reserve(touched);
    for (std::size_t part = 0; part < runs.size(); ++part) {
      const std::size_t count = std::exchange(runs[part], total);
      const auto number = static_cast<index_t>(part);
      if (count != 0) parts_.push_back({number, partition.elements(number), total, total + count});
      total += count;
    }
    offsets_.resize(total);
    places_.resize(total);
    if (differ) lengths_.resize(total);
  }

  index_t result_elements_;
  std::vector<Touched> parts_;
  detail::NumberList offsets_;
  detail::NumberList places_;
  detail::NumberList lengths_;
  index_t length_ = 0;
};

NDX_NAMESPACE_END
