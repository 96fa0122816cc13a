// PartTransfer: moves the elements that a split selects between a file and memory, one part at a
// time.
//
// A part is read in one of four ways. Long runs are read straight into the result. Runs that are far
// apart are read one by one. Many short runs of bytes that are in the page cache, or that the system
// was told to load, are read from a map. Otherwise, runs that are close together are read as one
// extent into a buffer, from which they are copied. The system is told in advance which extents
// will be read, because disks are fastest with many requests at a time.
#pragma once

#include <algorithm>
#include <numeric>

#include <pthread.h>

#include <ndx/base/atomic.hpp>
#include <ndx/base/executor.hpp>
#include <ndx/io/npy/npy_file.hpp>
#include <ndx/io/progress.hpp>
#include <ndx/large/file_map.hpp>
#include <ndx/large/written_chunks.hpp>
#include <ndx/tensor/plan_parts.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// Runs of at least this many bytes are read by one call each: the fixed cost of a call no longer
/// counts.
inline constexpr index_t kLongRun = index_t{1} << 14;

/// Packs the elements of a value that a part of a split takes, some runs at a time, because files
/// are written from contiguous elements. A row that is written to a million rows is never copied to
/// a million rows.
template <class T>
class PackedValues {
 public:
  /// `value` has the shape of the result, and any strides.
  explicit PackedValues(const Tensor<const T>& value) : value_(value) {}

  /// Returns the elements of the result from position `place` on, valid until the next call.
  [[nodiscard]] const T* elements(index_t place, index_t count) {
    make_room(count);
    copy(place, count, packed_.data());
    return packed_.data();
  }

  /// Calls body(some, values) for successive runs of a part. `some` is a part with only these runs,
  /// whose places count the elements of `values`.
  template <class Body>
  void for_each_block(const SplitPart& part, const Body& body) {
    for (std::size_t first = 0, end; first < part.offsets.size(); first = end) {
      SplitPart some = part;
      places_.clear();
      some.result_elements = 0;
      for (end = first; end < part.offsets.size() && some.result_elements < kEnough; ++end) {
        places_.push_back(some.result_elements);
        some.result_elements += part.length_of(end);
      }
      make_room(some.result_elements);
      for (std::size_t run = first; run < end; ++run)
        copy(part.places[run], part.length_of(run), packed_.data() + places_[run - first]);
      some.offsets = part.offsets.subspan(first, end - first);
      some.places = places_;
      if (!part.lengths.empty()) some.lengths = part.lengths.subspan(first, end - first);
      body(static_cast<const SplitPart&>(some),
           Tensor<const T>(packed_.index({Slice(0, some.result_elements)})));
    }
  }

 private:
  /// Number of elements that are packed at a time. The last run may exceed it.
  static constexpr index_t kEnough = index_t{1} << 14;

  void copy(index_t place, index_t count, T* to) const {
    const DimsView shape = value_.shape();
    const DimsView strides = value_.strides();
    const std::size_t last = shape.size() - 1;
    while (count > 0) {
      index_t remainder = place;
      const T* from = value_.data();
      index_t left = 0;  // in the row of the last dim
      for (std::size_t d = shape.size(); d-- > 0;) {
        const index_t at = remainder % shape[d];
        remainder /= shape[d];
        from += at * strides[d];
        if (d == last) left = std::min(shape[d] - at, count);
      }
      for (index_t i = 0; i < left; ++i) to[i] = from[i * strides[last]];
      to += left;
      place += left;
      count -= left;
    }
  }

  void make_room(index_t count) {
    if (packed_.numel() < count) packed_ = make_uninitialized<T>("File", Dims{count});
  }

  Tensor<const T> value_;
  Tensor<T> packed_;
  std::vector<index_t> places_;
};

/// A contiguous range of elements of a part that is read or written by one call.
struct FileExtent {
  index_t first;
  index_t count;
  bool has_gaps;  // whether some of its elements are in no run
};

/// Reads and writes the parts of a file in their order. T is the type of the elements.
template <class T>
class PartTransfer {
 public:
  /// `total` is the number of elements that the plan selects, for the progress function; `threads`
  /// is the number of threads that may read at the same time, and `maps` says whether they may map
  /// the file.
  PartTransfer(const char* call, ChunkStore& store, const Progress& progress, index_t total,
               index_t threads = 1, bool maps = true)
      : call_(call),
        store_(store),
        meter_(message(call, ": ", store.path()), progress, checked_bytes(call, total, sizeof(T)),
               index_t{1}),
        workers_(static_cast<std::size_t>(threads)),
        maps_(maps) {}

