// oneTBB as the executor of large work: use_tbb() once, at the start of the program. To be linked
// with TBB.
#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <ndx/base/executor.hpp>

NDX_NAMESPACE_BEGIN

/// Large gathers, copies, element-wise work and reductions are split among TBB's threads from now
/// on.
inline void use_tbb(index_t threads = tbb::this_task_arena::max_concurrency()) {
  Executor executor;
  executor.threads = threads;
  executor.run = [](index_t parts, Executor::Task task, const void* work) {
    tbb::parallel_for(index_t{0}, parts, [=](index_t part) { task(work, part); });
  };
  set_executor(executor);
}

NDX_NAMESPACE_END
