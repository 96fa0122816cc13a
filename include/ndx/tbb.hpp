// Threads by oneTBB: call use_tbb() once at program start. Link with TBB.
#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <ndx/kernel/loop/wake_time.hpp>

NDX_NAMESPACE_BEGIN

/// Shares the work of large calls between TBB's threads from now on. By default there are as many as the
/// environment variable NDX_NUM_THREADS says, which is read once, or else as TBB has. Results stay the same, bit for
/// bit. set_executor({}) undoes the call; do not call either while another thread uses tensors. Throws ValueError
/// if NDX_NUM_THREADS is not a number from 1 to 1024.
inline void use_tbb(index_t threads = detail::threads_asked_for(
                        "use_tbb", tbb::this_task_arena::max_concurrency())) {
  Executor executor;
  executor.threads = threads;
  executor.run = [](index_t parts, Executor::Task task, const void* work) {
    // Isolated, so that the thread begins no task of the program while it waits.
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_for(index_t{0}, parts, [=](index_t part) { task(work, part); }); });
  };
  executor.grain_ns = detail::measure_grain(executor);
  set_executor(executor);
}

NDX_NAMESPACE_END
