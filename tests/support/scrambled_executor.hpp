// An executor that runs parts one after another on the calling thread, in an order that is not theirs: what
// depends on how the work is cut shows at once and every time. Real threads cut the work as it does.
#pragma once

#include <ndx/base/executor.hpp>

namespace ndx_test {

/// Runs the parts in an order that is not theirs.
inline void run_scrambled(ndx::index_t parts, ndx::Executor::Task task, const void* work) {
  for (ndx::index_t k = 0; k < parts; ++k) task(work, (parts / 2 + parts - 1 - k) % parts);
}

/// How many threads the executor claims to have, and its grain.
struct Cut {
  ndx::index_t threads;
  ndx::index_t grain_bytes;
};

/// Is the executor while it lives.
class ScrambledExecutor {
 public:
  explicit ScrambledExecutor(const Cut& cut) {
    ndx::set_executor({&run_scrambled, cut.threads, cut.grain_bytes});
  }
  ~ScrambledExecutor() { ndx::set_executor({}); }
  ScrambledExecutor(const ScrambledExecutor&) = delete;
  ScrambledExecutor& operator=(const ScrambledExecutor&) = delete;
};

}  // namespace ndx_test