  /// Copies the elements of the parts of a split into the result. Several threads may read parts at
  /// the same time, because no two parts have a position of the result in common.
  void read(const Split& split, const Tensor<T>& result) {
    const index_t threads = threads_for(split);
    const pthread_t caller = ::pthread_self();
    for_each_round(split, parts_per_round(threads), [&](std::size_t first, std::size_t end) {
      Atomic<std::size_t> next{first};  // taken one by one, so that a slow part delays no other
      FirstException thrown;
      run_parts(threads, threads, [&](index_t thread, index_t /*end*/) {
        Worker& worker = workers_[static_cast<std::size_t>(thread)];
        for (std::size_t k; (k = next.add(1)) < end;) {
          try {
            read_one(split[k], extents_[k], result, worker);
            done_.add(bytes_of(split[k]));
            if (::pthread_equal(caller, ::pthread_self()) != 0) meter_.advance_to(done_.get());
          } catch (...) {
            thrown.keep(static_cast<index_t>(k));
            next.set(end);
          }
        }
      });
      thrown.rethrow();
      meter_.advance_to(done_.get());  // includes the bytes that other threads have read
    });
  }

  /// Combines the elements of a split's parts with the value, as write_part does. The value has the
  /// shape of the result, with any strides, or is a single element. `written` records the parts
  /// that have been written, even if this throws.
  void write(const Split& split, const Tensor<const T>& value, const Reducer<T>& reduce,
             WrittenChunks<>& written) {
    PackedValues<T> packed(value);
    for_each_round(split, 1, [&](std::size_t k, std::size_t /*end*/) {
      write_one(split[k], value, reduce, packed, written);
      done_.add(bytes_of(split[k]));
      meter_.advance_to(done_.get());
    });
  }

  /// Reports the total after the last split: elements that the bounds policy skips are in no part.
  void finish() { meter_.finish(); }

 private:
  /// Number of parts whose extents the system is told of before they are read: at least kAhead, and
  /// up to kMostAhead while they have fewer than kBytesAhead bytes.
  static constexpr std::size_t kAhead = 4;
  static constexpr std::size_t kMostAhead = 64;
  static constexpr index_t kBytesAhead = index_t{16} << 20;
  /// The least that a disk reads.
  static constexpr index_t kPage = 4096;

  /// The buffers of one thread.
  struct Worker {
    Tensor<T> buffer;  // large enough for the largest part so far
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
    index_t elements = 0;  // elements of a part
    if (store_.gap() == ChunkStore::kWhole) {
      elements = store_.partition().largest();
    } else {
      for (std::size_t k = 0; k < split.size(); ++k) elements += elements_of(split[k]);
      elements /= parts;
    }
    const double bytes = static_cast<double>(elements) * sizeof(T);
    return std::min(parts_for(parts, {bytes, .025 * bytes}), static_cast<index_t>(workers_.size()));
  }

  /// Returns the number of parts that threads share before they wait for each other: several for
  /// each thread, so that they end at about the same time, but no more than the system should be
  /// told of in advance.
  [[nodiscard]] index_t parts_per_round(index_t threads) const {
    if (threads == 1) return 1;
    const index_t part = store_.partition().largest() * static_cast<index_t>(sizeof(T));
    return threads * std::clamp<index_t>(kBytesAhead / std::max<index_t>(part, 1), 8, 32);
  }

  /// Calls body(first, end) for successive rounds of `round` parts, and asks the system to read the
  /// parts after them ahead.
  template <class Body>
  void for_each_round(const Split& split, index_t round, const Body& body) {
    extents_.assign(split.size(), {});
    std::size_t expected = 0;
    index_t ahead = 0;  // in bytes
    for (std::size_t first = 0, end; first < split.size(); first = end) {
      end = std::min(first + static_cast<std::size_t>(round), split.size());
      const auto expects = [&](std::size_t most) {
        return expected < std::min(end + most, split.size());
      };
      for (; expects(kAhead) || (ahead < kBytesAhead && expects(kMostAhead)); ++expected) {
        expect(split[expected], extents_[expected]);
        ahead += disk_bytes(extents_[expected]);
      }
      body(first, end);
      for (std::size_t k = first; k < end; ++k) {
        ahead -= disk_bytes(extents_[k]);
        extents_[k] = {};
      }
    }
  }

  [[nodiscard]] static index_t disk_bytes(const std::vector<FileExtent>& extents) {
    index_t bytes = 0;
    for (const FileExtent& some : extents)
      bytes += some.count * static_cast<index_t>(sizeof(T)) + kPage;
    return bytes;
  }

  /// Tells the system which extents of a part will be read, and keeps them, unless the part is in
  /// memory already. Its first and last run are checked, which is cheaper than telling the system
  /// of all.
  void expect(const SplitPart& part, std::vector<FileExtent>& extents) {
    const auto at = [&](index_t element) { return store_.location(part.part, element); };
    if (at(0).descriptor < 0) return;
    if (is_resident(at(part.offsets.front())) && is_resident(at(part.offsets.back()))) return;
    extents = extents_of(part, store_.gap());
    for (const FileExtent& some : extents)
      expect_bytes(at(some.first), some.count * static_cast<index_t>(sizeof(T)));
  }

