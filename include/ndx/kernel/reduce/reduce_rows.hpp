// Reduces a row to one accumulator, and rows to a row of accumulators, in a form that compilers
// vectorize.
//
// A reducer is a value with
//   Accumulator                            the type of a partial result
//   Accumulator identity() const           the result for no elements
//   Accumulator step(Accumulator, x) const includes one more element
//   Accumulator merge(Accumulator, Accumulator) const
// where merge is associative and commutative up to rounding. It may also have
//   Lane                                   a narrower type that step accepts, too, and that cannot
//                                          overflow within 64 steps
//   T pair(x, x) const                     combines two elements into one that step accepts
//   void to_addend(V& x) const             turns an element, or a vector of them, into what is added
//   bool is_final(Accumulator) const       whether no further element can change it
//   bool kAddsFloats                       whether step, pair and merge add floats or doubles into
//                                          doubles, as the sums of kernel/reduce/reduce_rows.inc do
//   bool kAnyOrder                         whether the result is the same in any order, as for integers
//   void step_lanes(V& totals, const V& x) const  step for doubles, and for vectors V of doubles
//   R at(index_t i) const                  the reducer of the accumulator i after the first; without
//                                          it all have the same
//   OfNumbers                              a reducer that gives the same for floats without NaN;
//                                          with NaN the result is NaN
//   OfParts                                the reducer of the real and of the imaginary parts of
//                                          complex elements, each of which has a total of its own
//
// Elements of a block are distributed round-robin over lanes, which are finally folded in halves.
// So a row has the same result whatever the width of the vectors, and rounding errors stay of order
// log(n). Loops have constant lengths, as in map_rows.hpp, and are compiled for AVX2, too.
#pragma once

#include <utility>

#include <ndx/kernel/map/map_rows.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// A reducer that adds floats or doubles into doubles.
template <class R>
concept AddsFloats = requires { requires R::kAddsFloats; };

/// A reducer whose result is NaN if an element is.
template <class R>
concept PropagatesNan = requires { typename R::OfNumbers; };

/// An element type of which vectors give the larger or the smaller by one instruction.
template <class T>
concept VectorExtreme =
    std::floating_point<T> || (std::integral<T> && !Boolean<T> && sizeof(T) <= 4);

/// A reducer whose result is the same in any order of the elements, except for which of equal
/// elements it is.
template <class R>
concept InAnyOrder = std::integral<typename R::Accumulator> || requires { requires R::kAnyOrder; };

/// A reducer for which rows of complex floats or doubles are added as rows of their parts, which
/// alternate.
template <class R, class In>
concept AddsParts = Complex<In> && requires { requires AddsFloats<typename R::OfParts>; };

/// Returns the value that is added for an element.
template <class R, class X>
NDX_ALWAYS_INLINE decltype(auto) addend(const R& reducer, const X& x) {
  if constexpr (requires(X& element) { reducer.to_addend(element); }) {
    X element = x;
    reducer.to_addend(element);
    return element;
  } else {
    return (x);
  }
}

