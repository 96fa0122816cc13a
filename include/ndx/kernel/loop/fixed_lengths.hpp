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
  if (n < detail::kRun) return n == 0 || visit(0, n);
  return best_of(portable::Runs::visit<Visit>, avx2::Runs::visit<Visit>,
                 avx512::Runs::visit<Visit>)(visit, n);
}

}  // namespace kernel
NDX_NAMESPACE_END