  /// Returns the extents that cover all runs of a part. Runs that are less than `gap` elements apart
  /// share an extent.
  [[nodiscard]] static std::vector<FileExtent> extents_of(const SplitPart& part, index_t gap) {
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

  void read_one(const SplitPart& part, const std::vector<FileExtent>& extents,
                const Tensor<T>& result, Worker& worker) {
    if (moves_directly(part)) return read_runs(part, result.data());
    // The system was told of almost every run separately and has loaded single pages, so a map
    // would fault on each of them.
    if (2 * extents.size() > part.offsets.size()) return read_runs(part, result.data());
    // The page cache is in memory, but not in the processor's cache. Rows are therefore prefetched
    // as for a tensor of the size of the whole file, however small the part is.
    if (const T* const mapped = map(part, !extents.empty(), worker))
      return detail::read_runs(RunLists::of(part), numel(store_.layout()), mapped, result.data(),
                               stores_for(result));
    read_extents(part, extents.empty() ? extents_of(part, store_.gap()) : extents, worker);
    read_part(part, worker.buffer_of(part), result);
  }

  void write_one(const SplitPart& part, const Tensor<const T>& value, const Reducer<T>& reduce,
                 PackedValues<T>& packed, WrittenChunks<>& written) {
    const bool packs = !value.is_contiguous() && value.numel() != 1;
    if (reduce.assigns() && value.numel() != 1 && moves_directly(part)) {
      written.begin(part.part);
      write_runs(part, packs ? nullptr : value.data(), packed);
      return written.end();
    }
    const std::vector<FileExtent> extents = extents_of(part, store_.gap());
    Worker& worker = workers_.front();
    read_extents(part, extents, worker, reduce.assigns());
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

  /// Returns a part in a map of the file; null if it cannot be mapped, or if calls are better.
  /// `expected` has the meaning of FileWindow::find.
  [[nodiscard]] const T* map(const SplitPart& part, bool expected, Worker& worker) {
    if constexpr (Boolean<T>) return nullptr;  // bytes other than 0 and 1 have to be corrected
    const index_t bytes = part.elements * static_cast<index_t>(sizeof(T));
    if (!maps_ || !(expected || pays_to_map(std::ssize(part.offsets), bytes))) return nullptr;
    const ChunkStore::Location at = store_.location(part.part, 0);
    if (at.descriptor < 0 || at.byte % static_cast<index_t>(alignof(T)) != 0) return nullptr;
    return reinterpret_cast<const T*>(worker.window.find(at, bytes, expected));
  }

  [[nodiscard]] static index_t bytes_of(const SplitPart& part) {
    return elements_of(part) * static_cast<index_t>(sizeof(T));
  }
  [[nodiscard]] static index_t elements_of(const SplitPart& part) {
    if (part.lengths.empty()) return static_cast<index_t>(part.offsets.size()) * part.length;
    return std::accumulate(part.lengths.begin(), part.lengths.end(), index_t{0});
  }
  /// Returns whether all runs are so long that they are moved without a buffer.
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
  /// Writes the runs of a part. `value` points to the element for position 0; if it is null, the
  /// values are packed first.
  void write_runs(const SplitPart& part, const T* value, PackedValues<T>& packed) {
    for (std::size_t run = 0; run < part.offsets.size(); ++run) {
      const index_t place = part.places[run];
      const index_t count = part.length_of(run);
      const T* const from = value != nullptr ? value + place : packed.elements(place, count);
      store_.write(part.part, part.offsets[run], count, reinterpret_cast<const std::byte*>(from));
    }
  }
  /// Reads the extents into the buffer. If `gaps_only` is set, only those with gaps are read,
  /// because all other elements will be overwritten.
  void read_extents(const SplitPart& part, const std::vector<FileExtent>& extents, Worker& worker,
                    bool gaps_only = false) {
    if (worker.buffer.numel() < part.elements)
      worker.buffer = make_uninitialized<T>(call_, Dims{part.elements});
    for (const FileExtent& some : extents) {
      if (gaps_only && !some.has_gaps) continue;
      store_.read(part.part, some.first, some.count, worker.bytes_at(some.first));
      normalize(worker.bytes_at(some.first), some.count);
    }
  }
  /// Sets bytes of a bool that are neither 0 nor 1 to 1.
  static void normalize(std::byte* elements, index_t count) {
    if constexpr (Boolean<T>) normalize_bools(elements, count);
  }

  const char* call_;
  ChunkStore& store_;
  ProgressMeter meter_;
  std::vector<Worker> workers_;
  std::vector<std::vector<FileExtent>> extents_;  // per part of the split, as far as expected
  Atomic<index_t> done_{0};  // bytes of the result or value that all threads have done
  bool maps_;
};

}  // namespace detail

NDX_NAMESPACE_END
