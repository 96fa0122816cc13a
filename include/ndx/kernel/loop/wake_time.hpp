// Measures how long an executor takes to share work, which decides what work is worth sharing.
#pragma once

#include <chrono>

#include <ndx/base/executor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the nanoseconds of work that a part should have at least: four times the time in which the executor
/// runs empty parts, the shortest of several runs, since the first ones start threads. Waking threads that
/// sleep takes longer than that, hence the lower limit; the upper limit is for a machine that is busy meanwhile.
inline index_t measure_grain(const Executor& executor) {
  using Clock = std::chrono::steady_clock;
  constexpr int runs = 8;
  constexpr index_t least = 4'000;
  constexpr index_t most = 100'000;
  Clock::duration shortest = Clock::duration::max();
  for (int run = 0; run < runs; ++run) {
    const Clock::time_point start = Clock::now();
    executor.run(executor.threads, [](const void*, index_t) {}, nullptr);
    const Clock::duration taken = Clock::now() - start;
    if (taken < shortest) shortest = taken;
  }
  const index_t grain = 4 * std::chrono::duration_cast<std::chrono::nanoseconds>(shortest).count();
  return grain < least ? least : grain < most ? grain : most;
}

}  // namespace detail
NDX_NAMESPACE_END
