// Appending to an .npy file when the disk is full, a call fails, the process is killed, or others append.
#include <cerrno>
#include <csignal>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <ndx/io/npy/npy_any.hpp>
#include <ndx/io/npy/npy_progress.hpp>
#include <ndx/io/npy/npy_update.hpp>
#include <ndx/large/tensor_file.hpp>
#include <ndx/ndx.hpp>

#include "failing_calls.hpp"
#include "npy_files.hpp"
#include "support/expect.hpp"

namespace npy_update_faults_test {

using expect::counting;
using expect::throws;
using npy_files::TemporaryDirectory;

TEST(AppendNpy, CutsTheFileBackWhenTheDiskIsFull) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  ndx::save_npy(path, counting({10}));
  const std::string old = npy_files::read(path);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{10000, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const bool refused =
      bool(throws<ndx::ValueError>([&] { ndx::append_npy(path, counting({10000})); },
                                   "append_npy: " + path + ": cannot be written: File too large"));
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, ignored);
  EXPECT_TRUE(refused);
  EXPECT_EQ(npy_files::read(path), old);
}

TEST(AppendNpy, LeavesTheFileWhenACallFails) {
  using failing::Call;
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto refused = [&](Call call, int n, int error) {
    ndx::save_npy(path, counting({10}));
    const std::string old = npy_files::read(path);
    bool thrown = false;
    {
      const failing::Judged judged(failing::nth(call, n, error));
      try {
        ndx::append_npy(path, counting({5}));
      } catch (const ndx::ValueError&) {
        thrown = true;
      }
    }
    return thrown && npy_files::read(path) == old;
  };
  EXPECT_TRUE(refused(Call::open, 1, EACCES));
  EXPECT_TRUE(refused(Call::open, 2, EMFILE));  // when it is locked
  EXPECT_TRUE(refused(Call::pread, 2, EIO));
  EXPECT_TRUE(refused(Call::fallocate, 1, ENOSPC));
  EXPECT_TRUE(refused(Call::write, 1, EIO));     // of the mark
  EXPECT_TRUE(refused(Call::write, 2, ENOSPC));  // of the elements
  EXPECT_TRUE(refused(Call::write, 3, EIO));     // of the header
  EXPECT_TRUE(refused(Call::fsync, 1, EIO));
  EXPECT_TRUE(refused(Call::fsync, 2, EIO));
  EXPECT_TRUE(refused(Call::fsync, 3, EIO));  // after the header was written
}

/// The mark, the elements and the new header are each on the disk before the next is written.
TEST(AppendNpy, WaitsForTheDiskThreeTimes) {
  using failing::Call;
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  ndx::save_npy(path, counting({10}));
  std::string calls;
  {
    const failing::Judged judged([&](Call call) {
      calls += call == Call::write ? "w" : call == Call::fsync ? "s" : "";
      return failing::Verdict();
    });
    ndx::append_npy(path, counting({5}));
  }
  EXPECT_EQ(calls, "wswsws");
}

TEST(AppendNpy, RestoresAHeaderWrittenInPart) {
  using failing::Call;
  using failing::Verdict;
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  ndx::save_npy(path, counting({10}));
  const std::string old = npy_files::read(path);
  int writes = 0;
  bool thrown = false;
  {
    // Of the header 60 bytes, beyond its shape; then a failure.
    const failing::Judged judged([&](Call call) {
      if (call != Call::write) return Verdict();
      ++writes;
      return writes == 3 ? Verdict{0, 60} : writes == 4 ? Verdict{EIO} : Verdict();
    });
    try {
      ndx::append_npy(path, counting({12345}));
    } catch (const ndx::ValueError&) {
      thrown = true;
    }
  }
  EXPECT_TRUE(thrown);
  EXPECT_GE(writes, 5);
  EXPECT_EQ(npy_files::read(path), old);
}

/// Runs a call in a process of its own; whether that has ended by itself.
template <class Run>
bool ends(const Run& run) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      run();
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(status == 0 || WIFSIGNALED(status)) << status;
  return status == 0;
}

/// The elements of a file, which every reader finds.
ndx::Tensor<int> found(const std::string& path) {
  const auto loaded = ndx::load_npy<int>(path);
  EXPECT_TRUE(ndx::array_equal(ndx::map_npy<int>(path), loaded));
  EXPECT_TRUE(ndx::array_equal(ndx::map_npy_rw<int>(path), loaded));
  EXPECT_TRUE(ndx::array_equal(ndx::File<const int>(path).index({}), loaded));
  EXPECT_TRUE(ndx::array_equal(std::get<ndx::Tensor<int>>(ndx::load_npy_any(path)), loaded));
  ndx::index_t bytes = 0;
  (void)ndx::load_npy<int>(path,
                           [&](ndx::index_t, ndx::index_t total) { return bytes = total, true; });
  EXPECT_EQ(bytes, loaded.numel() * 4);
  return loaded;
}

