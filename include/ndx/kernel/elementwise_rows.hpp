// Element-wise rows, computed with the widest vectors of the processor; results are bitwise the same
// with all of them.
#pragma once

#include <ndx/kernel/row_loop.hpp>
#include <ndx/kernel/stream.hpp>
#include <ndx/kernel/vec.hpp>

#define NDX_LOOPS <ndx/kernel/loops/elementwise_rows.inc>
#include <ndx/kernel/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Computes the rows with the widest vectors available. The output overlaps no input, except the
/// first input of an updating function.
template <class F, class Out, class... In>
void transform_rows(const F& f, const Results<Out>& out, const In&... in) {
  if constexpr (!uses_vectors<F, Out, typename In::Element...>) {
    for (index_t r = 0; r < out.rows; ++r) {
      Out* const to = out.to + r * out.row_step;
      for (index_t i = 0; i < out.count; ++i) to[i] = f(in.row(r).at(i)...);
    }
  } else {
    dispatch<portable::ElementwiseRows, avx2::ElementwiseRows>(
        [&](auto rows) { rows.transform(f, out, in...); });
  }
}

/// Computes a single row.
template <class F, class Out, class... In>
void transform_row(const F& f, Out* out, index_t count, const In&... in) {
  transform_rows(f, Results<Out>{out, count}, in...);
}

/// Number of elements computed before they are streamed; with their inputs they fit in the L1
/// cache. An operation that outputs bytes reads several times as much as it writes.
template <class Out>
inline constexpr index_t kStreamedPiece = sizeof(Out) == 1 ? 1024 : 512;

/// Computes rows in chunks and stores them bypassing the caches. The output must not be one of the
/// inputs. Prefetches the next chunk of the inputs, because the hardware prefetcher does not run
/// ahead during the stores.
template <class F, class Out, class... In>
void stream_rows(const F& f, const Results<Out>& out, const In&... in) {
  constexpr index_t most = kStreamedPiece<Out>;
  alignas(64) Out results[static_cast<std::size_t>(most)];
  const auto piece = [&](index_t left) { return left < most ? left : most; };
  for (index_t r = 0; r < out.rows; ++r) {
    index_t next = 0;
    for (index_t i = 0; i < out.count; i = next) {
      const index_t n = piece(out.count - i);
      next = i + n;
      transform_row(f, results, n, in.part(r, i)...);
      (in.fetch(r, next, piece(out.count - next)), ...);
      stream(reinterpret_cast<std::byte*>(out.to + r * out.row_step + i),
             reinterpret_cast<const std::byte*>(results), n * static_cast<index_t>(sizeof(Out)));
    }
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
