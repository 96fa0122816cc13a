// The one reduction loop: accumulators and an input of one shape, the accumulators standing still
// along the dims that are reduced.
//
// A reducer is a value with
//   Accumulator                            what a partial result is kept in
//   Accumulator identity() const           the result of nothing
//   Accumulator step(Accumulator, x) const one more element
//   Accumulator merge(Accumulator, Accumulator) const
// where merge is associative and commutative but for rounding. Long rows are cut in halves down to
// blocks, and a block is summed in several lanes: that is what keeps rounding errors of the order
// of log(n), and what lets compilers use vectors. Source: NumPy's pairwise summation.
#pragma once

#include <ndx/kernel/element.hpp>
#include <ndx/kernel/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

inline constexpr index_t kReduceLanes = 8;
inline constexpr index_t kReduceBlock = 512;

/// Brings whole groups of kReduceLanes elements into as many accumulators, then those into one.
template <class R, class In>
NDX_ALWAYS_INLINE typename R::Accumulator reduce_lanes(const R& reducer, const In* in,
                                                       index_t count, index_t step) {
  typename R::Accumulator lane[kReduceLanes];
  for (index_t k = 0; k < kReduceLanes; ++k) lane[k] = reducer.identity();
  for (index_t i = 0; i < count; i += kReduceLanes) {
    for (index_t k = 0; k < kReduceLanes; ++k)
      lane[k] = reducer.step(lane[k], element(in, (i + k) * step));
  }
  for (index_t half = kReduceLanes / 2; half > 0; half /= 2) {
    for (index_t k = 0; k < half; ++k) lane[k] = reducer.merge(lane[k], lane[k + half]);
  }
  return lane[0];
}

/// Integers need no lanes: compilers may reorder them on their own.
template <class R, class In>
NDX_ALWAYS_INLINE typename R::Accumulator reduce_block(const R& reducer, const In* in,
                                                       index_t count, index_t step) {
  typename R::Accumulator total = reducer.identity();
  index_t i = 0;
  if constexpr (!std::is_integral_v<typename R::Accumulator>) {
    i = count / kReduceLanes * kReduceLanes;
    if (i != 0) total = reduce_lanes(reducer, in, i, step);
  }
  for (; i < count; ++i) total = reducer.step(total, element(in, i * step));
  return total;
}

template <class R>
bool is_final(const R& reducer, const typename R::Accumulator& total) {
  if constexpr (requires { reducer.is_final(total); }) {
    return reducer.is_final(total);
  } else {
    return false;
  }
}

template <class R, class In>
typename R::Accumulator reduce_run(const R& reducer, const In* in, index_t count, index_t step) {
  if (count > kReduceBlock) {
    const index_t half = count / 2 / kReduceLanes * kReduceLanes;
    const auto total = reduce_run(reducer, in, half, step);
    if (is_final(reducer, total)) return total;
    return reducer.merge(total, reduce_run(reducer, in + half * step, count - half, step));
  }
  return step == 1 ? reduce_block(reducer, in, count, 1) : reduce_block(reducer, in, count, step);
}

/// One element of the row into each of as many accumulators.
template <class R, class In>
void reduce_across(const R& reducer, typename R::Accumulator* total, const In* in, index_t count,
                   index_t total_step, index_t in_step) {
  if (total_step == 1 && in_step == 1) {
    for (index_t i = 0; i < count; ++i) total[i] = reducer.step(total[i], element(in, i));
  } else {
    for (index_t i = 0; i < count; ++i)
      total[i * total_step] = reducer.step(total[i * total_step], element(in, i * in_step));
  }
}

}  // namespace detail

/// Brings every element of `in` into its accumulator. loop: 0 the input, 1 the accumulators. The
/// two must not overlap.
template <class R, class In>
void reduce(const R& reducer, const Loop<2>& loop, const In* in, typename R::Accumulator* totals) {
  if (is_empty(loop)) return;
  for_each_row(loop, [&](const Offsets<2>& at, index_t count, const Offsets<2>& step) {
    typename R::Accumulator* const total = totals + at.at[1];
    if (step.at[1] == 0) {
      *total = reducer.merge(*total, detail::reduce_run(reducer, in + at.at[0], count, step.at[0]));
    } else {
      detail::reduce_across(reducer, total, in + at.at[0], count, step.at[1], step.at[0]);
    }
  });
}

}  // namespace kernel
NDX_NAMESPACE_END
