// Splits a row into runs of 64 elements, the constant length at which compilers vectorize a loop
// even at -O2.
//
// The caller's function is compiled for each instruction set, and so uses the widest vectors of the
// processor.
#pragma once

#include <ndx/kernel/simd/dispatch.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel::detail {

inline constexpr index_t kRun = 64;

/// Visits positions `first`…n-1 in runs of at most 64. It serves short rows, the ends of rows, and on
/// x86 processors without AVX2.
struct ShortRuns {
  template <class Visit>
  NDX_NOINLINE static bool visit(const Visit& visit, index_t n, index_t first = 0) {
    for (; first < n; first += kRun) {
      if (!visit(first, n - first < kRun ? n - first : kRun)) return false;
    }
    return true;
  }
};

}  // namespace kernel::detail
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/loop/fixed_lengths.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Calls visit(first, count) for runs of at most 64 of n positions, in order, until one call
/// returns false. Returns whether all calls returned true. visit must be NDX_ALWAYS_INLINE, so that
/// it is compiled for each instruction set.
template <class Visit>
NDX_ALWAYS_INLINE bool visit_runs(const Visit& visit, index_t n) {
  if (n < detail::kRun) return detail::ShortRuns::visit(visit, n);
  return dispatch<Fallback<detail::ShortRuns, portable::Runs>, avx2::Runs, avx512::Runs>(
      [&](auto runs) { return runs.visit(visit, n); });
}

}  // namespace kernel
NDX_NAMESPACE_END
