// PartTransfer: moves what a split selects between a file and memory, one part at a time.
#pragma once

#include <algorithm>
#include <numeric>

#include <ndx/io/chunk_store.hpp>
#include <ndx/io/npy.hpp>
#include <ndx/io/progress.hpp>
#include <ndx/tensor/split.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Neighbouring elements of a part that are read or written at once.
struct Stretch {
  index_t first;
  index_t count;
};

/// The stretches that hold all runs of a part: those less than `gap` elements apart are one.
inline std::vector<Stretch> stretches_of(const SplitPart& part, index_t gap) {
  if (gap == ChunkStore::kWhole) return {{0, part.elements}};
  std::vector<std::size_t> order(part.offsets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto before = [&](std::size_t a, std::size_t b) {
    return part.offsets[a] < part.offsets[b];
  };
  if (!std::is_sorted(order.begin(), order.end(), before))
    std::sort(order.begin(), order.end(), before);
  std::vector<Stretch> found;
  for (const std::size_t run : order) {
    const index_t first = part.offsets[run];
    const index_t end = first + part.length_of(run);
    if (!found.empty() && first - (found.back().first + found.back().count) < gap) {
      found.back().count = std::max(found.back().count, end - found.back().first);
    } else {
      found.push_back({first, end - first});
    }
  }
  return found;
}

/// Reads and writes the parts of a file in their order. T is the type of the elements.
template <class T>
class PartTransfer {
 public:
  /// `total` is the number of elements that the plan selects, for the progress function.
  PartTransfer(const char* call, ChunkStore& store, const Progress& progress, index_t total)
      : call_(call),
        store_(store),
        meter_(message(call, ": ", store.path()), progress, checked_bytes(call, total, sizeof(T))) {
  }

  /// Copies what the parts of a split contribute into the result.
  void read(const Split& split, const Tensor<T>& result) {
    for_each_part(split, [&](const SplitPart& part, const std::vector<Stretch>& stretches) {
      if (moves_directly(part)) return read_runs(part, result.data());
      read_stretches(part, stretches);
      read_part(part, buffer_of(part), result);
    });
  }

  /// Combines the elements of a split's parts with the value, as write_part does.
  void write(const Split& split, const Tensor<const T>& value, const Reducer<T>& reduce) {
    for_each_part(split, [&](const SplitPart& part, const std::vector<Stretch>& stretches) {
      if (reduce.assigns() && value.numel() != 1 && moves_directly(part))
        return write_runs(part, value.data());
      read_stretches(part, stretches);
      write_part(part, buffer_of(part), value, reduce);
      for (const Stretch& some : stretches)
        store_.write(part.part, some.first, some.count, bytes_at(some.first));
    });
  }

  /// After the last split: what the policy skips is in no part.
  void finish() { meter_.finish(); }

  /// Number of parts that have been written whole.
  [[nodiscard]] std::size_t parts_done() const noexcept { return parts_done_; }

 private:
  /// Runs of at least this many bytes are moved without a buffer.
  static constexpr index_t kLongRun = index_t{1} << 14;
  /// Parts whose stretches the system is told of before they are read.
  static constexpr std::size_t kAhead = 4;

  template <class Body>
  void for_each_part(const Split& split, const Body& body) {
    std::vector<std::vector<Stretch>> stretches(split.size());
    const auto look_at = [&](std::size_t k) {
      if (k >= split.size()) return;
      stretches[k] = stretches_of(split[k], store_.gap());
      for (const Stretch& some : stretches[k]) store_.expect(split[k].part, some.first, some.count);
    };
    for (std::size_t k = 0; k < kAhead; ++k) look_at(k);
    for (std::size_t k = 0; k < split.size(); ++k) {
      look_at(k + kAhead);
      const SplitPart part = split[k];
      body(part, stretches[k]);
      stretches[k] = {};
      ++parts_done_;
      meter_.add(elements_of(part) * static_cast<index_t>(sizeof(T)));
    }
  }

  [[nodiscard]] static index_t elements_of(const SplitPart& part) {
    if (part.lengths.empty()) return static_cast<index_t>(part.offsets.size()) * part.length;
    return std::accumulate(part.lengths.begin(), part.lengths.end(), index_t{0});
  }
  [[nodiscard]] bool moves_directly(const SplitPart& part) const {
    if (store_.gap() == ChunkStore::kWhole) return false;
    const auto least = part.lengths.empty()
                           ? part.length
                           : *std::min_element(part.lengths.begin(), part.lengths.end());
    return least * static_cast<index_t>(sizeof(T)) >= kLongRun;
  }

  void read_runs(const SplitPart& part, T* result) {
    for (std::size_t run = 0; run < part.offsets.size(); ++run) {
      T* const to = result + part.places[run];
      const index_t count = part.length_of(run);
      store_.read(part.part, part.offsets[run], count, reinterpret_cast<std::byte*>(to));
      normalize(reinterpret_cast<std::byte*>(to), count);
    }
  }
  void write_runs(const SplitPart& part, const T* value) {
    for (std::size_t run = 0; run < part.offsets.size(); ++run) {
      store_.write(part.part, part.offsets[run], part.length_of(run),
                   reinterpret_cast<const std::byte*>(value + part.places[run]));
    }
  }
  void read_stretches(const SplitPart& part, const std::vector<Stretch>& stretches) {
    if (buffer_.numel() < part.elements)
      buffer_ = make_uninitialized<T>(call_, Dims{part.elements});
    for (const Stretch& some : stretches) {
      store_.read(part.part, some.first, some.count, bytes_at(some.first));
      normalize(bytes_at(some.first), some.count);
    }
  }
  /// A byte that is neither 0 nor 1 is no bool.
  static void normalize(std::byte* elements, index_t count) {
    if constexpr (Boolean<T>) normalize_bools(elements, count);
  }

  [[nodiscard]] std::byte* bytes_at(index_t element) const {
    return reinterpret_cast<std::byte*>(buffer_.data() + element);
  }
  [[nodiscard]] Tensor<T> buffer_of(const SplitPart& part) const {
    return buffer_.index({Slice(0, part.elements)});
  }

  const char* call_;
  ChunkStore& store_;
  ProgressMeter meter_;
  Tensor<T> buffer_;  // room for the largest part so far
  std::size_t parts_done_ = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
