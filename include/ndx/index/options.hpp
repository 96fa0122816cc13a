// What a read, a write or a plan may be told besides its index: named fields, all with defaults.
#pragma once

#include <ndx/index/plan.hpp>
#include <ndx/kernel/combine.hpp>

NDX_NAMESPACE_BEGIN

/// t.index({idx}, {.bounds = Bounds::fill, .fill = -1})
template <class T>
struct ReadOptions {
  Bounds bounds = Bounds::raise;
  T fill{};  // what Bounds::fill reads
};

/// t.index_put_({idx}, value, {.reduce = Reduce::maximum, .bounds = Bounds::drop})
template <class T>
struct WriteOptions {
  Reducer<T> reduce{};  // Reduce::assign unless told otherwise
  Bounds bounds = Bounds::raise;
};

/// t.plan({idx, Slice()}, {.rule = IndexRule::outer, .bounds = Bounds::clip})
struct PlanOptions {
  IndexRule rule = IndexRule::views_first;
  Bounds bounds = Bounds::raise;
};

/// What a write is told last: options, or the short form `accumulate`.
template <class How, class T>
concept WriteHow = std::same_as<How, bool> || std::same_as<How, WriteOptions<T>>;

namespace detail {

template <class T, WriteHow<T> How>
WriteOptions<T> write_options(const char* call, const How& how) {
  if constexpr (!std::same_as<How, bool>) {
    return how;
  } else if constexpr (CombineFunction<Reduce::Add, T>) {
    return how ? WriteOptions<T>{.reduce = Reduce::add} : WriteOptions<T>{};
  } else {
    if (how) throw_value_error(call, ": accumulate needs an element type that can be added");
    return {};
  }
}

}  // namespace detail

NDX_NAMESPACE_END
