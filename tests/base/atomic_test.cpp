// Numbers and locks that threads share.
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/base/atomic.hpp>

namespace atomic_test {

template <class Work>
void on_four_threads(const Work& work) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
}

TEST(Atomic, GivesTheValueBefore) {
  ndx::detail::Atomic<int> number(5);
  EXPECT_EQ(number.add(3), 5);
  EXPECT_EQ(number.subtract(2), 8);
  EXPECT_EQ(number.get(), 6);
  number.set(-1);
  EXPECT_EQ(number.get(), -1);
}

TEST(Atomic, LosesNothingAmongThreads) {
  ndx::detail::Atomic<long> number(0);
  on_four_threads([&] {
    for (int i = 0; i < 20000; ++i) {
      number.add(3);
      number.subtract(1);
    }
  });
  EXPECT_EQ(number.get(), 160000);
}

TEST(SpinLock, LetsOneInAtATime) {
  ndx::detail::SpinLock lock;
  long number = 0;
  on_four_threads([&] {
    for (int i = 0; i < 20000; ++i) {
      lock.lock();
      number = number + 1;
      lock.unlock();
    }
  });
  EXPECT_EQ(number, 80000);
}

}  // namespace atomic_test
