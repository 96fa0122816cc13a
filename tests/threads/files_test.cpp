// One File that several threads read at once.
#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <support/at_once.hpp>
#include <support/expect.hpp>
#include <support/temporary_directory.hpp>

#include <ndx/io/npy/npy_bytes.hpp>
#include <ndx/large/tensor_file.hpp>
#include <ndx/ndx.hpp>

namespace files_test {

using namespace ndx;

constexpr int kThreads = 4;
constexpr int kRounds = 20;

class FileThreads : public testing::Test {
 protected:
  const ndx_test::TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const Tensor<int> t = expect::counting({64, 1024});

  /// Each thread reads rows, a column by a mask and by a plan, and rows that are not there.
  template <class T>
  void read_at_once(const File<T>& file) {
    const Plan plan = file.plan({Slice(None, None, -7), 5});
    at_once::run(kThreads, [&](int id) {
      const auto rows = tensor({63, id, 17, id});
      for (int round = 0; round < kRounds; ++round) {
        ASSERT_TRUE(array_equal(file.index({rows, Slice(id)}), t.index({rows, Slice(id)})));
        ASSERT_TRUE(
            array_equal(file.oindex({arange(64) > 40, id}), t.oindex({arange(64) > 40, id})));
        ASSERT_TRUE(array_equal(file.read(plan), t.index({Slice(None, None, -7), 5})));
        ASSERT_THROW((void)file.index({tensor({id, 64})}), IndexError);
      }
    });
  }
};

TEST_F(FileThreads, ReadOneFileByBlocks) {
  save_npy(path, t);
  read_at_once(File<const int>(path, {.memory = 1 << 16, .block = 4096}));
}

TEST_F(FileThreads, ReadOneFileThatIsMapped) {
  save_npy(path, t);
  read_at_once(File<const int>(path));
}

TEST_F(FileThreads, ReadOneFileThatMayBeWritten) {
  save_npy(path, t);
  read_at_once(File<int>(path, {.memory = 1 << 16, .block = 4096}));
}

TEST_F(FileThreads, ReadOneFileInTheOtherByteOrder) {
  std::vector<std::byte> bytes = npy_bytes(t);
  const auto elements = static_cast<std::ptrdiff_t>(bytes.size() - 4 * 64 * 1024);
  auto* const order =
      reinterpret_cast<char*>(bytes.data()) + std::string("xNUMPYxxxx{'descr': '").size();
  *order = *order == '<' ? '>' : '<';
  for (auto at = bytes.begin() + elements; at != bytes.end(); at += 4) std::reverse(at, at + 4);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
  read_at_once(File<const int>(path));
}

}  // namespace files_test
