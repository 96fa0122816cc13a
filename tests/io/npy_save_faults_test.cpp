// Saving .npy files on systems that fail: an error of any call, a full disk, missing permissions,
// signals. The old file stays as it was, and nothing else is left.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/io/npy/npy_file.hpp>

#include "failing_calls.hpp"
#include "harsh_systems.hpp"
#include "interposed_calls.hpp"
#include "npy_files.hpp"
#include "support/expect.hpp"

namespace npy_save_faults_test {

using expect::is;
using failing::Call;
using failing::Judged;
using failing::nth;
using failing::Verdict;
using npy_files::open_files;
using npy_files::TemporaryDirectory;

class SaveNpyFaults : public testing::Test {
 protected:
  /// Whether saving is refused with this fault, and leaves no trace: with an old file, without one.
  template <class Error = ndx::ValueError>
  testing::AssertionResult refused(const std::function<void()>& save, const std::string& fault) {
    for (const bool old : {true, false}) {
      std::filesystem::remove(path_);
      if (old) npy_files::write(path_, "old");
      const int open = open_files();
      const auto answer = expect::throws<Error>(save, fault);
      if (!answer) return answer;
      if (npy_files::read(path_) != (old ? "old" : "") || directory_.count() != (old ? 1 : 0))
        return testing::AssertionFailure() << "the directory has changed";
      if (open_files() != open) return testing::AssertionFailure() << "a file is still open";
    }
    return testing::AssertionSuccess();
  }

  std::string place() const { return "save_npy: " + path_ + ": "; }

