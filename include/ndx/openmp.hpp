// Threads by OpenMP: call use_openmp() once at program start. Compile with -fopenmp.
#pragma once

#include <omp.h>

#include <ndx/kernel/loop/wake_time.hpp>

NDX_NAMESPACE_BEGIN

/// Shares the work of large calls between OpenMP's threads from now on. By default there are as many as the
/// environment variable NDX_NUM_THREADS says, which is read once, or else as OpenMP has. Results stay the same, bit for
/// bit. set_executor({}) undoes the call; do not call either while another thread uses tensors. Throws ValueError
/// if NDX_NUM_THREADS is not a number from 1 to 1024.
inline void use_openmp(index_t threads = detail::threads_asked_for("use_openmp",
                                                                   omp_get_max_threads())) {
  Executor executor;
  executor.threads = threads;
  executor.run = [](index_t parts, Executor::Task task, const void* work) {
#pragma omp parallel for schedule(static) num_threads(static_cast<int>(parts))
    for (index_t part = 0; part < parts; ++part) task(work, part);
  };
  executor.grain_ns = detail::measure_grain(executor);
  set_executor(executor);
}

NDX_NAMESPACE_END
