// Reduces a row to one accumulator, and rows to a row of accumulators, in a form that compilers
// vectorize.
//
// A reducer says what is computed of elements, and the loops here decide in which order. It derives
// from ReducerOf<Accumulator>, where Accumulator is the type of a partial result, and has
//   Accumulator identity() const           the result for no elements
//   Accumulator step(Accumulator, x) const includes one more element
//   Accumulator merge(Accumulator, Accumulator) const
// where merge is associative and commutative up to rounding. Three members may replace those of
// ReducerOf:
//   Lane                                   a narrower type that step accepts, too, and that cannot
//                                          overflow within 64 steps
//   RowLoop kLoop                          a loop of vectors that suits the reducer
//   R at(index_t i) const                  the reducer of the accumulator i after the first; without
//                                          it all have the same
//
// Elements of a block are distributed round-robin over lanes, which are finally folded in halves.
// So a row has the same result whatever the width of the vectors, and rounding errors stay of order
// log(n). Loops have constant lengths, as in map_rows.hpp, and are compiled for AVX2, too.
#pragma once

#include <utility>

#include <ndx/kernel/map/map_rows.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The loop that reduces a row. Those after `until_final` need more of the reducer than its steps.
enum class RowLoop : std::uint8_t {
  steps,        ///< takes one step for each element
  any_order,    ///< takes steps, whose result is the same in any order, as for all integers
  until_final,  ///< takes steps until the total differs from the identity, which is final
  sums,         ///< adds what `void to_addend(V& x)` makes of an element, or of a vector of them
  terms,        ///< calls `void step_lanes(V& totals, const V& x)` for vectors V of doubles
  float_terms,  ///< terms that are products, which floats may first be multiplied and added in
  factors,      ///< terms that are multiplied, so that a total is itself a factor
  extremes,     ///< compares by OfNumbers, the reducer for floats without NaN; NaN gives NaN
};

/// The base of a reducer with this type of partial results.
template <class A>
struct ReducerOf {
  using Accumulator = A;
  using Lane = A;
  static constexpr RowLoop kLoop = RowLoop::steps;
};

/// Returns the result if every element is repeated n times: n totals, merged by repeated doubling.
template <class R, class Total = typename R::Accumulator>
Total merge_repeats(const R& reducer, Total total, index_t n) {
  Total merged = reducer.identity();
  for (; n > 0; n /= 2) {
    if (n % 2 != 0) merged = reducer.merge(merged, total);
    if (n > 1) total = reducer.merge(total, total);
  }
  return merged;
}

/// A reducer that adds floats or doubles into doubles.
template <class R>
concept AddsFloats = R::kLoop == RowLoop::sums && std::is_same_v<typename R::Accumulator, double>;

/// A reducer whose result is NaN if an element is.
template <class R>
concept PropagatesNan = R::kLoop == RowLoop::extremes;

/// An element type of which vectors give the larger or the smaller by one instruction: not long double, of which
/// there are none where it has 12 bytes.
template <class T>
concept VectorExtreme = (std::floating_point<T> && sizeof(T) <= 8) ||
                        (std::integral<T> && !Boolean<T> && sizeof(T) <= 4);

/// A reducer whose result is the same in any order of the elements, except for which of equal
/// elements it is.
template <class R>
concept InAnyOrder =
    std::integral<typename R::Accumulator> || PropagatesNan<R> || R::kLoop == RowLoop::any_order;

/// A reducer for which rows of complex floats or doubles are added as rows of their parts, which
/// alternate.
template <class R, class In>
concept AddsParts = Complex<In> && R::kLoop == RowLoop::sums &&
                    std::is_same_v<typename R::Accumulator::value_type, double>;

/// A reducer of which each accumulator i has its own, at(i).
template <class R>
concept HasOwnReducers = requires(const R& reducer) { reducer.at(index_t{}); };

/// Returns the reducer of the accumulator i after the first.
template <class R>
NDX_ALWAYS_INLINE R reducer_at(const R& reducer, index_t i) {
  if constexpr (HasOwnReducers<R>) {
    return reducer.at(i);
  } else {
    return reducer;
  }
}

/// The number of elements of a row that are reduced into lanes before the lanes are folded.
template <class R>
inline constexpr index_t kReduceBlock = AddsFloats<R> || PropagatesNan<R> ? 8192 : 2048;

/// The number of elements, of one row (kReduceDepth) or of several rows (kReduceRows), that are
/// reduced into an accumulator while it is in a register. With more rows whose distance is a power
/// of two, the first-level cache could not hold a line of each.
template <class R>
inline constexpr index_t kReduceDepth = AddsFloats<R> ? 16 : 8;
inline constexpr index_t kReduceRows = 8;

