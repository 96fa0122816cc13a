// Options of reads, writes and plans: aggregates whose fields all have defaults.
#pragma once

#include <ndx/kernel/reducer.hpp>
#include <ndx/plan/plan.hpp>

NDX_NAMESPACE_BEGIN

/// t.index({idx}, {.bounds = Bounds::fill, .fill = -1})
template <class T>
struct ReadOptions {
  Bounds bounds = Bounds::raise;
  T fill{};  // the value read for an out-of-bounds index under Bounds::fill
};

/// t.index_put_({idx}, value, {.reduce = Reduce::maximum, .bounds = Bounds::drop})
template <class T>
struct WriteOptions {
  Reducer<T> reduce{};  // Reduce::assign by default
  Bounds bounds = Bounds::raise;
};

/// t.plan({idx, Slice()}, {.rule = IndexRule::outer, .bounds = Bounds::clip})
struct PlanOptions {
  IndexRule rule = IndexRule::views_first;
  Bounds bounds = Bounds::raise;
};

/// Type of the last argument of a write: options, or a bool, short for `accumulate`.
template <class How, class T>
concept WriteHow = std::same_as<How, bool> || std::same_as<How, WriteOptions<T>>;

namespace detail {

/// Converts the last argument of a write to options. Options are returned by reference, not copied,
/// for the sake of small writes.
template <class T>
const WriteOptions<T>& write_options(const char* /*call*/, const WriteOptions<T>& how) {
  return how;
}
template <class T>
WriteOptions<T> write_options(const char* call, bool accumulate) {
  if constexpr (CombineFunction<Reduce::Add, T>) {
    return accumulate ? WriteOptions<T>{.reduce = Reduce::add} : WriteOptions<T>{};
  } else {
    if (accumulate) throw_value_error(call, ": accumulate needs an element type that can be added");
    return {};
  }
}

}  // namespace detail

NDX_NAMESPACE_END
