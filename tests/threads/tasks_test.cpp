// What an executor's tasks may not do: throw, and so allocate; also where ranks are above those
// that are kept inside a tensor.
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>
#include <support/at_once.hpp>
#include <support/expect.hpp>

namespace tasks_test {

thread_local bool in_task = false;
std::atomic<int> allocated_in_tasks{0};

void* allocate(std::size_t bytes) noexcept {
  if (in_task) ++allocated_in_tasks;
  return std::malloc(bytes == 0 ? 1 : bytes);
}

}  // namespace tasks_test

// Never inlined: g++ would take them for a mismatched pair.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* const memory = tasks_test::allocate(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t& /*any*/) noexcept {
  return tasks_test::allocate(bytes);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace tasks_test {

using namespace ndx;

/// Every task of an executor with two threads, of which each thinks that nothing is too small.
void run_watched(index_t parts, Executor::Task task, const void* work) {
  at_once::run(static_cast<int>(parts), [&](int part) {
    in_task = true;
    task(work, part);
    in_task = false;
  });
}

class Tasks : public testing::Test {
 protected:
  Tasks() {
    allocated_in_tasks = 0;
    set_executor({run_watched, 2, 64});
  }
  ~Tasks() override { set_executor({}); }

  /// Elements 0…4607 of rank 8, whose dims do not merge.
  const Tensor<int> x =
      expect::counting({4, 3, 4, 3, 4, 2, 4, 2}).permute({7, 0, 5, 2, 1, 6, 3, 4});
  const Tensor<bool> some = (x & 3) == 0;
};

TEST_F(Tasks, AllocateNothingInReads) {
  static_cast<void>(x.clone());
  static_cast<void>(x.index({tensor({1, 0, 1})}));
  static_cast<void>(x.index({Slice(), tensor({1, 0, 1}), "...", tensor({3, 0, 1})}));
  static_cast<void>(x.index({some}));
  static_cast<void>(nonzero(some));
  static_cast<void>(nonzero_tuple(some));
  static_cast<void>(take_along_axis(x, argmax(x, 0, true), 0));
  EXPECT_EQ(allocated_in_tasks, 0);
}

TEST_F(Tasks, AllocateNothingInWrites) {
  const auto target = x.clone().transpose();
  target.copy_(x.transpose());
  target.index_put_({some.transpose()}, 1);
  target.index_put_({tensor({1, 0, 1})}, 2, true);
  target.index_put_({tensor({1, 0})}, x.transpose().index({tensor({0, 1})}));
  target += x.transpose();
  EXPECT_EQ(allocated_in_tasks, 0);
}

TEST_F(Tasks, AllocateNothingInCalculations) {
  static_cast<void>(x + x.flip());
  static_cast<void>(where(some, x, 0));
  static_cast<void>(sum(x, {0, 2, 4}));
  static_cast<void>(sum(x));
  static_cast<void>(any(some, 3));
  static_cast<void>(count_nonzero(x, {1, -1}));
  static_cast<void>(argmin(x));
  static_cast<void>(cat({x, x}, 3));
  static_cast<void>(equal(x, x.clone()));
  EXPECT_EQ(allocated_in_tasks, 0);
}

}  // namespace tasks_test
