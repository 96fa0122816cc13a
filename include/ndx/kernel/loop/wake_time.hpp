// Finds out how many threads the environment asks for, and how long an executor takes to share work, which decides
// what work is worth sharing. use_threads, use_openmp and use_tbb need both.
#pragma once

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include <ndx/base/error.hpp>
#include <ndx/base/executor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Most threads that use_threads and NDX_NUM_THREADS may ask for.
inline constexpr index_t kMostThreads = 1024;

/// Returns the number of threads that the text of NDX_NUM_THREADS asks for: `otherwise` if it is null or empty.
inline index_t threads_in(const char* call, const char* text, index_t otherwise) {
  if (text == nullptr || *text == 0) return otherwise;
  const char* const end = text + std::strlen(text);
  index_t threads = 0;
  const auto read = std::from_chars(text, end, threads);
  if (read.ec != std::errc() || read.ptr != end || threads < 1 || threads > kMostThreads)
    throw_value_error(call, ": NDX_NUM_THREADS is \"", text, "\"; it must be a number from 1 to ",
                      kMostThreads);
  return threads;
}

/// Returns the number of threads that NDX_NUM_THREADS asks for, which is read once: `otherwise` if it is not set.
inline index_t threads_asked_for(const char* call, index_t otherwise) {
  static const index_t asked = threads_in(call, std::getenv("NDX_NUM_THREADS"), 0);
  return asked != 0 ? asked : otherwise;
}

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
