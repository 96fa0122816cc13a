// Appending to an .npy file when the disk is full or a call fails.
#include <cerrno>
#include <csignal>
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <ndx/io/npy_update.hpp>
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
  EXPECT_TRUE(refused(Call::pread, 2, EIO));
  EXPECT_TRUE(refused(Call::fallocate, 1, ENOSPC));
  EXPECT_TRUE(refused(Call::write, 1, ENOSPC));  // of the elements
  EXPECT_TRUE(refused(Call::write, 2, EIO));     // of the header
  EXPECT_TRUE(refused(Call::fsync, 1, EIO));
  EXPECT_TRUE(refused(Call::fsync, 2, EIO));  // after the header was written
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
      return writes == 2 ? Verdict{0, 60} : writes == 3 ? Verdict{EIO} : Verdict();
    });
    try {
      ndx::append_npy(path, counting({12345}));
    } catch (const ndx::ValueError&) {
      thrown = true;
    }
  }
  EXPECT_TRUE(thrown);
  EXPECT_GE(writes, 4);
  EXPECT_EQ(npy_files::read(path), old);
}

}  // namespace npy_update_faults_test
