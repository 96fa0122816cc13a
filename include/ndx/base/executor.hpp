// The executor: who does the parts of large work. The caller alone, unless one is installed, as
// <ndx/parallel/openmp.hpp> and <ndx/parallel/tbb.hpp> do.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// How parts of work are run. Results do not depend on it, not by a bit.
struct Executor {
  using Task = void (*)(const void* work, index_t part);

  /// Calls task(work, part) for part 0…parts-1, in any order, perhaps at the same time, and returns
  /// when all have returned. Tasks do not throw. Null: the caller does all of it.
  void (*run)(index_t parts, Task task, const void* work) = nullptr;
  index_t threads = 1;
  /// Work that writes less than this many bytes, or simple work on some times as many, is not
  /// split: to wake a thread costs as much.
  index_t grain_bytes = index_t{1} << 20;
};

namespace detail {

inline Executor& installed_executor() noexcept {
  static constinit Executor executor;
  return executor;
}

}  // namespace detail

/// Installs an executor for all code that was compiled with the same flags; {} takes it away. Not
/// while another thread works with tensors.
inline void set_executor(const Executor& executor) noexcept {
  detail::installed_executor() = executor;
}
[[nodiscard]] inline const Executor& executor() noexcept { return detail::installed_executor(); }

namespace detail {

/// How many parts work of n pieces, each of which writes so many bytes, is split into.
inline index_t parts_for(index_t n, index_t bytes_a_piece) noexcept {
  const Executor& by = executor();
  if (by.run == nullptr || n < 2 || bytes_a_piece <= 0) return 1;
  const index_t grain = by.grain_bytes / bytes_a_piece;
  const index_t most = grain <= 1 ? n : n / grain;
  const index_t parts = most < by.threads ? most : by.threads;
  return parts < 1 ? 1 : parts;
}

/// Where part number `part` of n pieces begins; one more is where the last ends.
inline index_t part_begin(index_t n, index_t parts, index_t part) noexcept {
  const index_t larger = n % parts;  // so many of the first parts have one piece more
  return n / parts * part + (part < larger ? part : larger);
}

/// Calls body(begin, end) for as many ranges as there are parts, which cover 0…n-1.
template <class Body>
void run_parts(index_t n, index_t parts, const Body& body) {
  if (parts <= 1) return body(index_t{0}, n);
  struct Work {
    const Body* body;
    index_t n;
    index_t parts;
  };
  const Work work{&body, n, parts};
  const Executor::Task task = [](const void* of, index_t part) {
    const Work& w = *static_cast<const Work*>(of);
    (*w.body)(part_begin(w.n, w.parts, part), part_begin(w.n, w.parts, part + 1));
  };
  executor().run(parts, task, &work);
}

}  // namespace detail
NDX_NAMESPACE_END