namespace detail {

/// Rows with fewer elements are reduced in the order of reduce_short.
inline constexpr index_t kFewElements = 64;

/// The number of lanes, which is four 32-byte vectors of 4- or 8-byte lanes. There are as many
/// lanes of 1 or 2 bytes as of 4, so that a block of sums takes at most 64 steps per lane, which
/// cannot overflow. Sums of floats use only 8 lanes, so that the elements that are added to a lane
/// at a time are close together.
template <class R>
inline constexpr std::size_t kReduceLanes = AddsFloats<R>                   ? 8
                                            : sizeof(typename R::Lane) <= 4 ? 32
                                                                            : 16;

/// True if a few elements are combined pairwise, before their result is merged into a partial one.
template <class R>
inline constexpr bool kCombinesPairs =
    PropagatesNan<R> || R::kLoop == RowLoop::any_order ||
    (R::kLoop == RowLoop::sums && std::floating_point<typename R::Accumulator>);

/// Combines element i of `in` and the N-1 elements that follow it `distance` apart, pairwise as a
/// tree. Elements are added in their own type: the rounding error of 16 floats is no larger than
/// that of converting a result to float.
template <index_t N, class R, class In>
NDX_ALWAYS_INLINE auto paired(const R& reducer, const In& in, index_t i, index_t distance) {
  if constexpr (N == 1) {
    auto x = in.at(i);
    if constexpr (R::kLoop == RowLoop::sums) reducer.to_addend(x);
    return x;
  } else {
    const auto first = paired<N / 2>(reducer, in, i, distance);
    const auto second = paired<N / 2>(reducer, in, i + N / 2 * distance, distance);
    if constexpr (R::kLoop == RowLoop::sums) {
      const auto sum = first + second;  // which x87 rounds where it is stored
      return sum;
    } else {
      return reducer.merge(first, second);
    }
  }
}

/// Reduces element i of `in` and the Depth-1 elements that follow it `distance` apart into
/// `partial`.
template <index_t Depth, class R, class Partial, class In>
NDX_ALWAYS_INLINE Partial accumulate(const R& reducer, Partial partial, const In& in, index_t i,
                                     index_t distance) {
  if constexpr (Depth == 1) {
    return reducer.step(partial, in.at(i));
  } else if constexpr (kCombinesPairs<R>) {
    return reducer.merge(partial, static_cast<Partial>(paired<Depth>(reducer, in, i, distance)));
  } else {
    const Partial first = accumulate<Depth / 2>(reducer, partial, in, i, distance);
    return accumulate<Depth / 2>(reducer, first, in, i + Depth / 2 * distance, distance);
  }
}

/// Reduces Depth elements, from element i on, into each lane.
template <index_t Depth, class R, class In>
NDX_ALWAYS_INLINE void fill_lanes(const R& reducer, typename R::Lane* lane, const In& in,
                                  index_t i) {
  constexpr auto lanes = static_cast<index_t>(kReduceLanes<R>);
  for (index_t k = 0; k < lanes; ++k)
    lane[k] = accumulate<Depth>(reducer, lane[k], in, i + k, lanes);
}

/// Merges the lanes in halves. Returns the result.
template <std::size_t Lanes, class R, class Lane>
NDX_ALWAYS_INLINE typename R::Accumulator fold_lanes(const R& reducer, Lane* lane) {
  constexpr std::size_t half = Lanes / 2;
  if constexpr (Lanes == 1) {
    return static_cast<typename R::Accumulator>(*lane);
  } else if constexpr (Lanes > 8 && std::is_same_v<Lane, typename R::Accumulator>) {
    NDX_INDEPENDENT
    for (std::size_t k = 0; k < half; ++k) lane[k] = reducer.merge(lane[k], lane[k + half]);
    return fold_lanes<half>(reducer, lane);
  } else {
    return reducer.merge(fold_lanes<half>(reducer, lane), fold_lanes<half>(reducer, lane + half));
  }
}

/// Reduces a row too short for vectors, eight elements at a time. The empty asm statement keeps g++
/// from vectorizing it: at -O3, versions 12 and 13 lose elements if the distance of elements is a
/// variable that turns out to be 1.
template <class R, class In>
NDX_ALWAYS_INLINE typename R::Accumulator reduce_short(const R& reducer, index_t first,
                                                       index_t last, const In& in) {
  using Accumulator = typename R::Accumulator;
  index_t i = first;
  Accumulator total = reducer.identity();
  if (i + 8 <= last) {
    Accumulator lane[8];
#pragma GCC unroll 8
    for (index_t k = 0; k < 8; ++k) lane[k] = reducer.step(total, in.at(i + k));
    for (i += 8; i + 8 <= last; i += 8) {
      asm volatile("");
#pragma GCC unroll 8
      for (index_t k = 0; k < 8; ++k) lane[k] = reducer.step(lane[k], in.at(i + k));
    }
    total = fold_lanes<8>(reducer, lane);
  }
  for (; i < last; ++i) total = reducer.step(total, in.at(i));
  return total;
}

/// Reduces a row too short for vectors, whose result is NaN if an element is. It looks for NaN in a
/// second pass: a test for each element would be a branch, and mispredicted. The last of several
/// NaN counts, as it does in columns, because threads may cut lines so that they become either.
template <PropagatesNan R, class In>
NDX_ALWAYS_INLINE typename R::Accumulator reduce_short(const R& /*stateless*/, index_t first,
                                                       index_t last, const In& in) {
  const auto found = reduce_short(typename R::OfNumbers(), first, last, in);
  bool has_nan = false;
  for (index_t i = first; i < last; ++i) {
    asm volatile("");  // keeps g++ from vectorizing, as in the function before
    has_nan |= in.at(i) != in.at(i);
  }
  if (!has_nan) return found;
  while (in.at(last - 1) == in.at(last - 1)) --last;
  return in.at(last - 1);
}

/// Reduces at most kReduceBlock<R> elements to one accumulator.
template <class R, class In>
NDX_ALWAYS_INLINE typename R::Accumulator reduce_lanes(const R& reducer, index_t count,
                                                       const In& in) {
  using Lane = typename R::Lane;
  constexpr auto lanes = static_cast<index_t>(kReduceLanes<R>);
  Lane lane[kReduceLanes<R>];
  for (index_t k = 0; k < lanes; ++k) lane[k] = static_cast<Lane>(reducer.identity());
  index_t i = 0;
  constexpr index_t deep = kReduceDepth<R> * lanes;
  for (; i + deep <= count; i += deep) fill_lanes<kReduceDepth<R>>(reducer, lane, in, i);
  if (i + deep / 2 <= count) {
    fill_lanes<kReduceDepth<R> / 2>(reducer, lane, in, i);
    i += deep / 2;
  }
  for (; i + lanes <= count; i += lanes) fill_lanes<1>(reducer, lane, in, i);
  const auto total = fold_lanes<kReduceLanes<R>>(reducer, lane);
  return i == count ? total : reducer.merge(total, reduce_short(reducer, i, count, in));
}

/// Adds floats or doubles, in their own type or in double. The sum is NaN if an element is.
template <class T>
struct PlainSum : ReducerOf<T> {
  static constexpr RowLoop kLoop = RowLoop::sums;
  [[nodiscard]] T identity() const { return {}; }
  template <class X>  // T, or a narrower type
  [[nodiscard]] T step(T total, X x) const {
    if constexpr (std::is_same_v<X, T>) {
      return total + x;
    } else {
      return total + static_cast<T>(x);
    }
  }
  template <class V>
  void to_addend(V& /*x*/) const {}
  [[nodiscard]] T merge(T a, T b) const { return a + b; }
};

/// The number of accumulators that are updated repeatedly while they are in the first-level cache.
inline constexpr index_t kReduceWidth = 2048;

}  // namespace detail

