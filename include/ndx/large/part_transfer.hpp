// PartTransfer: moves what a split selects between a file and memory, one part at a time.
#pragma once

#include <algorithm>
#include <numeric>

#include <pthread.h>

#include <ndx/base/atomic.hpp>
#include <ndx/base/executor.hpp>
#include <ndx/io/npy/npy_file.hpp>
#include <ndx/io/progress.hpp>
#include <ndx/large/chunk_store.hpp>
#include <ndx/large/packed_values.hpp>
#include <ndx/large/read_costs.hpp>
#include <ndx/large/written_chunks.hpp>
#include <ndx/tensor/plan_parts.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Neighbouring elements of a part that are read or written at once.
struct FileExtent {
  index_t first;
  index_t count;
  bool has_gaps;  // elements that are in no run
};

/// The extents that hold all runs of a part: those less than `gap` elements apart are one.
inline std::vector<FileExtent> extents_of(const SplitPart& part, index_t gap) {
  if (gap == ChunkStore::kWhole) return {{0, part.elements, true}};
  std::vector<std::size_t> order(part.offsets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto before = [&](std::size_t a, std::size_t b) {
    return part.offsets[a] < part.offsets[b];
  };
  if (!std::is_sorted(order.begin(), order.end(), before))
    std::sort(order.begin(), order.end(), before);
  std::vector<FileExtent> found;
  found.reserve(order.size());
  for (const std::size_t run : order) {
    const index_t first = part.offsets[run];
    const index_t length = part.length_of(run);
    if (!found.empty() && first - (found.back().first + found.back().count) < gap) {
      FileExtent& last = found.back();
      last.has_gaps = last.has_gaps || first > last.first + last.count;
      last.count = std::max(last.count, first + length - last.first);
    } else {
      found.push_back({first, length, false});
    }
  }
  return found;
}

/// Reads and writes the parts of a file in their order. T is the type of the elements.
template <class T>
class PartTransfer {
 public:
  /// `total` is the number of elements that the plan selects, for the progress function; `threads` is
  /// how many may read at once.
  PartTransfer(const char* call, ChunkStore& store, const Progress& progress, index_t total,
               index_t threads = 1)
      : call_(call),
        store_(store),
        meter_(message(call, ": ", store.path()), progress, checked_bytes(call, total, sizeof(T)),
               index_t{1}),
        workers_(static_cast<std::size_t>(threads)) {}

  /// Copies what the parts of a split contribute into the result, several parts at once where there
  /// are threads: no two of them have a place in common.
  void read(const Split& split, const Tensor<T>& result) {
    const index_t threads = threads_for(split);
    const pthread_t caller = ::pthread_self();
    maps_ = prefers_map(split);
    for_each_batch(split, batch_for(threads), [&](std::size_t first, std::size_t end) {
      Atomic<std::size_t> next{first};  // a thread that has to wait does not hold up the others
      FirstException thrown;
      run_parts(threads, threads, [&](index_t thread, index_t /*end*/) {
        Worker& worker = workers_[static_cast<std::size_t>(thread)];
        for (std::size_t k; (k = next.add(1)) < end;) {
          try {
            read_one(split[k], stretches_[k], result, worker);
            done_.add(bytes_of(split[k]));
            if (::pthread_equal(caller, ::pthread_self()) != 0) meter_.advance_to(done_.get());
          } catch (...) {
            thrown.keep(static_cast<index_t>(k));
            next.set(end);
          }
        }
      });
      thrown.rethrow();
      meter_.advance_to(done_.get());  // also what the other threads have read
    });
  }

  /// Combines the elements of a split's parts with the value, as write_part does. The value has the
  /// shape of the result, with any strides, or is a single element. `written` becomes the parts that
  /// have been, also if it throws.
  void write(const Split& split, const Tensor<const T>& value, const Reducer<T>& reduce,
             WrittenChunks& written) {
    PackedValues<T> packed(value);
    for_each_batch(split, 1, [&](std::size_t k, std::size_t /*end*/) {
      write_one(split[k], value, reduce, packed, written);
      done_.add(bytes_of(split[k]));
      meter_.advance_to(done_.get());
    });
  }

  /// After the last split: what the policy skips is in no part.
  void finish() { meter_.finish(); }

 private:
  /// Number of parts whose extents the system is told of before they are read: at least kAhead, and
  /// up to kMostAhead while these have fewer than kBytesAhead bytes, since disks are fastest with many
  /// requests at a time.
  static constexpr std::size_t kAhead = 4;
  static constexpr std::size_t kMostAhead = 64;
  static constexpr index_t kBytesAhead = index_t{16} << 20;
  static constexpr index_t kMeasured = index_t{4} << 20;
  /// What a disk reads at least.
  static constexpr index_t kPage = 4096;

  /// What a thread reads with.
  struct Worker {
    Tensor<T> buffer;  // room for the largest part so far
    FileWindow window;

    [[nodiscard]] std::byte* bytes_at(index_t element) const {
      return reinterpret_cast<std::byte*>(buffer.data() + element);
    }
    [[nodiscard]] Tensor<T> buffer_of(const SplitPart& part) const {
      return buffer.index({Slice(0, part.elements)});
    }
  };

  [[nodiscard]] index_t threads_for(const Split& split) const {
    const auto parts = static_cast<index_t>(split.size());
    index_t elements = 0;  // of a part
    if (store_.gap() == ChunkStore::kWhole) {
      elements = store_.partition().largest();
    } else {
      for (std::size_t k = 0; k < split.size(); ++k) elements += elements_of(split[k]);
      elements /= parts;
    }
    return std::min(parts_for(parts, elements * static_cast<index_t>(sizeof(T))),
                    static_cast<index_t>(workers_.size()));
  }

  /// Number of parts that threads share before they wait for each other: some for each of them, so that
  /// it does not matter when they end, but no more than the system should be told of.
  [[nodiscard]] index_t batch_for(index_t threads) const {
    if (threads == 1) return 1;
    const index_t part = store_.partition().largest() * static_cast<index_t>(sizeof(T));
    return threads * std::clamp<index_t>(kBytesAhead / std::max<index_t>(part, 1), 8, 32);
  }

  /// Whether to read the parts of a split from a map where they are in memory: few are.
  [[nodiscard]] bool prefers_map(const Split& split) const {
    const auto runs = static_cast<index_t>(split.runs());
    if (runs < kManyRuns) return true;
    const ChunkStore::Location at = store_.location(split[split.size() / 2].part, 0);
    if (at.descriptor < 0 || !is_resident(at, kMeasured)) return true;
    const std::optional<ReadCosts> costs = ReadCosts::measure(at, kMeasured);
    const index_t bytes = split[0].elements * static_cast<index_t>(sizeof(T) * split.size());
    return !costs || costs->of_map(runs, bytes) <= costs->of_calls(runs, bytes);
  }

  /// Calls body(first, end) for successive groups of `batch` parts, and asks the system to read the parts
  /// behind them ahead.
  template <class Body>
  void for_each_batch(const Split& split, index_t batch, const Body& body) {
    stretches_.assign(split.size(), {});
    std::size_t expected = 0;
    index_t ahead = 0;  // bytes
    for (std::size_t first = 0, end; first < split.size(); first = end) {
      end = std::min(first + static_cast<std::size_t>(batch), split.size());
      const auto expects = [&](std::size_t most) {
        return expected < std::min(end + most, split.size());
      };
      for (; expects(kAhead) || (ahead < kBytesAhead && expects(kMostAhead)); ++expected) {
        expect(split[expected], stretches_[expected]);
        ahead += disk_bytes(stretches_[expected]);
      }
      body(first, end);
      for (std::size_t k = first; k < end; ++k) {
        ahead -= disk_bytes(stretches_[k]);
        stretches_[k] = {};
      }
    }
  }

  [[nodiscard]] static index_t disk_bytes(const std::vector<FileExtent>& extents) {
    index_t bytes = 0;
    for (const FileExtent& some : extents)
      bytes += some.count * static_cast<index_t>(sizeof(T)) + kPage;
    return bytes;
  }

  /// Tells the system what will be read of a part, and keeps it, unless it has been read before: a
  /// look at two places is cheaper than to tell of all.
  void expect(const SplitPart& part, std::vector<FileExtent>& extents) {
    const auto at = [&](index_t element) { return store_.location(part.part, element); };
    if (at(0).descriptor < 0) return;
    if (is_resident(at(part.offsets.front())) && is_resident(at(part.offsets.back()))) return;
    extents = extents_of(part, store_.gap());
    for (const FileExtent& some : extents)
      expect_bytes(at(some.first), some.count * static_cast<index_t>(sizeof(T)));
  }

  void read_one(const SplitPart& part, const std::vector<FileExtent>& extents,
                const Tensor<T>& result, Worker& worker) {
    if (moves_directly(part)) return read_runs(part, result.data());
    // The system was told of each run: it has loaded single pages, each of which is a fault.
    if (2 * extents.size() > part.offsets.size()) return read_runs(part, result.data());
    // What the system holds of a file is in memory, not in the processor's cache: rows are prefetched
    // as those of the whole file, however small the part.
    if (const T* const mapped = map(part, !extents.empty(), worker))
      return detail::read_runs(RunLists::of(part), numel(store_.layout()), mapped, result.data(),
                               stores_for(result));
    read_stretches(part, extents.empty() ? extents_of(part, store_.gap()) : extents, worker);
    read_part(part, worker.buffer_of(part), result);
  }

  void write_one(const SplitPart& part, const Tensor<const T>& value, const Reducer<T>& reduce,
                 PackedValues<T>& packed, WrittenChunks& written) {
    const bool packs = !value.is_contiguous() && value.numel() != 1;
    if (reduce.assigns() && value.numel() != 1 && moves_directly(part)) {
      written.begin(part.part);
      write_runs(part, packs ? nullptr : value.data(), packed);
      return written.end();
    }
    const std::vector<FileExtent> extents = extents_of(part, store_.gap());
    Worker& worker = workers_.front();
    read_stretches(part, extents, worker, reduce.assigns());
    if (packs) {
      packed.for_each_block(part, [&](const SplitPart& some, const Tensor<const T>& values) {
        write_part(some, worker.buffer_of(part), values, reduce);
      });
    } else {
      write_part(part, worker.buffer_of(part), value, reduce);
    }
    written.begin(part.part);
    for (const FileExtent& some : extents)
      store_.write(part.part, some.first, some.count, worker.bytes_at(some.first));
    written.end();
  }

  /// A part in a map of the file; null if it cannot be there. `expected` as for FileWindow::find.
  [[nodiscard]] const T* map(const SplitPart& part, bool expected, Worker& worker) {
    if constexpr (Boolean<T>) return nullptr;  // their bytes are corrected first
    if (!expected && !maps_) return nullptr;
    const ChunkStore::Location at = store_.location(part.part, 0);
    if (at.descriptor < 0 || at.byte % static_cast<index_t>(alignof(T)) != 0) return nullptr;
    return reinterpret_cast<const T*>(
        worker.window.find(at, part.elements * static_cast<index_t>(sizeof(T)), expected));
  }

  [[nodiscard]] static index_t bytes_of(const SplitPart& part) {
    return elements_of(part) * static_cast<index_t>(sizeof(T));
  }
  [[nodiscard]] static index_t elements_of(const SplitPart& part) {
    if (part.lengths.empty()) return static_cast<index_t>(part.offsets.size()) * part.length;
    return std::accumulate(part.lengths.begin(), part.lengths.end(), index_t{0});
  }
  /// Long runs are moved without a buffer.
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
  /// `value` is that of the first place; null: the values are packed.
  void write_runs(const SplitPart& part, const T* value, PackedValues<T>& packed) {
    for (std::size_t run = 0; run < part.offsets.size(); ++run) {
      const index_t place = part.places[run];
      const index_t count = part.length_of(run);
      const T* const from = value != nullptr ? value + place : packed.elements(place, count);
      store_.write(part.part, part.offsets[run], count, reinterpret_cast<const std::byte*>(from));
    }
  }
  /// `gaps_only`: all else of the extents will be overwritten.
  void read_stretches(const SplitPart& part, const std::vector<FileExtent>& extents, Worker& worker,
                      bool gaps_only = false) {
    if (worker.buffer.numel() < part.elements)
      worker.buffer = make_uninitialized<T>(call_, Dims{part.elements});
    for (const FileExtent& some : extents) {
      if (gaps_only && !some.has_gaps) continue;
      store_.read(part.part, some.first, some.count, worker.bytes_at(some.first));
      normalize(worker.bytes_at(some.first), some.count);
    }
  }
  /// A byte that is neither 0 nor 1 is no bool.
  static void normalize(std::byte* elements, index_t count) {
    if constexpr (Boolean<T>) normalize_bools(elements, count);
  }

  const char* call_;
  ChunkStore& store_;
  ProgressMeter meter_;
  std::vector<Worker> workers_;
  std::vector<std::vector<FileExtent>> stretches_;  // of the parts of the split, as far as expected
  Atomic<index_t> done_{0};                         // bytes of the result or value, by all threads
  bool maps_ = true;                                // what is in memory
};

}  // namespace detail
NDX_NAMESPACE_END
