// FileMap: a whole file in memory, mapped once for many calls.
#pragma once

#include <memory>
#include <mutex>

#include <sys/resource.h>

#include <ndx/large/read_costs.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether the process may use as many addresses as it likes.
inline bool has_unlimited_addresses() noexcept {
  rlimit addresses{};
  return sizeof(void*) >= 8 && ::getrlimit(RLIMIT_AS, &addresses) == 0 &&
         addresses.rlim_cur == RLIM_INFINITY;
}

/// A map of a file that is kept: to fill in its page tables can take longer than to copy random rows,
/// and the next call finds them. It takes addresses, and no memory but that in which the system holds
/// the file anyway.
class FileMap {
 public:
  /// The file from its beginning to `bytes` bytes after `at`, to read many short runs of these bytes;
  /// null unless they are all in memory, or if calls are faster. If another program truncates the file
  /// afterwards, reading them kills the process, as it does with FileWindow.
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

  /// The file is another one now. Who has found the old one keeps it.
  void forget() noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    map_.reset();
    spent_ = 0;
  }

 private:
  /// Whether a map takes no longer than the calls without it have until now.
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
