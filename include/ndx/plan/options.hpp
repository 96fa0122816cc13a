// Options of reads, writes and plans: aggregates whose fields all have defaults, so that a call names only
// the fields that it changes.
//
// One struct serves all calls, so that a caller learns its fields once. A rule, a reduction or a policy that
// has no meaning for a call is not ignored: the checks below throw a ValueError that says which calls it is
// for.
#pragma once

#include <ndx/plan/index_plan.hpp>
#include <ndx/plan/reducer.hpp>

NDX_NAMESPACE_BEGIN

/// Options of a call that reads or writes a tensor of T. A call throws ValueError if a rule, a reduction or
/// a bounds policy is set that has no meaning for it.
///   t.index({i, j}, {.rule = IndexRule::outer, .bounds = Bounds::fill, .fill = -1})
///   t.index_put_({i}, value, {.reduce = Reduce::maximum, .bounds = Bounds::drop})
template <class T>
struct IndexOptions {
  IndexRule rule = IndexRule::views_first;  // of index, index_into, index_put_ and index_put
  Reducer<T> reduce{};                      // writes: Reduce::assign by default
  bool accumulate = false;                  // writes: another name for .reduce = Reduce::add
  Bounds bounds = Bounds::raise;
  /// Reads under Bounds::fill and fill_negative: the value read for an index out of bounds.
  std::conditional_t<std::is_default_constructible_v<T>, T, Reduce::Assign> fill{};
};
/// IndexOptions under the names of their use. Calls that read take rule, bounds and fill; calls that write
/// take rule, reduce, accumulate and bounds.
template <class T>
using ReadOptions = IndexOptions<T>;
template <class T>
using WriteOptions = IndexOptions<T>;

/// Options of a plan. A plan is for tensors of any element type, so the fill value and the reduction are
/// given when it is used.
///   t.plan({idx, Slice()}, {.rule = IndexRule::outer, .bounds = Bounds::clip})
struct PlanOptions {
  IndexRule rule = IndexRule::views_first;
  Bounds bounds = Bounds::raise;
};

/// Type of the last argument of a write: IndexOptions, or a bool that means `accumulate`.
template <class How, class T>
concept WriteHow = std::same_as<How, bool> || std::same_as<How, IndexOptions<T>>;

namespace detail {

/// The three methods that each rule has.
enum class Method : std::uint8_t { read, into, put };

/// Returns the name of a rule's method, with which its error messages begin.
inline const char* method_name(IndexRule rule, Method method) noexcept {
  static constexpr const char* kNames[][3] = {
      {"index", "index_into", "index_put_"},
      {"numpy_index", "numpy_index_into", "numpy_index_put_"},
      {"oindex", "oindex_into", "oindex_put_"},
      {"vindex", "vindex_into", "vindex_put_"},
  };
  return kNames[static_cast<std::size_t>(rule)][static_cast<std::size_t>(method)];
}

[[noreturn]] NDX_COLD inline void throw_useless_option(const char* call, const char* option) {
  throw_value_error(call, ": ", option);
}

/// Throws ValueError for options that have no meaning for a read.
template <class T>
void check_read_options(const char* call, const IndexOptions<T>& options) {
  if (drops(options.bounds)) [[unlikely]] {
    if (options.bounds == Bounds::drop)
      throw_useless_option(call, "Bounds::drop is only for writes; use Bounds::fill for reads");
    throw_useless_option(
        call, "Bounds::drop_negative is only for writes; use Bounds::fill_negative for reads");
  }
  if (options.accumulate || !options.reduce.assigns()) [[unlikely]]
    throw_useless_option(call, "a read combines nothing: reduce and accumulate are for writes");
}

/// Returns the bounds policy of a write, whichever form its options have.
template <class T>
constexpr Bounds write_bounds(const IndexOptions<T>& how) noexcept {
  return how.bounds;
}
constexpr Bounds write_bounds(bool /*accumulate*/) noexcept { return Bounds::raise; }

constexpr Bounds write_bounds(Reduce::Assign /*without options*/) noexcept { return Bounds::raise; }

/// A write without options assigns. The return type says so at compile time.
template <class T>
constexpr Reduce::Assign write_reducer(const char* /*call*/, Reduce::Assign assign) noexcept {
  return assign;
}
/// Returns the reducer of a write with the argument `accumulate`. Throws ValueError if it is true and
/// elements of T cannot be added.
template <class T>
Reducer<T> write_reducer(const char* call, bool accumulate) {
  if constexpr (CombineFunction<Reduce::Add, T>) {
    return accumulate ? Reducer<T>(Reduce::Add{}) : Reducer<T>();
  } else {
    if (accumulate)
      throw_useless_option(call, "accumulate needs an element type that can be added");
    return {};
  }
}
/// Returns how a write combines values with elements, by reference to spare small writes a copy. Throws
/// ValueError for options that have no meaning for a write.
template <class T>
const Reducer<T>& write_reducer(const char* call, const IndexOptions<T>& how) {
  if (fills(how.bounds)) [[unlikely]] {
    if (how.bounds == Bounds::fill)
      throw_useless_option(call, "Bounds::fill is only for reads; use Bounds::drop for writes");
    throw_useless_option(
        call, "Bounds::fill_negative is only for reads; use Bounds::drop_negative for writes");
  }
  check_reducer(call, how.reduce);
  if (!how.accumulate) return how.reduce;
  if (!how.reduce.assigns()) [[unlikely]]
    throw_useless_option(call, "accumulate is short for .reduce = Reduce::add: set one of them");
  static const Reducer<T> add = write_reducer<T>(call, true);
  return add;
}

/// Throws ValueError if a rule is given to a function that does not combine index tensors by a rule.
template <class T>
void check_no_rule(const char* call, const IndexOptions<T>& options) {
  if (options.rule != IndexRule::views_first) [[unlikely]]
    throw_useless_option(call, "rule is an option of index, index_into, index_put_ and plan");
}

}  // namespace detail

NDX_NAMESPACE_END