  const TemporaryDirectory directory_;
  const std::string path_ = directory_.file("a.npy");
  const ndx::Tensor<std::int32_t> rows_ = ndx::arange<std::int32_t>(24).reshape({2, 3, 4});
  const std::vector<std::int32_t> counting_ = expect::elements(rows_);
};

TEST_F(SaveNpyFaults, EveryCallOfSavingThatFails) {
  struct Failure {
    Call call;
    int n;
    int error;
    std::string fault;
  };
  const Failure failures[] = {
      {Call::open, 1, EDQUOT, "cannot be created: Disk quota exceeded"},
      {Call::open, 1, EROFS, "cannot be created: Read-only file system"},
      {Call::fallocate, 1, ENOSPC, "cannot be written: No space left on device"},
      {Call::fallocate, 1, EDQUOT, "cannot be written: Disk quota exceeded"},
      {Call::fallocate, 1, EFBIG, "cannot be written: File too large"},
      {Call::write, 1, ENOSPC, "cannot be written: No space left on device"},
      {Call::write, 2, ENOSPC, "cannot be written: No space left on device"},
      {Call::write, 2, EIO, "cannot be written: Input/output error"},
      {Call::fsync, 1, EIO, "cannot be written: Input/output error"},
      {Call::close, 1, EDQUOT, "cannot be written: Disk quota exceeded"},
      {Call::rename, 1, EXDEV, "cannot be replaced: Invalid cross-device link"},
  };
  for (const auto& tensor : {rows_, rows_.flip()}) {
    for (const Failure& failure : failures) {
      const auto save = [&] {
        // An old file is first opened and closed, to see whether it may be written.
        const bool opens = failure.call == Call::open || failure.call == Call::close;
        const int n = failure.n + (opens && std::filesystem::exists(path_));
        const Judged judged(nth(failure.call, n, failure.error));
        ndx::save_npy(path_, tensor);
      };
      EXPECT_TRUE(refused(save, place() + failure.fault));
    }
  }
}

/// Of a process that is killed at each call in turn, nothing but a temporary file is left.
TEST_F(SaveNpyFaults, AProcessThatIsKilledLeavesTheOldFileOrTheNew) {
  npy_files::write(path_, "old");
  std::size_t replaced = 0;
  for (int calls = 1, status = 1; status != 0; ++calls) {
    const pid_t child = ::fork();
    if (child == 0) {
      const Judged judged([left = calls](Call) mutable {
        if (--left == 0) ::raise(SIGKILL);
        return Verdict();
      });
      ndx::save_npy(path_, rows_);
      ::_exit(0);
    }
    ::waitpid(child, &status, 0);
    const bool is_old = npy_files::read(path_) == "old";
    EXPECT_TRUE(is_old || is(ndx::load_npy<std::int32_t>(path_), {2, 3, 4}, counting_));
    replaced += is_old ? 0 : 1;
  }
  EXPECT_GE(replaced, 1U);
  for (const auto& file : std::filesystem::directory_iterator(directory_.path())) {
    const std::string name = file.path().filename();
    EXPECT_TRUE(name == "a.npy" || (name.starts_with(".ndx-") && name.ends_with(".tmp"))) << name;
  }
}

TEST_F(SaveNpyFaults, AnOldFileOnAReadOnlyDisk) {
  npy_files::write(path_, "old");
  const auto save = [&] {
    const Judged judged(nth(Call::open, 1, EROFS));
    ndx::save_npy(path_, rows_);
  };
  EXPECT_TRUE(
      expect::throws<ndx::ValueError>(save, place() + "cannot be written: Read-only file system"));
  EXPECT_EQ(npy_files::read(path_), "old");
  EXPECT_EQ(directory_.count(), 1U);
}

TEST_F(SaveNpyFaults, ADiskThatFillsUpWithinALargeTensor) {
  const auto large = ndx::arange<std::int32_t>(200000);
  for (const auto& tensor : {large, large.flip()}) {
    const auto save = [&] {
      std::size_t room = 500000;
      const Judged judged([&](Call call) {
        if (call != Call::write) return Verdict();
        const std::size_t most = std::min<std::size_t>(room, 4096);
        room -= most;
        return most == 0 ? Verdict{ENOSPC} : Verdict{0, most};
      });
      ndx::save_npy(path_, tensor);
    };
    EXPECT_TRUE(refused(save, place() + "cannot be written: No space left on device"));
  }
}

TEST_F(SaveNpyFaults, AWriteOfNothingIsAFullDisk) {
  const auto save = [&] {
    const Judged judged([](Call) { return Verdict{0, 0}; });
    ndx::save_npy(path_, rows_);
  };
  EXPECT_TRUE(refused(save, place() + "cannot be written: No space left on device"));
}

// Room is reserved where the file system can, else writing fails.
TEST_F(SaveNpyFaults, AFullFileSystem) {
  for (const int reserving : {0, EOPNOTSUPP}) {
    const std::string fault = harsh::on_full_disk(directory_.file("."), [&](const char* reason) {
      npy_files::write(path_, "old");
      const auto large = ndx::arange<std::int32_t>(100000);
      const auto save = [&] {
        const Judged judged(nth(Call::fallocate, 1, reserving));
        ndx::save_npy(path_, large);
      };
      const auto answer =
          expect::throws<ndx::ValueError>(save, place() + "cannot be written: " + reason);
      if (!answer) return std::string(answer.message());
      if (npy_files::read(path_) != "old" || directory_.count() != 1) return std::string("a trace");
      ndx::save_npy(path_, rows_);
      return std::string(is(ndx::load_npy<std::int32_t>(path_), {2, 3, 4}, counting_).message());
    });
    EXPECT_EQ(fault, "");
  }
}

TEST_F(SaveNpyFaults, AFileThatMayNotGrow) {
  for (const int reserving : {0, EOPNOTSUPP}) {
    for (const auto& large : {ndx::arange(100000), ndx::arange(100000).flip()}) {
      const auto save = [&] {
        const harsh::FileSizeLimit limit(4096);
        const Judged judged(nth(Call::fallocate, 1, reserving));
        ndx::save_npy(path_, large);
      };
      EXPECT_TRUE(refused(save, place() + "cannot be written: File too large"));
    }
  }
}

// 8 TB that are one element in memory.
TEST_F(SaveNpyFaults, AStretchedTensorTooLargeForTheDiskIsRefusedBeforeAnythingIsWritten) {
  const auto huge = ndx::ones<double>({1}).expand({ndx::index_t{1} << 40});
  int writes = 0;
  const auto save = [&] {
    const harsh::FileSizeLimit limit(rlim_t{1} << 30);
    const Judged judged([&](Call call) {
      writes += call == Call::write;
      return Verdict{call == Call::write ? EIO : 0};
    });
    ndx::save_npy(path_, huge);
  };
  EXPECT_TRUE(refused(save, place() + "cannot be written: File too large"));
  EXPECT_EQ(writes, 0);
}

TEST_F(SaveNpyFaults, AFileSystemThatCannotReserveIsWrittenTo) {
  for (const int error : {EOPNOTSUPP, ENOSYS, EINVAL, EINTR, EPERM}) {
    std::filesystem::remove(path_);
    {
      const Judged judged(nth(Call::fallocate, 1, error));
      ndx::save_npy(path_, rows_);
    }
    EXPECT_TRUE(is(ndx::load_npy<std::int32_t>(path_), {2, 3, 4}, counting_)) << error;
  }
}

TEST_F(SaveNpyFaults, MemoryThatLacksWhileSaving) {
  const auto deep = ndx::zeros<int>({1, 1, 1, 1, 1, 1, 2, 2}).transpose();
  int refusals = 0;
  for (bool saved = false; !saved; ++refusals) {
    std::filesystem::remove(path_);
    try {
      const Judged judged(nth(Call::allocate, refusals + 1, ENOMEM));
      ndx::save_npy(path_, deep);
      saved = true;
    } catch (const std::bad_alloc&) {
      ASSERT_EQ(directory_.count(), 0U);
    }
  }
  EXPECT_GT(refusals, 2) << "how many allocations there are depends on the standard library";
  const auto save = [&] {
    const Judged judged(nth(Call::open, 1, ENOMEM));
    ndx::save_npy(path_, rows_);
  };
  EXPECT_TRUE(refused<std::bad_alloc>(save, "std::bad_alloc"));
}

TEST_F(SaveNpyFaults, MoreBytesThanAFileCanHave) {
  const auto save = [&] {
    ndx::save_npy(path_, ndx::zeros<std::int32_t>({1}).expand({INT64_MAX / 2}));
  };
  EXPECT_TRUE(refused(save, place() + "4611686018427387903 times 4 overflows a 64-bit size"));
  const auto save_bytes = [&] {
    const harsh::FileSizeLimit limit(4096);
    ndx::save_npy(path_, ndx::zeros<std::int8_t>({1}).expand({INT64_MAX}));
  };
  EXPECT_TRUE(
      refused(save_bytes, place() + "128 plus 9223372036854775807 overflows a 64-bit size"));
}

TEST_F(SaveNpyFaults, SignalsAndShortWritesChangeNothing) {
  ndx::save_npy(path_, rows_);
  const std::string whole = npy_files::read(path_);
  for (const auto& tensor : {rows_, rows_.transpose().contiguous().transpose()}) {
    npy_files::write(path_, "old");
    {
      const Judged judged(failing::interrupted(
          {Call::open, Call::fallocate, Call::write, Call::fsync, Call::close}));
      ndx::save_npy(path_, tensor);
    }
    EXPECT_EQ(npy_files::read(path_), whole);
    EXPECT_EQ(directory_.count(), 1U);
  }
}

TEST_F(SaveNpyFaults, ANameAloneIsAFileOfTheCurrentDirectory) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory_.file("."));
  ndx::save_npy("a.npy", rows_);
  const auto nowhere =
      expect::throws<ndx::ValueError>([&] { ndx::save_npy("", rows_); },
                                      "save_npy: : cannot be replaced: No such file or directory");
  std::filesystem::current_path(before);
  EXPECT_TRUE(nowhere);
  EXPECT_TRUE(is(ndx::load_npy<std::int32_t>(path_), {2, 3, 4}, counting_));
  EXPECT_EQ(directory_.count(), 1U);
}