/// Returns the reducer of the accumulator i after the first.
template <class R>
NDX_ALWAYS_INLINE R reducer_at(const R& reducer, index_t i) {
  if constexpr (requires { reducer.at(i); }) {
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

/// The type of a lane: the reducer's Lane if it has one, else its Accumulator.
template <class R>
struct LaneOf {
  using type = typename R::Accumulator;
};
template <class R>
  requires requires { typename R::Lane; }
struct LaneOf<R> {
  using type = typename R::Lane;
};
template <class R>
using lane_t = typename LaneOf<R>::type;

/// The number of lanes, which is four 32-byte vectors of 4- or 8-byte lanes. There are as many
/// lanes of 1 or 2 bytes as of 4, so that a block of sums takes at most 64 steps per lane, which
/// cannot overflow. Sums of floats use only 8 lanes, so that the elements that are added to a lane
/// at a time are close together.
template <class R>
inline constexpr std::size_t kReduceLanes = AddsFloats<R>            ? 8
                                            : sizeof(lane_t<R>) <= 4 ? 32
                                                                     : 16;

/// Combines element i of `in` and the N-1 elements that follow it `distance` apart into one,
/// pairwise as a tree.
template <index_t N, class R, class In>
NDX_ALWAYS_INLINE auto paired(const R& reducer, const In& in, index_t i, index_t distance) {
  if constexpr (N == 1) {
    return std::remove_cvref_t<decltype(in.at(i))>(addend(reducer, in.at(i)));
  } else {
    return reducer.pair(paired<N / 2>(reducer, in, i, distance),
                        paired<N / 2>(reducer, in, i + N / 2 * distance, distance));
  }
}

/// Reduces element i of `in` and the Depth-1 elements that follow it `distance` apart into
/// `partial`.
template <index_t Depth, class R, class Partial, class In>
NDX_ALWAYS_INLINE Partial accumulate(const R& reducer, Partial partial, const In& in, index_t i,
                                     index_t distance) {
  if constexpr (Depth == 1) {
    return reducer.step(partial, addend(reducer, in.at(i)));
  } else if constexpr (requires { reducer.pair(in.at(0), in.at(0)); }) {
    return reducer.step(partial, paired<Depth>(reducer, in, i, distance));
  } else {
    const Partial first = accumulate<Depth / 2>(reducer, partial, in, i, distance);
    return accumulate<Depth / 2>(reducer, first, in, i + Depth / 2 * distance, distance);
  }
}

/// Reduces Depth elements, from element i on, into each lane.
template <index_t Depth, class R, class In>
NDX_ALWAYS_INLINE void fill_lanes(const R& reducer, lane_t<R>* lane, const In& in, index_t i) {
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
    for (index_t k = 0; k < 8; ++k) lane[k] = reducer.step(total, addend(reducer, in.at(i + k)));
    for (i += 8; i + 8 <= last; i += 8) {
      asm volatile("");
#pragma GCC unroll 8
      for (index_t k = 0; k < 8; ++k)
        lane[k] = reducer.step(lane[k], addend(reducer, in.at(i + k)));
    }
    total = fold_lanes<8>(reducer, lane);
  }
  for (; i < last; ++i) total = reducer.step(total, addend(reducer, in.at(i)));
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
  using Lane = lane_t<R>;
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

/// Merges of_line(reducer, first element of the line) into the total of each line of `in`; lines
/// are line_step apart.
template <class R, class In, class OfLine>
NDX_ALWAYS_INLINE void reduce_each_line(const R& reducer, typename R::Accumulator* totals,
                                        index_t total_step, const In* in, index_t lines,
                                        index_t line_step, const OfLine& of_line) {
  for (index_t k = 0; k < lines; ++k, in += line_step) {
    const auto& own = reducer_at(reducer, k * total_step);
    auto& total = totals[k * total_step];
    total = own.merge(total, of_line(own, in));
  }
}

/// Reduces `Depth` rows of `in`, row_step apart, into a row of accumulators.
template <index_t Depth, class R, class In>
NDX_ALWAYS_INLINE void accumulate_rows(const R& reducer,
                                       typename R::Accumulator* NDX_RESTRICT total,
                                       const Dense<In>& in, index_t first, index_t last,
                                       index_t row_step) {
  NDX_INDEPENDENT
  for (index_t i = first; i < last; ++i)
    total[i] = accumulate<Depth>(reducer_at(reducer, i), total[i], in, i, row_step);
}

/// Reduces `Depth` rows of `in` in runs of constant length, which g++ vectorizes at -O2.
template <index_t Depth, class R, class In>
NDX_ALWAYS_INLINE void accumulate_chunks(const R& reducer, typename R::Accumulator* total,
                                         const In* in, index_t count, index_t row_step) {
  index_t i = 0;
#if !defined(__clang__)
  for (; i + 64 <= count; i += 64)
    accumulate_rows<Depth>(reducer, total, Dense<In>{in}, i, i + 64, row_step);
  for (; i + 8 <= count; i += 8)
    accumulate_rows<Depth>(reducer, total, Dense<In>{in}, i, i + 8, row_step);
#endif
  accumulate_rows<Depth>(reducer, total, Dense<In>{in}, i, count, row_step);
}

/// Adds floats in their own type. The sum is NaN if an element is.
template <class T>
struct PlainSum {
  using Accumulator = T;
  [[nodiscard]] T merge(T a, T b) const { return a + b; }
};

/// The number of accumulators that are updated repeatedly while they are in the first-level cache.
inline constexpr index_t kReduceWidth = 2048;

}  // namespace detail

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/reduce/reduce_rows.inc>
#include <ndx/kernel/simd/for_each_target.inc>
