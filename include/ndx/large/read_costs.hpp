// ReadCosts: measures whether bytes of a file that are in the page cache are better mapped, or
// copied by read calls.
//
// The answer depends on the system: the page cache may have the file in pages of 4 KB or of 2 MB,
// depending on how it was written or read, and each page that is mapped costs more in a virtual
// machine. The costs are therefore measured, on a few MB of the file itself.
#pragma once

#include <ctime>

#include <ndx/large/file_window.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Fewer runs than this are read in less time than measuring their costs takes.
inline constexpr index_t kManyRuns = 1000;
/// Runs of at least this many bytes are read by one call each: the fixed cost of a call no longer
/// counts.
inline constexpr index_t kLongRun = index_t{1} << 14;

/// Fills in the page tables of a map at once; otherwise there is a page fault for every 16 pages.
/// Returns whether the system can do it (Linux 5.14).
inline bool populate(const Mapping& map, index_t bytes) noexcept {
#ifdef __linux__
  constexpr int kPopulateRead = 22;  // MADV_POPULATE_READ, which older headers lack
  return ::madvise(map.writable_data(), static_cast<std::size_t>(bytes), kPopulateRead) == 0;
#else
  return map.data() == nullptr && bytes == 0;
#endif
}

/// The costs of reading a file, in nanoseconds of processor time.
class ReadCosts {
 public:
  /// Measures at several places of bytes that are in memory. Returns nothing if there are too few
  /// bytes, or if they cannot be mapped. A measurement is good for one call only, because the page
  /// cache changes.
  static std::optional<ReadCosts> measure(ChunkStore::Location at, index_t bytes) {
    const index_t begin = (at.byte + kMapped - 1) / kMapped;
    const index_t end = (at.byte + bytes) / kMapped;
    if (end <= begin) return std::nullopt;
    ReadCosts costs;
    std::string room(kLong, '\0');
    for (index_t k = 0; k < kPlaces; ++k) {
      const index_t place = begin + (end - begin) * k / kPlaces;
      if (!costs.add({at.descriptor, place * kMapped}, room)) return std::nullopt;
    }
    return costs;
  }

  /// Returns the cost of mapping `bytes` bytes, reading `runs` short runs of them and unmapping
  /// them.
  [[nodiscard]] double of_map(index_t runs, index_t bytes) const noexcept {
    const index_t pages = std::min(runs, bytes / kPage);
    return map_ / (kPlaces * kMapped) * static_cast<double>(bytes) +
           touch_ / (kPlaces * kTouched) * static_cast<double>(pages);
  }
  /// Returns the cost of reading these runs by calls: one call per run, or one call for all `bytes`
  /// bytes, whichever is cheaper.
  [[nodiscard]] double of_calls(index_t runs, index_t bytes) const noexcept {
    return std::min(short_ / kPlaces * static_cast<double>(runs),
                    long_ / (kPlaces * kLong) * static_cast<double>(bytes));
  }

 private:
  static constexpr index_t kPlaces = 8;
  static constexpr index_t kMapped = index_t{2} << 20;  // the largest page of a file
  static constexpr index_t kPage = 4096;
  static constexpr index_t kTouched = 16;
  static constexpr index_t kShort = 1024;
  static constexpr index_t kLong = index_t{1} << 16;

  bool add(ChunkStore::Location at, std::string& room) {
    bool succeeds = true;
    double touches = 0;
    map_ += nanoseconds([&] {
      const std::optional<Mapping> map = map_bytes(at, kMapped);
      succeeds = map && populate(*map, kMapped);
      if (succeeds) touches = nanoseconds([&] { touch(*map); });
    });
    map_ -= touches;
    touch_ += touches;
    const auto read = [&](index_t count) {
      succeeds = succeeds && ::pread(at.descriptor, room.data(), static_cast<std::size_t>(count),
                                     as_integer<off_t>(at.byte)) == count;
    };
    long_ += nanoseconds([&] { read(kLong); });
    short_ += nanoseconds([&] { read(kShort); });
    return succeeds;
  }

  /// Reads one byte of some pages. A virtual machine may fill in its page tables only at this
  /// point.
  static void touch(const Mapping& map) noexcept {
    for (index_t k = 0; k < kTouched; ++k) {
      const volatile std::byte& byte = map.data()[k * kMapped / kTouched];
      static_cast<void>(std::byte{byte});
    }
  }

  /// Returns the processor time of this thread: other threads that run meanwhile do not count.
  static double now() noexcept {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
  }
  template <class Call>
  static double nanoseconds(const Call& call) {
    const double start = now();
    call();
    return now() - start;
  }

  double map_ = 0;
  double touch_ = 0;
  double short_ = 0;
  double long_ = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
