// Reading .npy files on systems that fail: an error of any call, a file that changes while it is
// read, one that is none or larger than memory. Whatever happens, nothing stays open or mapped.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ndx/io/npy/npy_file.hpp>
#include <ndx/io/text/parse_index.hpp>

#include "failing_calls.hpp"
#include "harsh_systems.hpp"
#include "npy_files.hpp"
#include "support/expect.hpp"

namespace npy_load_faults_test {

using expect::is;
using failing::before;
using failing::Call;
using failing::Judge;
using failing::Judged;
using failing::nth;
using npy_files::from_numpy;
using npy_files::open_files;
using npy_files::TemporaryDirectory;

bool is_mapped(const std::string& path) {
  return npy_files::read("/proc/self/maps").find(path) != std::string::npos;
}

/// Whether reading, with a judge about the calls, is refused and leaves nothing open or mapped.
template <class Read>
testing::AssertionResult read_refused(const std::string& path, const std::string& message,
                                      const Judge& judge, Read&& read) {
  const int open = open_files();
  const auto answer = expect::throws<ndx::ValueError>(
      [&] {
        const Judged judged(judge);
        return read(path);
      },
      message);
  if (!answer) return answer;
  if (open_files() != open) return testing::AssertionFailure() << "a file is still open";
  if (is_mapped(path)) return testing::AssertionFailure() << "the file is still mapped";
  return testing::AssertionSuccess();
}

/// The same for load_npy, map_npy and load_index, on a file of int32.
testing::AssertionResult reads_refused(const std::string& path, const std::string& fault,
                                       const Judge& judge = nullptr) {
  const std::string said = ": " + path + ": " + fault;
  const auto load = [](const std::string& name) { return ndx::load_npy<std::int32_t>(name); };
  const auto map = [](const std::string& name) { return ndx::map_npy<std::int32_t>(name); };
  const auto index = [](const std::string& name) { return ndx::load_index(name); };
  auto answer = read_refused(path, "load_npy" + said, judge, load);
  if (answer) answer = read_refused(path, "map_npy" + said, judge, map);
  if (answer) answer = read_refused(path, "load_index" + said, judge, index);
  return answer;
}

class LoadNpyFaults : public testing::Test {
 protected:
  const TemporaryDirectory directory_;
  const std::string path_ = directory_.file("a.npy");
  const ndx::Tensor<std::int32_t> rows_ = ndx::arange<std::int32_t>(24).reshape({2, 3, 4});
  const std::vector<std::int32_t> counting_ = expect::elements(rows_);
};

TEST_F(LoadNpyFaults, EveryCallOfReadingThatFails) {
  ndx::save_npy(path_, rows_);
  EXPECT_TRUE(
      reads_refused(path_, "cannot be opened: Too many open files", nth(Call::open, 1, EMFILE)));
  EXPECT_TRUE(reads_refused(path_, "cannot be read: Input/output error", nth(Call::fstat, 1, EIO)));
  for (const int n : {1, 2}) {
    EXPECT_TRUE(
        reads_refused(path_, "cannot be read: Input/output error", nth(Call::pread, n, EIO)));
  }
  const auto load = [](const std::string& name) { return ndx::load_npy<std::int32_t>(name); };
  const auto map = [](const std::string& name) { return ndx::map_npy<std::int32_t>(name); };
  EXPECT_TRUE(read_refused(path_, "load_npy: " + path_ + ": cannot be read: Input/output error",
                           nth(Call::pread, 3, EIO), load));
  EXPECT_TRUE(read_refused(path_, "map_npy: " + path_ + ": cannot be read: Input/output error",
                           nth(Call::fstat, 2, EIO), map));
}

TEST_F(LoadNpyFaults, AFileThatBecomesShorterWhileItIsRead) {
  const auto shorten = [&] { std::filesystem::resize_file(path_, 8); };
  const std::string fault = ": " + path_ + ": was truncated while it was read";
  const auto load = [](const std::string& name) { return ndx::load_npy<bool>(name); };
  const auto map = [](const std::string& name) { return ndx::map_npy<bool>(name); };
  for (const int n : {2, 3}) {
    ndx::save_npy(path_, ndx::full({100000}, true));
    EXPECT_TRUE(read_refused(path_, "load_npy" + fault, before(Call::pread, n, shorten), load));
    ndx::save_npy(path_, ndx::full({100000}, true));
    EXPECT_TRUE(read_refused(path_, "map_npy" + fault, before(Call::pread, n, shorten), map));
  }
  // Mapped and checked, but not yet in the caller's hands.
  ndx::save_npy(path_, ndx::full({100000}, true));
  EXPECT_TRUE(read_refused(path_, "map_npy" + fault, before(Call::fstat, 2, shorten), map));
}

TEST_F(LoadNpyFaults, AFileThatBecomesLongerIsReadAsItWas) {
  const auto lengthen = [&] { std::filesystem::resize_file(path_, 100000); };
  for (const Judge& judge : {before(Call::pread, 1, lengthen), before(Call::pread, 3, lengthen)}) {
    ndx::save_npy(path_, rows_);
    const Judged judged(judge);
    EXPECT_TRUE(is(ndx::load_npy<std::int32_t>(path_), {2, 3, 4}, counting_));
  }
}

TEST_F(LoadNpyFaults, SignalsAndShortReadsChangeNothing) {
  for (const char* name : {"version1", "fortran", "fortran_big"}) {
    const Judged judged(failing::interrupted({Call::open, Call::pread, Call::close}));
    EXPECT_TRUE(is(ndx::load_npy<std::int32_t>(from_numpy(name)), {2, 3, 4}, counting_));
  }
  ndx::save_npy(path_, rows_);
  const Judged judged(failing::interrupted({Call::open, Call::pread, Call::close}));
  EXPECT_TRUE(is(ndx::map_npy<std::int32_t>(path_), {2, 3, 4}, counting_));
  EXPECT_TRUE(is(ndx::map_npy<bool>(from_numpy("bool")), {2, 3}, {1, 0, 1, 0, 0, 1}));
}

TEST_F(LoadNpyFaults, AFileThatMayNotBeRead) {
  const harsh::WithoutPrivileges without;
  ndx::save_npy(path_, rows_);
  ::chmod(path_.c_str(), 0);
  EXPECT_TRUE(reads_refused(path_, "cannot be opened: Permission denied"));
}

TEST_F(LoadNpyFaults, WhatIsNoRegularFileIsNotReadNorWaitedFor) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_TRUE(reads_refused(path_, "is not a regular file"));
  EXPECT_TRUE(reads_refused(directory_.file("."), "is not a regular file"));
  EXPECT_TRUE(reads_refused("/dev/zero", "is not a regular file"));
}

