// The executor: the hook that runs large operations in parallel.
//
// By default the calling thread does everything; <ndx/threads.hpp>, <ndx/openmp.hpp> and <ndx/tbb.hpp> install a
// parallel executor. An operation divides its work into parts and hands them to the executor, which knows nothing of
// tensors. engine/execute.hpp divides gathers, kernel/loop/parallel_loop.hpp other loops.
#pragma once

#include <exception>
#include <limits>

#include <ndx/base/atomic.hpp>
#include <ndx/base/function_ref.hpp>
#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// How tasks are run. Results do not depend on the executor: they are bitwise identical.
struct Executor {
  /// Does part number `part` of `work`.
  using Task = void (*)(const void* work, index_t part);

  /// Calls task(work, part) for part = 0…parts-1, in any order and possibly concurrently, and
  /// returns when all calls have returned. Tasks do not throw. While it waits, the calling thread begins no other work
  /// of the program, which may want what the call holds locked. If this is null, the calling thread does all work.
  void (*run)(index_t parts, Task task, const void* work) = nullptr;
  /// The number of parts that run at the same time.
  index_t threads = 1;
  /// The least work of a part: `grain_ns` nanoseconds, by an estimate, or `grain_bytes` bytes written, whichever
  /// is less. Smaller work stays on one thread, because waking another takes as long. use_threads, use_openmp and
  /// use_tbb measure how long waking takes, and set `grain_ns` by that.
  index_t grain_bytes = index_t{1} << 20;
  index_t grain_ns = 25'000;
};

namespace detail {

/// The work on a range, called as f(begin, end).
using RangeBody = FunctionRef<void(index_t, index_t)>;

/// The executor, the function that runs ranges by it, and the least work that is shared. set_executor sets all, so
/// that a source file that installs no executor does not compile the function.
struct InstalledExecutor {
  Executor by;
  void (*run_ranges)(index_t n, index_t parts, const RangeBody& body) = nullptr;
  double shared_bytes = std::numeric_limits<double>::max();  // double: compared with a UnitCost
  double shared_ns = std::numeric_limits<double>::max();
};

InstalledExecutor& installed_executor() noexcept NDX_SYMBOL(installed_executor);
#if NDX_DEFINES
NDX_FUNC InstalledExecutor& installed_executor() noexcept {
  static constinit InstalledExecutor executor;
  return executor;
}
#endif

void run_in_parallel(index_t n, index_t parts, const RangeBody& body) NDX_SYMBOL(run_in_parallel);

}  // namespace detail

/// Installs an executor for all code compiled with the same flags, or for all code that uses the
/// compiled library; {} removes it. Do not call it while another thread uses tensors.
inline void set_executor(const Executor& executor) noexcept {
  detail::InstalledExecutor& installed = detail::installed_executor();
  installed = {executor, &detail::run_in_parallel};
  if (executor.run == nullptr) return;
  installed.shared_bytes = 2 * static_cast<double>(executor.grain_bytes);
  installed.shared_ns = 2 * static_cast<double>(executor.grain_ns);
}
/// Returns the executor that is installed.
[[nodiscard]] inline const Executor& executor() noexcept { return detail::installed_executor().by; }

namespace detail {

/// How many bytes a unit of work writes, and an estimate of how many nanoseconds it takes. A unit that writes nothing
/// is not shared. Both are double because stretched tensors have more elements than index_t can count bytes.
struct UnitCost {
  double bytes;
  double ns;
};

/// Whether work of this cost is shared. Most calls ask nothing else, because their work is too small.
inline bool is_shared(const UnitCost& whole) noexcept {
  const InstalledExecutor& installed = installed_executor();
  return whole.ns >= installed.shared_ns || whole.bytes >= installed.shared_bytes;
}

/// Returns the number of parts to split n units of work into, if the whole is shared. All units cost `unit`.
index_t parts_of_shared(index_t n, const UnitCost& unit) noexcept NDX_SYMBOL(parts_of_shared);
#if NDX_DEFINES
NDX_COLD NDX_FUNC index_t parts_of_shared(index_t n, const UnitCost& unit) noexcept {
  const Executor& by = executor();
  const double of_bytes = static_cast<double>(by.grain_bytes) / unit.bytes;
  const double of_time = static_cast<double>(by.grain_ns) / unit.ns;
  const double grain = of_time < of_bytes ? of_time : of_bytes;
  const index_t most = grain <= 1 ? n : static_cast<index_t>(static_cast<double>(n) / grain);
  const index_t parts = most < by.threads ? most : by.threads;
  return parts < 1 ? 1 : parts;
}
#endif

/// Returns the number of parts to split n units of work into. All units cost `unit`.
inline index_t parts_for(index_t n, const UnitCost& unit) noexcept {
  const auto units = static_cast<double>(n);
  const bool whole = n < 2 || unit.bytes <= 0 || !is_shared({units * unit.bytes, units * unit.ns});
  return whole ? 1 : parts_of_shared(n, unit);
}

/// Returns the first unit of part `part` when n units are split into `parts` parts; n if part ==
/// parts.
inline index_t part_begin(index_t n, index_t parts, index_t part) noexcept {
  const index_t larger = n % parts;  // this many leading parts have one more unit
  return n / parts * part + (part < larger ? part : larger);
}

/// The exception of the part with the lowest number among those that threw.
class FirstException {
 public:
  /// Keeps the exception that is being handled, which part `part` threw.
  void keep(index_t part) noexcept {
    lock_.lock();
    if (!thrown_ || part < part_) {
      thrown_ = std::current_exception();
      part_ = part;
    }
    lock_.unlock();
  }
  /// Throws the exception that was kept, if any. All parts must have returned.
  void rethrow() const {
    if (thrown_) [[unlikely]]
      std::rethrow_exception(thrown_);
  }

 private:
  SpinLock lock_;
  std::exception_ptr thrown_;
  index_t part_ = 0;
};

/// Does what run_parts does, by the installed executor. An exception that a call throws is rethrown here
/// after all calls have ended, because the executor's threads cannot pass it on.
#if NDX_DEFINES
NDX_COLD NDX_FUNC void run_in_parallel(index_t n, index_t parts, const RangeBody& body) {
  struct Work {
    const RangeBody& body;
    index_t n;
    index_t parts;
    FirstException& thrown;
  };
  FirstException thrown;
  const Work work{body, n, parts, thrown};
  const Executor::Task task = [](const void* of, index_t part) {
    const Work& w = *static_cast<const Work*>(of);
    try {
      w.body(part_begin(w.n, w.parts, part), part_begin(w.n, w.parts, part + 1));
    } catch (...) {
      w.thrown.keep(part);
    }
  };
  executor().run(parts, task, &work);
  thrown.rethrow();
}
#endif

/// Calls body(begin, end) once for each of `parts` ranges, which together cover 0…n-1.
template <class Body>
void run_parts(index_t n, index_t parts, const Body& body) {
  if (parts <= 1) return body(index_t{0}, n);
  installed_executor().run_ranges(n, parts, RangeBody(body));
}

}  // namespace detail
NDX_NAMESPACE_END
