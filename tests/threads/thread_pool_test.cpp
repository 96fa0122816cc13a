// The pool of use_threads: who runs the parts, what the environment asks for, exceptions, fork and exit.
#include <atomic>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>
#include <support/at_once.hpp>
#include <support/expect.hpp>
#ifndef __EMSCRIPTEN__  // which has one process
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <ndx/ndx.hpp>
#include <ndx/threads.hpp>

namespace thread_pool_test {

using namespace ndx;
using expect::throws;

class ThreadPool : public testing::Test {
 protected:
  void TearDown() override { set_executor({}); }
};

/// Calls body(part) for `parts` parts by the installed executor.
template <class Body>
void run(index_t parts, const Body& body) {
  detail::run_parts(parts, parts, [&](index_t first, index_t last) {
    for (index_t part = first; part < last; ++part) body(part);
  });
}

/// Returns the threads that run the parts. Each part waits until another thread has begun one, or some time has
/// passed.
std::set<std::thread::id> threads_at_work(index_t parts) {
  std::mutex mutex;
  std::set<std::thread::id> found;
  run(parts, [&](index_t) {
    for (int wait = 0; wait < 2000; ++wait) {
      {
        const std::lock_guard lock(mutex);
        found.insert(std::this_thread::get_id());
        if (static_cast<index_t>(found.size()) >= parts) return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  return found;
}

TEST_F(ThreadPool, SharesPartsAmongItsThreadsAndTheCaller) {
  use_threads(3);
  EXPECT_EQ(executor().threads, 3);
  const auto found = threads_at_work(3);
  EXPECT_EQ(found.size(), 3U);
  EXPECT_TRUE(found.contains(std::this_thread::get_id()));
  use_threads(5);
  EXPECT_EQ(threads_at_work(5).size(), 5U);
  use_threads(2);
  EXPECT_EQ(threads_at_work(2).size(), 2U);
}

TEST_F(ThreadPool, RunsEachPartOnceHoweverManyThereAre) {
  use_threads(3);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::atomic<int>> runs(static_cast<std::size_t>(2 + round % 70));
    run(2 + round % 70, [&](index_t part) { ++runs[static_cast<std::size_t>(part)]; });
    for (const std::atomic<int>& count : runs) ASSERT_EQ(count, 1);
    if (round % 300 == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));  // they fall asleep
  }
}

TEST_F(ThreadPool, RunsACallOfAPartOnTheThreadOfThePart) {
  use_threads(3);
  run(6, [&](index_t) {
    const std::thread::id here = std::this_thread::get_id();
    run(4, [&](index_t) { EXPECT_EQ(std::this_thread::get_id(), here); });
  });
}

TEST_F(ThreadPool, RunsTheCallsOfSeveralThreadsAtOnce) {
  use_threads(3);
  at_once::run(4, [&](int) {
    for (int round = 0; round < 300; ++round) {
      std::atomic<index_t> sum{0};
      run(5, [&](index_t part) { sum += part; });
      ASSERT_EQ(sum, 10);
    }
  });
}

TEST_F(ThreadPool, RethrowsTheExceptionOfTheFirstPartAfterAllHaveRun) {
  use_threads(3);
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> ran{0};
    const auto call = [&] {
      run(8, [&](index_t part) {
        ++ran;
        if (part >= 5) throw std::runtime_error(std::to_string(part));
      });
    };
    ASSERT_TRUE(throws<std::runtime_error>(call, "5"));
    ASSERT_EQ(ran, 8);
  }
}

TEST_F(ThreadPool, TakesFrom1To1024Threads) {
  use_threads(1);
  EXPECT_EQ(executor().threads, 1);
  for (const index_t threads : {index_t{0}, index_t{-1}, index_t{1025}, INT64_MIN, INT64_MAX})
    EXPECT_TRUE(throws<ValueError>(
        [&] { use_threads(threads); },
        "use_threads: " + std::to_string(threads) + " threads; there must be from 1 to 1024"));
  EXPECT_EQ(executor().threads, 1);
}

TEST_F(ThreadPool, IsAsLargeAsTheEnvironmentSays) {
  EXPECT_EQ(detail::threads_in("use_threads", "3", 7), 3);
  EXPECT_EQ(detail::threads_in("use_threads", "1024", 7), 1024);
  EXPECT_EQ(detail::threads_in("use_openmp", nullptr, 7), 7);
  EXPECT_EQ(detail::threads_in("use_tbb", "", 7), 7);
  for (const std::string text :
       {"0", "-2", "1025", "4x", " 4", "4 ", "four", "1e2", "99999999999999999999"})
    EXPECT_TRUE(throws<ValueError>(
        [&] { (void)detail::threads_in("use_threads", text.c_str(), 7); },
        "use_threads: NDX_NUM_THREADS is \"" + text + "\"; it must be a number from 1 to 1024"));
}

#ifndef __EMSCRIPTEN__

/// Forks, and returns whether call() returns true in the child, within 20 seconds.
template <class Call>
bool is_true_in_child(const Call& call) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    ::_exit(call() ? 0 : 1);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

TEST_F(ThreadPool, StartsThreadsOfItsOwnInAForkedProcess) {
  use_threads(3);
  EXPECT_EQ(threads_at_work(3).size(), 3U);
  EXPECT_TRUE(is_true_in_child([] { return threads_at_work(3).size() == 3; }));
  EXPECT_TRUE(is_true_in_child([] {
    return is_true_in_child([] { return threads_at_work(3).size() == 3; });  // a grandchild
  }));
  EXPECT_EQ(threads_at_work(3).size(), 3U);
}

TEST_F(ThreadPool, ServesAProcessThatIsForkedDuringACall) {
  use_threads(3);
  std::atomic<bool> ends{false};
  std::thread caller([&] {
    while (!ends) run(3, [](index_t) {});
  });
  for (int round = 0; round < 20; ++round)
    EXPECT_TRUE(is_true_in_child([] { return threads_at_work(2).size() == 2; }));
  ends = true;
  caller.join();
}

TEST_F(ThreadPool, LeavesPartsToTheCallerOnceItHasEnded) {
  use_threads(3);
  EXPECT_TRUE(is_true_in_child([] {
    threads_at_work(3);
    detail::thread_pool.load()->stop();
    std::set<std::thread::id> found;
    run(4, [&](index_t) { found.insert(std::this_thread::get_id()); });
    return found == std::set<std::thread::id>{std::this_thread::get_id()};
  }));
}

/// Ends a process in which threads work or sleep, and then calculates in the destructor of a static object.
[[noreturn]] void exit_with_threads() {
  struct Late {
    ~Late() {
      std::atomic<int> ran{0};
      run(3, [&](index_t) { ++ran; });
      if (ran != 3) ::_exit(2);
    }
  };
  static const Late late;
  use_threads(3);
  threads_at_work(3);
  std::exit(0);
}

TEST_F(ThreadPool, EndsWithTheProgram) {
  // In a process of its own: in one that is forked from this, a leak checker waits for this one's threads.
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(exit_with_threads(), testing::ExitedWithCode(0), "");
}

#endif

}  // namespace thread_pool_test
