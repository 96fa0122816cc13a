// FileMap: a whole file in memory, mapped once for many calls.
//
// Filling in the page tables of a map can take longer than copying random rows from it. A map that
// is kept pays this cost once.
#pragma once

#include <memory>
#include <mutex>

#include <sys/resource.h>

#include <ndx/large/read_costs.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns whether the process may use as much address space as it likes.
inline bool has_unlimited_addresses() noexcept {
  rlimit addresses{};
  return sizeof(void*) >= 8 && ::getrlimit(RLIMIT_AS, &addresses) == 0 &&
         addresses.rlim_cur == RLIM_INFINITY;
}

/// A map of a file that is kept from one call to the next. It takes address space, but no memory
/// other than the page cache, which has the file anyway.
class FileMap {
 public:
  /// Returns a map of the file from its beginning to `bytes` bytes after `at`, for reading `runs`
  /// short runs of these bytes. Returns null unless all of them are in memory, or if read calls are
  /// faster. If another program truncates the file afterwards, reading the map kills the process,
  /// as it does with FileWindow.
  [[nodiscard]] std::shared_ptr<const Mapping> find(ChunkStore::Location at, index_t bytes,
                                                    index_t runs) {
    const index_t end = at.byte + bytes;
    struct stat now{};
    if (!has_unlimited_addresses() || ::fstat(at.descriptor, &now) != 0 || now.st_size < end ||
        !is_resident(at, bytes))
      return nullptr;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!map_ && pays(at, bytes, runs)) map(at.descriptor, end);
    return map_;
  }

  /// Drops the map, because the file has been replaced. Callers that have found the old map keep
  /// it.
  void forget() noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    map_.reset();
    spent_ = 0;
  }

 private:
  /// Returns whether mapping costs at most as much as all calls so far, this one included, have
  /// cost or would cost without a map.
  [[nodiscard]] bool pays(ChunkStore::Location at, index_t bytes, index_t runs) {
    const std::optional<ReadCosts> costs = ReadCosts::measure(at, bytes);
    if (!costs) return true;
    spent_ += costs->of_calls(runs, bytes);
    return costs->of_map(runs, bytes) <= spent_;
  }

  void map(int descriptor, index_t bytes) {
    std::optional<Mapping> mapping = map_bytes({descriptor, 0}, bytes);
    if (!mapping) return;
    static_cast<void>(populate(*mapping, bytes));
    map_ = std::make_shared<const Mapping>(std::move(*mapping));
  }

  std::mutex mutex_;
  std::shared_ptr<const Mapping> map_;
  double spent_ = 0;  // nanoseconds
};

}  // namespace detail
NDX_NAMESPACE_END
