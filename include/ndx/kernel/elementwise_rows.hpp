// Rows of element-wise work by the vectors that there are: the loop of kernel/row_loop.hpp twice,
// with those that the unit's flags allow, and with AVX2's, to be called where kernel/cpu.hpp says
// so. Both give the same bits.
#pragma once

#include <ndx/kernel/compare_rows_avx2.hpp>
#include <ndx/kernel/row_loop.hpp>
#include <ndx/kernel/stream.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

namespace portable {
template <class F, class Out, class... In>
void transform_rows(const F& f, const Results<Out>& out, const In&... in) {
  detail::transform_each_row(f, out, in...);
}
}  // namespace portable

#if NDX_X86
namespace avx2 {
template <class F, class Out, class... In>
NDX_TARGET_AVX2 void transform_rows(const F& f, const Results<Out>& out, const In&... in) {
  detail::transform_each_row(f, out, in...);
}
}  // namespace avx2
#endif

/// The rows in the best way there is. The output overlaps no input but the first of a function that
/// updates.
template <class F, class Out, class... In>
void transform_rows(const F& f, const Results<Out>& out, const In&... in) {
  if constexpr (!takes_vectors<F, Out, typename In::Element...>) {
    for (index_t r = 0; r < out.rows; ++r) {
      Out* const to = out.to + r * out.row_step;
      for (index_t i = 0; i < out.count; ++i) to[i] = f(in.row(r).at(i)...);
    }
  } else {
#if NDX_X86
    if (has_avx2()) return avx2::transform_rows(f, out, in...);
#endif
    portable::transform_rows(f, out, in...);
  }
}

/// One row.
template <class F, class Out, class... In>
void transform_row(const F& f, Out* out, index_t count, const In&... in) {
  transform_rows(f, Results<Out>{out, count}, in...);
}

/// Elements that are calculated before they are streamed: with their inputs less than what the
/// fastest cache holds. What gives bytes reads several times as much as it writes.
template <class Out>
inline constexpr index_t kStreamedPiece = sizeof(Out) == 1 ? 1024 : 512;

/// Rows past the caches, a piece of a row at a time. The output must be none of the inputs. These
/// are fetched ahead, for the processor does not while it stores.
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
