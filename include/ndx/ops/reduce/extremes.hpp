// The largest and smallest elements over dims: amax, amin, ptp, max(t), min(t).
//
// They are reductions by a reducer that orders elements, with and without NaN. arg_extremes.hpp finds
// positions.
#pragma once

#include <limits>

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/reduce/sum.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// The place of NaN in the order: it beats every number, every number beats it, or there is none.
enum class NanIs : std::uint8_t { best, worst, absent };

/// Reducer for the largest or the smallest element. Without elements, or of NaN alone where that is
/// the worst, the result is NaN.
template <class T, bool largest, NanIs nan>
struct ExtremeElement : kernel::ReducerOf<T> {
  static constexpr const char* kName = largest ? "largest" : "smallest";
  static constexpr NanIs kNanIs = nan;
  static constexpr auto kLoop = Boolean<T>           ? kernel::RowLoop::until_final
                                : nan == NanIs::best ? kernel::RowLoop::extremes
                                                     : kernel::RowLoop::any_order;
  using OfNumbers = ExtremeElement<T, largest, NanIs::absent>;

  [[nodiscard]] T identity() const {
    if constexpr (nan == NanIs::worst && kHasNan<T>) return not_a_number<T>();
    return outermost_element<T, !largest>();
  }
  [[nodiscard]] T step(T best, T x) const {
    if constexpr (nan == NanIs::best) return beats(x, best) || x != x ? x : best;
    if constexpr (nan == NanIs::worst) return beats(x, best) || best != best ? x : best;
    return beats(x, best) ? x : best;
  }
  [[nodiscard]] T merge(T a, T b) const { return step(a, b); }

  /// Replaces the lanes of `best` for which `x` is more extreme. No lane is NaN.
  template <class Vector>
  static void take_better(Vector& best, const Vector& x) {
    if constexpr (largest) {
      best = x > best ? x : best;
    } else {
      best = x < best ? x : best;
    }
  }

  /// Whether x, which comes later, replaces the best so far; with `last` also if they are equal.
  template <bool last>
  struct Takes {
    bool operator()(const T& x, const T& best) const {
      const bool x_is_nan = x != x;
      const bool best_is_nan = best != best;
      if constexpr (nan == NanIs::best && last) return x_is_nan | (!best_is_nan & !beats(best, x));
      if constexpr (nan == NanIs::best) return (beats(x, best) | x_is_nan) & !best_is_nan;
      if constexpr (last) return !beats(best, x) & !x_is_nan;
      return (beats(x, best) | best_is_nan) & !x_is_nan;
    }
  };

 private:
  /// Whether x is more extreme than `best`. Neither is NaN.
  static bool beats(const T& x, const T& best) {
    return largest ? is_less(best, x) : is_less(x, best);
  }
};
template <class T>
using Max = ExtremeElement<T, true, NanIs::best>;
template <class T>
using Min = ExtremeElement<T, false, NanIs::best>;

/// Max and Min for the elements of a tensor of type A.
template <class A>
using MaxOf = Max<computed_t<element_t<A>>>;
template <class A>
using MinOf = Min<computed_t<element_t<A>>>;

/// Returns the extreme of all elements, or R's identity if there are none. It allocates nothing and
/// compiles the loop over rows alone.
template <class R, class T>
typename R::Accumulator extreme_of_all(const Tensor<T>& t) {
  const R reducer;
  typename R::Accumulator extreme = reducer.identity();
  Offsets<1> first{};
  const Loop<1> loop =
      sort_for_memory(make_loop<1>(stored_shape(t.layout()), {t.strides()}), first);
  if (is_empty(loop)) return extreme;
  kernel::RowWalk<1> row(loop);
  do {
    const T* const from = t.data() + first[0] + row.at[0];
    if (row.count < kernel::detail::kFewElements) {
      for (index_t i = 0; i < row.count; ++i)
        extreme = reducer.step(extreme, kernel::element(from, i * row.step[0]));
    } else {
      extreme = reducer.merge(
          extreme, kernel::detail::reduce_elements_in_parts(reducer, from, row.count, row.step[0]));
    }
  } while (row.next());
  return extreme;
}

/// Finds the extreme values over `dims`. Throws ValueError if one of these has size 0, because an
/// empty set has no extreme.
template <class R, class A>
auto extreme_values(const char* call, const A& t, const ReducedDims& dims, bool keepdim) {
  using V = element_t<A>;
  using Accumulator = typename R::Accumulator;
  using Out = std::conditional_t<std::is_same_v<Accumulator, computed_t<V>>, V, Accumulator>;
  const Tensor<Out> found = reduce_to<Out>(call, R{}, t, dims, keepdim);
  const std::uint64_t reduced = dims.bits(call, t.shape().size());
  for (std::size_t d = 0; d < t.shape().size(); ++d) {
    if (t.shape()[d] == 0 && ((reduced >> d) & 1) != 0) [[unlikely]]
      throw_value_error(call, ": the dims to reduce of shape ", t.shape(),
                        " have no elements, and so no ", R::kName);
  }
  return found;
}

}  // namespace detail

/// Returns the largest element over `dims`, all dims by default, as a fresh tensor of t's element
/// type without these dims, of rank 0 if all are reduced. With keepdim they are kept with size 1. The
/// result is NaN if there is a NaN. Throws ValueError if a reduced dim has size 0, IndexError and
/// ValueError as sum does.
///   amax(t).item() · amax(t, 0) · amax(t, {0, 2}) · amax(t, -1, true)
///   amax(tensor({{1, 5}, {7, 2}}), 1) -> 5 7
template <Numbers A>
[[nodiscard]] auto amax(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  return detail::extreme_values<detail::MaxOf<A>>("amax", t, dims, keepdim);
}
/// Returns the smallest element over `dims`. NaN, shapes and errors are treated as by amax.
///   amin(tensor({{1, 5}, {7, 2}}), 1) -> 1 2
template <Numbers A>
[[nodiscard]] auto amin(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  return detail::extreme_values<detail::MinOf<A>>("amin", t, dims, keepdim);
}

/// Returns the largest element of all as a tensor of rank 0, which is amax(t). min(t) is amin(t).
template <NumberTensor A>
[[nodiscard]] auto max(const A& t) {
  return detail::extreme_values<detail::MaxOf<A>>("max", t, all_dims, false);
}
template <NumberTensor A>
[[nodiscard]] auto min(const A& t) {
  return detail::extreme_values<detail::MinOf<A>>("min", t, all_dims, false);
}

/// Returns the distance between the largest and the smallest element over `dims` ("peak to peak") in
/// t's element type, where integers wrap around. The result is NaN if there is a NaN. Throws as amax
/// does.
///   ptp(tensor({3, 9, 4})) -> 6
template <NumberTensor A>
  requires(!Boolean<detail::element_t<A>>)
[[nodiscard]] auto ptp(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  using T = detail::element_t<A>;
  const auto largest = detail::extreme_values<detail::MaxOf<A>>("ptp", t, dims, keepdim);
  const auto smallest = detail::extreme_values<detail::MinOf<A>>("ptp", t, dims, keepdim);
  using Difference = detail::In<detail::Subtract, computed_t<T>>;
  return detail::map_elements<T>("ptp", Difference{}, largest, smallest);
}

NDX_NAMESPACE_END
