// Files that are indexed where they are, on disks that are full, by processes that are killed, and by
// several threads.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <ndx/large/tensor_file.hpp>

#include "io/failing_calls.hpp"
#include "io/harsh_systems.hpp"
#include "io/interposed_calls.hpp"
#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

using namespace ndx;
using expect::counting;
using expect::throws;

namespace tensor_file_faults_test {

constexpr index_t kRows = 64;

/// A file of 64 rows of 4 KB, each of which counts as a chunk.
class TensorFileFaults : public testing::Test {
 protected:
  TensorFileFaults() { save_npy(path, zeros<int>({kRows, 1024})); }
  static FileOptions rows() { return {.block = 4096}; }
  static FileOptions atomic() { return {.block = 4096, .atomic = true}; }
  index_t written() const { return sum(load_npy<int>(path)).item() / 1024; }

  ndx_test::TemporaryDirectory directory;
  std::string path = directory.file("x.npy");
};

TEST_F(TensorFileFaults, SaysWhatWasWrittenWhenThereIsNoRoom) {
  const harsh::FileSizeLimit limit(128 + 40 * 4096);
  EXPECT_TRUE(throws<ValueError>([&] { File<int>(path, rows()).index_put_({Slice()}, 1); },
                                 "File::index_put_: " + path +
                                     ": cannot be written: File too large; chunks 0 to 39 of 64 "
                                     "were written before, chunk 40 perhaps in part"));
  EXPECT_EQ(written(), 40);
  std::string said;
  try {
    File<int>(path, atomic()).index_put_({Slice()}, 2);
  } catch (const ValueError& error) {
    said = error.what();
  }
  EXPECT_EQ(said, "File::index_put_: " + path +
                      ": cannot be written: File too large; this writes to a copy, and the file is "
                      "as it was");
  EXPECT_EQ(written(), 40);
  EXPECT_EQ(directory.count(), 1U);
}

TEST_F(TensorFileFaults, IsNotCopiedWhenItWasCutOff) {
  const File<int> file(path, atomic());
  ASSERT_EQ(::truncate(path.c_str(), 4096), 0);
  EXPECT_TRUE(throws<ValueError>([&] { file.index_put_({0}, 1); },
                                 "File::index_put_: " + path +
                                     ": has 4096 bytes, but had 262272 when it was opened; this "
                                     "writes to a copy, and the file is as it was"));
  EXPECT_EQ(directory.count(), 1U);
}

TEST_F(TensorFileFaults, OpensAfterAWriteThatWasKilled) {
  for (const FileOptions& options : {rows(), atomic()}) {
    const pid_t child = ::fork();
    if (child == 0) {
      int calls = 0;
      File<int>(path, options).index_put_({Slice()}, 1, {.reduce = [&calls](int, int) {
                                            return ++calls == 32 * 1024 ? ::raise(SIGKILL) : 1;
                                          }});
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(written(), 31);  // the second time too
    EXPECT_EQ(File<const int>(path).index({30, 7}).item(), 1);
  }
}

TEST_F(TensorFileFaults, DoesNotWriteToAFileThatAnotherProcessReplaced) {
  const File<int> file(path, rows());
  const pid_t child = ::fork();
  if (child == 0) {
    File<int>(path, atomic()).index_put_({0}, 1);
    ::_exit(0);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_THROW(file.index_put_({1}, 1), ValueError);
  EXPECT_EQ(sum(file.index({})).item(), 0);  // of the old one
  EXPECT_EQ(written(), 1);
}

TEST_F(TensorFileFaults, AssignsRowsWithoutReadingThem) {
  const File<int> file(path, rows());
  const auto reads_of = [&](bool adds) {
    int reads = 0;
    const failing::Judged judged([&](failing::Call call) {
      reads += call == failing::Call::pread ? 1 : 0;
      return failing::Verdict();
    });
    file.index_put_({tensor({5, 60, 7})}, counting({3, 1024}), adds);
    return reads;
  };
  EXPECT_EQ(reads_of(false), 0);
  EXPECT_EQ(reads_of(true), 3);
  EXPECT_TRUE(array_equal(file.index({60}), counting({3, 1024})[1] * 2));
}

TEST_F(TensorFileFaults, OpensForReadingAloneWhatMayNotBeWritten) {
  const harsh::WithoutPrivileges without;
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  EXPECT_EQ(sum(File<const int>(path).index({})).item(), 0);
  EXPECT_TRUE(throws<ValueError>([&] { File<int> file(path); },
                                 "File: " + path + ": cannot be opened: Permission denied"));
}

TEST_F(TensorFileFaults, IsReadByThreadsOfTheProgram) {
  const auto t = counting({kRows, 1024});
  save_npy(path, t);
  const File<const int> file(path, {.memory = 1 << 16, .block = 4096});
  Tensor<int> read[3];
  std::vector<std::thread> threads;
  for (int k = 0; k < 3; ++k) {
    threads.emplace_back([&, k] {
      for (int call = 0; call < 20; ++call) read[k] = file.index({tensor({63, k, 17}), Slice(k)});
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int k = 0; k < 3; ++k)
    EXPECT_TRUE(array_equal(read[k], t.index({tensor({63, k, 17}), Slice(k)})));
}

TEST_F(TensorFileFaults, RefusesAFileThatWasTruncated) {
  const File<const int> file(path, rows());
  ASSERT_EQ(::truncate(path.c_str(), 128 + 4 * 4096), 0);
  EXPECT_EQ(sum(file.index({Slice(0, 4), Slice(0, 9)})).item(), 0);
  EXPECT_TRUE(throws<ValueError>([&] { (void)file.index({Slice(), Slice(0, 9)}); },
                                 "File::index: " + path + ": was truncated while it was read"));
}

TEST_F(TensorFileFaults, DoesNotWriteBeyondWhereItWasTruncated) {
  const File<int> file(path);
  ASSERT_EQ(::truncate(path.c_str(), 4096), 0);
  for (const index_t row : {0, 63}) {  // what is missing would become zeros
    EXPECT_TRUE(throws<ValueError>([&] { file.index_put_({row}, 1); },
                                   "File::index_put_: " + path +
                                       ": has 4096 bytes, but had 262272 when it was opened; "
                                       "no chunk was written before"));
  }
  EXPECT_EQ(std::filesystem::file_size(path), 4096U);
}

TEST_F(TensorFileFaults, SaysWhatWasWrittenIntoHolesOnAFullDisk) {
  const std::string answer = harsh::on_full_disk(directory.file("."), [&](const char* error) {
    const std::string name = directory.file("holes.npy");
    save_npy(name, zeros<int>({1}));
    std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': (64, 1024), }";
    header.resize(117, ' ');
    std::ofstream(name, std::ios::binary | std::ios::in)
        << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << header << '\n';
    if (::truncate(name.c_str(), 128 + kRows * 4096) != 0) return std::string("cannot be made");
    try {
      File<int>(name, rows()).index_put_({Slice()}, 1, {.reduce = Reduce::add});
    } catch (const ValueError& thrown) {
      const std::string said = thrown.what();
      const auto full = said.find(error);
      const auto upto = said.find("; chunks 0 to ");
      if (full == said.npos || upto == said.npos) return said;
      const index_t written = std::stoll(said.substr(upto + 14)) + 1;
      const File<const int> file(name, rows());  // it still opens
      const bool holds = sum(file.index({Slice(0, written)})).item() == written * 1024;
      return holds && written < kRows ? std::string("said") : "counts wrong: " + said;
    }
    return std::string("wrote");
  });
  EXPECT_EQ(answer, "said");
}

/// VmHWM: the most resident memory since `forget`, in MB.
long peak_memory(bool forget = false) {
  if (forget) std::ofstream("/proc/self/clear_refs") << 5;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::atol(line.c_str() + 6) / 1024;
  return 0;
}

TEST_F(TensorFileFaults, HoldsLittleOfALargeFile) {
  save_npy(path, zeros<int>({1, 1024}));
  const std::string large = directory.file("large.npy");
  {
    std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': (65536, 1024), }";
    header.resize(117, ' ');
    std::ofstream(large, std::ios::binary)
        << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << header << '\n';
    ASSERT_EQ(::truncate(large.c_str(), 128 + (off_t{1} << 28)), 0);  // 256 MB that take no room
  }
  const File<int> file(large, {.memory = index_t{8} << 20});
  const long before = peak_memory(true);
  EXPECT_EQ(sum(file.index({Slice(), 7})).item(), 0);  // a number from each page
  file.index_put_({Slice(None, None, 1024), 7}, tensor({1}).expand({64}), true);
  EXPECT_LT(peak_memory() - before, 128);
  EXPECT_EQ(sum(file.index({Slice(), 7})).item(), 64);
}

/// As many threads as there are parts.
void run_in_threads(index_t parts, Executor::Task task, const void* work) {
  std::vector<std::thread> threads;
  for (index_t part = 1; part < parts; ++part) threads.emplace_back(task, work, part);
  task(work, 0);
  for (std::thread& thread : threads) thread.join();
}

/// The calling thread begins, and the others come when it has ended.
void run_caller_first(index_t parts, Executor::Task task, const void* work) {
  task(work, 0);
  for (index_t part = 1; part < parts; ++part) std::thread(task, work, part).join();
}

class TensorFileThreads : public TensorFileFaults {
 protected:
  TensorFileThreads() { set_executor({&run_in_threads, 3, 1}); }
  ~TensorFileThreads() override { set_executor({}); }
};

TEST_F(TensorFileThreads, ReadWhatOneReads) {
  const auto t = counting({kRows, 1024});
  save_npy(path, t);
  std::vector<index_t> told;
  FileOptions options = rows();
  options.progress = [&](index_t done, index_t) { return told.push_back(done), true; };
  const File<const int> file(path, options);
  const auto i = tensor({63, 0, 17, 63, 5, 40, 41, 42});
  EXPECT_TRUE(
      array_equal(file.index({i, Slice(None, None, 3)}), t.index({i, Slice(None, None, 3)})));
  EXPECT_TRUE(array_equal(file.index({Slice(None, None, -1)}), t.index({Slice(None, None, -1)})));
  EXPECT_TRUE(array_equal(file.index({t % 5 == 1}), t.index({t % 5 == 1})));
  EXPECT_EQ(told.front(), 0);
  save_npy(path, t % 2 == 0);
  EXPECT_TRUE(array_equal(File<const bool>(path, rows()).index({i}), (t % 2 == 0).index({i})));
}

TEST_F(TensorFileThreads, PassOnTheirErrors) {
  const File<const int> file(path, rows());
  ASSERT_EQ(::truncate(path.c_str(), 128 + 4 * 4096), 0);
  EXPECT_TRUE(throws<ValueError>([&] { (void)file.index({Slice(), Slice(0, 9)}); },
                                 "File::index: " + path + ": was truncated while it was read"));
}

/// A progress function is called by the thread that made the call alone, and stops all of them.
TEST_F(TensorFileThreads, TellOfTheirChunksAndStop) {
  std::vector<index_t> told;
  FileOptions options = rows();
  index_t most = kRows + 1;
  options.progress = [&, caller = std::this_thread::get_id()](index_t done, index_t total) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(total, kRows * 4);
    told.push_back(done);
    return done < 4 * most;
  };
  const File<const int> file(path, options);
  EXPECT_EQ(sum(file.index({Slice(), 9})).item(), 0);
  EXPECT_EQ(told.back(), kRows * 4);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  set_executor({&run_caller_first, 3, 1});
  told.clear();
  (void)file.index({Slice(), 9});
  EXPECT_EQ(told.size(), 65U);
  told.clear();
  most = 2;
  EXPECT_THROW((void)file.index({Slice(), 9}), Cancelled);
  EXPECT_EQ(told, (std::vector<index_t>{0, 4, 8}));
}

}  // namespace tensor_file_faults_test