TEST_F(SaveNpyFaults, DirectoriesAndFilesWithoutPermission) {
  const harsh::WithoutPrivileges without;
  ndx::save_npy(path_, rows_);
  ::chmod(path_.c_str(), 0444);
  EXPECT_TRUE(expect::throws<ndx::ValueError>([&] { ndx::save_npy(path_, rows_.flip()); },
                                              place() + "cannot be written: Permission denied"));
  ::chmod(directory_.file(".").c_str(), 0555);
  const std::string other = directory_.file("other.npy");
  EXPECT_TRUE(expect::throws<ndx::ValueError>(
      [&] { ndx::save_npy(other, rows_); },
      "save_npy: " + other + ": cannot be created: Permission denied"));
  EXPECT_TRUE(is(ndx::load_npy<std::int32_t>(path_), {2, 3, 4}, counting_));
  EXPECT_EQ(directory_.count(), 1U);
  ::chmod(directory_.file(".").c_str(), 0755);
}

TEST_F(SaveNpyFaults, NamesThatCannotBe) {
  const auto refused_name = [&](const std::string& name, const std::string& fault) {
    const std::string path = directory_.file(name);
    return expect::throws<ndx::ValueError>([&] { ndx::save_npy(path, rows_); },
                                           "save_npy: " + path + ": " + fault);
  };
  npy_files::write(path_, "old");
  std::filesystem::create_symlink("circle", directory_.file("circle"));
  EXPECT_TRUE(refused_name("a.npy/b.npy", "cannot be written: Not a directory"));
  EXPECT_TRUE(refused_name(std::string(300, 'n'), "cannot be written: File name too long"));
  EXPECT_TRUE(refused_name("circle", "cannot be written: Too many levels of symbolic links"));
  EXPECT_TRUE(refused_name("none/b.npy", "cannot be created: No such file or directory"));
  EXPECT_TRUE(refused_name(".", "is not a regular file"));
  EXPECT_EQ(npy_files::read(path_), "old");
  EXPECT_EQ(directory_.count(), 2U);
}

TEST_F(SaveNpyFaults, NamesWithNul) {
  const std::string path = path_ + '\0' + "b";
  EXPECT_TRUE(expect::throws<ndx::ValueError>([&] { ndx::save_npy(path, rows_); },
                                              "save_npy: a file name cannot hold NUL"));
  EXPECT_TRUE(expect::throws<ndx::ValueError>([&] { return ndx::load_npy<int>(path); },
                                              "load_npy: a file name cannot hold NUL"));
  EXPECT_TRUE(expect::throws<ndx::ValueError>([&] { return ndx::map_npy<int>(path); },
                                              "map_npy: a file name cannot hold NUL"));
  EXPECT_EQ(directory_.count(), 0U);
}

TEST_F(SaveNpyFaults, ALinkToNoFileGetsOne) {
  std::filesystem::create_symlink("a.npy", directory_.file("link.npy"));
  std::filesystem::create_symlink(directory_.file("link.npy"), directory_.file("second.npy"));
  ndx::save_npy(directory_.file("second.npy"), rows_);
  EXPECT_TRUE(std::filesystem::is_symlink(directory_.file("link.npy")));
  EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(path_)));
  EXPECT_TRUE(is(ndx::load_npy<std::int32_t>(path_), {2, 3, 4}, counting_));
}

}  // namespace npy_save_faults_test