TEST_F(LoadNpyFaults, MemoryThatLacksWhileReading) {
  const auto deep = ndx::arange<std::int32_t>(4).reshape({1, 1, 1, 1, 1, 1, 2, 2});
  ndx::save_npy(path_, deep);
  const auto fails_cleanly = [&](auto&& read) {
    int refusals = 0;
    for (const int open = open_files();; ++refusals) {
      try {
        const Judged judged(nth(Call::allocate, refusals + 1, ENOMEM));
        read();
        break;
      } catch (const std::bad_alloc&) {
        if (open_files() != open || is_mapped(path_)) return -1;
      }
    }
    return refusals;
  };
  EXPECT_GT(fails_cleanly([&] { return ndx::load_npy<std::int32_t>(path_); }), 5);
  EXPECT_GT(fails_cleanly([&] { return ndx::map_npy<std::int32_t>(path_); }), 5);
  EXPECT_GT(fails_cleanly([&] { return ndx::load_index(path_); }), 5);
}

/// A file larger than what can be addressed, all but its beginning not there: 4 EB, or, where
/// pointers have 32 bits, 4 GB and what a careless cast would make of it, 256 bytes.
class HugeFile {
 public:
  explicit HugeFile(const std::string& begin)
      : file_(static_cast<int>(::syscall(SYS_memfd_create, "huge", 0))),
        path_("/proc/self/fd/" + std::to_string(file_)) {
    made_ = ::ftruncate64(file_, kBytes) == 0 &&
            ::write(file_, begin.data(), begin.size()) == static_cast<ssize_t>(begin.size());
  }
  HugeFile(const HugeFile&) = delete;
  HugeFile& operator=(const HugeFile&) = delete;
  ~HugeFile() { ::close(file_); }

  static constexpr std::int64_t kBytes =
      sizeof(void*) == 4 ? (std::int64_t{1} << 32) + 256 : std::int64_t{1} << 62;
  bool made() const { return made_; }
  const std::string& path() const { return path_; }

 private:
  int file_;
  std::string path_;
  bool made_ = false;
};

/// What a file that is too large throws: where offsets have 32 bits the system does not open it.
using TooLarge = std::conditional_t<sizeof(off_t) == 4, ndx::ValueError, std::bad_alloc>;

TEST_F(LoadNpyFaults, AFileThatIsLargerThanMemory) {
  constexpr std::size_t kHeader = 128;
  std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (" +
                       std::to_string(HugeFile::kBytes - std::int64_t{kHeader}) + ",)}";
  header.resize(kHeader - 10, ' ');
  const HugeFile file(npy_files::with_header(header));
  ASSERT_TRUE(file.made());
  EXPECT_THROW(static_cast<void>(ndx::load_npy<std::uint8_t>(file.path())), TooLarge);
  EXPECT_THROW(static_cast<void>(ndx::map_npy<std::uint8_t>(file.path())), TooLarge);
  EXPECT_THROW(static_cast<void>(ndx::load_index(file.path())), TooLarge);
}

TEST_F(LoadNpyFaults, ALargeFileWithTheHeaderOfASmallOne) {
  const std::string small = npy_files::with_shape("(3,)", 0);
  const HugeFile file(small);
  ASSERT_TRUE(file.made());
  const auto rest = HugeFile::kBytes - static_cast<std::int64_t>(small.size());
  const std::string fault = sizeof(off_t) == 4
                                ? "cannot be opened: Value too large for defined data type"
                                : "shape (3) of int32 ('<i4') takes 12 bytes, but " +
                                      std::to_string(rest) + " follow the header";
  EXPECT_TRUE(reads_refused(file.path(), fault));
}

TEST_F(LoadNpyFaults, AHeaderThatTellsOfMoreThanTheFileHas) {
  npy_files::write(path_, npy_files::with_shape("(4611686018427387648,)", 1000, "'|i1'"));
  EXPECT_TRUE(
      expect::throws<ndx::ValueError>([&] { return ndx::load_npy<std::int8_t>(path_); },
                                      "load_npy: " + path_ +
                                          ": shape (4611686018427387648) of int8 ('|i1') takes "
                                          "4611686018427387648 bytes, but 1000 follow the header"));
}

}  // namespace npy_load_faults_test
