// The reduction loop of kernel/reduce.hpp, run in parts, as many as the executor has threads.
// Results are bitwise identical to the serial loop: threads get separate accumulators, or the
// halves into which the serial loop splits a long row anyway.
#pragma once

#include <ndx/kernel/parallel_loop.hpp>
#include <ndx/kernel/reduce.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// Number of pieces, from repeated halving, into which a row is split between threads.
inline constexpr index_t kReduceLeaves = 16;

template <class R, class In>
typename R::Accumulator reduce_leaf(const R& reducer, const In* in, index_t count, index_t step,
                                    index_t leaf) {
  for (index_t bit = kReduceLeaves / 2; bit > 0; bit /= 2) {
    const index_t half = first_half(count);
    if ((leaf & bit) != 0) in += half * step;
    count = (leaf & bit) != 0 ? count - half : half;
  }
  return reduce_elements(reducer, in, count, step);
}

/// Like reduce_elements.
template <class R, class In>
typename R::Accumulator reduce_elements_in_parts(const R& reducer, const In* in, index_t count,
                                                 index_t step) {
  const index_t leaf = count / kReduceLeaves;
  const index_t parts =
      ndx::detail::parts_for(kReduceLeaves, leaf * index_t{sizeof(In)} / kLightWorkFactor);
  if (parts == 1 || leaf <= 2 * kReduceBlock<R>) return reduce_elements(reducer, in, count, step);
  typename R::Accumulator totals[kReduceLeaves];
  ndx::detail::run_parts(kReduceLeaves, parts, [&](index_t first, index_t last) {
    for (index_t k = first; k < last; ++k) totals[k] = reduce_leaf(reducer, in, count, step, k);
  });
  for (index_t left = kReduceLeaves / 2; left > 0; left /= 2) {
    for (index_t k = 0; k < left; ++k) totals[k] = reducer.merge(totals[2 * k], totals[2 * k + 1]);
  }
  return totals[0];
}

/// Returns the largest dim along which the accumulators have a nonzero stride; the loop's rank if
/// there is none.
inline std::size_t split_dim(const Loop<2>& loop) {
  std::size_t found = loop.rank;
  for (std::size_t d = 0; d < loop.rank; ++d) {
    const bool moves = loop.strides[1][d] != 0;
    if (moves && (found == loop.rank || loop.sizes[d] > loop.sizes[found])) found = d;
  }
  return found;
}

}  // namespace detail

/// Like reduce.
template <class R, class In>
void reduce_in_parts(const R& reducer, const Loop<2>& loop, const In* in,
                     typename R::Accumulator* totals) {
  if (executor().run == nullptr || is_empty(loop)) return reduce(reducer, loop, in, totals);
  const std::size_t dim = detail::split_dim(loop);
  if (dim < loop.rank) {
    run_in_parts(loop, dim, sizeof(In), [&](const Loop<2>& part, const Offsets<2>& at) {
      reduce(reducer, part, in + at[0], totals + at[1]);
    });
  } else if (loop.rank == 1) {
    const auto total =
        detail::reduce_elements_in_parts(reducer, in, loop.sizes[0], loop.strides[0][0]);
    *totals = reducer.merge(*totals, total);
  } else {
    reduce(reducer, loop, in, totals);
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