TEST(AppendNpy, IsAllOrNothingWhereverTheProcessIsKilled) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto t = counting({30, 7});
  int appended = 0;
  bool ended = false;
  int calls = 0;
  while (!ended) {
    ++calls;
    ndx::save_npy(path, t.narrow(0, 0, 10));
    const std::string old = npy_files::read(path);
    ended = ends([&] {
      const failing::Judged judged([&, left = calls](failing::Call call) mutable {
        if (call != failing::Call::allocate && --left == 0) ::raise(SIGKILL);
        return failing::Verdict();
      });
      ndx::append_npy(path, t.narrow(0, 10, 20));
    });
    const auto after = found(path);
    const ndx::index_t rows = after.size(0);
    EXPECT_TRUE(rows == 10 || rows == 30) << calls;
    EXPECT_TRUE(ndx::array_equal(after, t.narrow(0, 0, rows))) << calls;
    appended += rows == 30 ? 1 : 0;
    ndx::append_npy(path, t.narrow(0, rows, 30 - rows));  // drops what was left
    const std::string parts = npy_files::read(path);
    ndx::save_npy(path, t);
    EXPECT_EQ(parts, npy_files::read(path)) << calls;
  }
  EXPECT_GE(appended, 2);  // also when the last call did not come back
  EXPECT_GE(calls, 10);
}

TEST(AppendNpy, IsAllOrNothingWhereTheFileIsNew) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  for (int calls = 1;; ++calls) {
    const bool ended = ends([&] {
      const failing::Judged judged([&, left = calls](failing::Call call) mutable {
        if (call != failing::Call::allocate && --left == 0) ::raise(SIGKILL);
        return failing::Verdict();
      });
      ndx::append_npy(path, counting({3}));
    });
    if (::access(path.c_str(), F_OK) == 0) {
      EXPECT_TRUE(ndx::array_equal(found(path), counting({3})));
      ASSERT_EQ(::unlink(path.c_str()), 0);
      if (ended) return;
    }
    ASSERT_LT(calls, 100);
  }
}

TEST(AppendNpy, LeavesTheFileAsItWasBeforeAnAppendThatWasKilled) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  ndx::save_npy(path, counting({10}));
  const std::string old = npy_files::read(path);
  EXPECT_FALSE(ends([&] {
    const failing::Judged judged(
        failing::before(failing::Call::fsync, 2, [] { ::raise(SIGKILL); }));
    ndx::append_npy(path, counting({5}));
  }));
  EXPECT_EQ(npy_files::read(path).size(), old.size() + 20);
  {
    const failing::Judged judged(failing::nth(failing::Call::fsync, 2, EIO));
    EXPECT_THROW(ndx::append_npy(path, counting({5})), ndx::ValueError);
  }
  EXPECT_EQ(npy_files::read(path), old);
}

/// Rows of one number each, of which none may be lost or in part.
void append_rows(const std::string& path, int number, int count) {
  for (int k = 0; k < count; ++k) ndx::append_npy(path, ndx::full({1, 300}, number));
}

TEST(AppendNpy, LetsAppendersInSeveralProcessesWait) {
  constexpr int kProcesses = 4;
  constexpr int kRows = 15;
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");  // which the first of them makes
  std::vector<pid_t> children;
  for (int number = 0; number < kProcesses; ++number) {
    children.push_back(::fork());
    if (children.back() == 0) {
      append_rows(path, number, kRows);
      ::_exit(0);
    }
  }
  for (const pid_t child : children) {
    int status = 1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  const auto t = ndx::load_npy<int>(path);
  EXPECT_TRUE(ndx::array_equal(t, t.narrow(1, 0, 1).expand(t.shape())));
  EXPECT_TRUE(ndx::array_equal(ndx::bincount(t.select(1, 0)),
                               ndx::full({kProcesses}, ndx::index_t{kRows})));
  EXPECT_EQ(directory.count(), 1U);
}

TEST(AppendNpy, LetsAppendersInSeveralThreadsWaitAndReadersReadOn) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  append_rows(path, 0, 1);
  std::thread first([&] { append_rows(path, 0, 20); });
  std::thread second([&] { append_rows(path, 0, 20); });
  ndx::index_t rows = 1;
  while (rows < 41) {
    const auto t = ndx::load_npy<int>(path);
    EXPECT_GE(t.size(0), rows);
    rows = t.size(0);
  }
  first.join();
  second.join();
  EXPECT_EQ(ndx::load_npy<int>(path).size(0), 41);
}

}  // namespace npy_update_faults_test