namespace scalar {

/// Reduces rows and lines element by element, with the results of reduce_rows.inc. It replaces its
/// vectors on x86 without AVX2 where these would only save time.
struct ReduceRows {
  /// Reduces rows of `in`, row_step apart, column by column into a row of accumulators.
  template <class R, class In>
  static void rows(const R& reducer, typename R::Accumulator* total, const In* in, index_t count,
                   index_t rows, index_t row_step) {
    const index_t deep = rows / kReduceRows * kReduceRows;
    for (index_t r = 0; r < deep; r += kReduceRows)
      add<kReduceRows>(reducer, total, in + r * row_step, count, row_step);
    for (index_t r = deep; r < rows; ++r) add<1>(reducer, total, in + r * row_step, count, 0);
  }

  /// Reduces lines of `count` elements, line_step apart, each into its total.
  template <InAnyOrder R, class In>
  static void lines(const R& reducer, typename R::Accumulator* totals, index_t total_step,
                    const In* in, index_t count, index_t lines, index_t line_step) {
    for (index_t k = 0; k < lines; ++k, in += line_step, totals += total_step) {
      const auto& own = reducer_at(reducer, k * total_step);
      *totals = own.merge(*totals, detail::reduce_short(own, 0, count, Dense<In>{in}));
    }
  }

 private:
  template <index_t Depth, class R, class In>
  static void add(const R& reducer, typename R::Accumulator* total, const In* in, index_t count,
                  index_t row_step) {
    for (index_t i = 0; i < count; ++i)
      total[i] =
          detail::accumulate<Depth>(reducer_at(reducer, i), total[i], Dense<In>{in}, i, row_step);
  }
};

}  // namespace scalar
}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/reduce/reduce_rows.inc>
#include <ndx/kernel/simd/for_each_target.inc>
