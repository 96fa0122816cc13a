// Offsets of files as system calls take them, of 32 bits on some systems: none is cut off.
#include <fstream>

#include <gtest/gtest.h>

#include <ndx/io/file_parts.hpp>

#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

using namespace ndx;
using expect::throws;

namespace file_test {

constexpr index_t kFar = (index_t{1} << 32) + 1;  // 1 in 32 bits

class FileOffsets : public testing::Test {
 protected:
  FileOffsets() { std::ofstream(path) << "abc"; }
  std::string too_large(const char* what) const {
    return "call: " + path + ": cannot be " + what + ": File too large";
  }

  ndx_test::TemporaryDirectory directory;
  std::string path = directory.file("x");
};

TEST_F(FileOffsets, AreReadWhereTheyAreOrRefused) {
  const detail::InputFile file("call", path);
  char byte = '?';
  const bool fits = sizeof(off_t) == sizeof(index_t);
  EXPECT_TRUE(throws<ValueError>(
      [&] { file.read(&byte, 1, kFar); },
      fits ? "call: " + path + ": was truncated while it was read" : too_large("read")));
  file.read(&byte, 1, 1);
  EXPECT_EQ(byte, 'b');
}

TEST_F(FileOffsets, AreWrittenWhereTheyAreOrRefused) {
  const detail::InputFile file("call", path, O_RDWR);
  const auto write = [&] {
    detail::seek_to(file.where(), file.descriptor(), kFar);
    detail::write_all_at(file.where(), file.descriptor(), "!", 1, kFar);
  };
  if (sizeof(off_t) == sizeof(index_t)) {
    write();
    EXPECT_EQ(detail::InputFile("call", path).size(), kFar + 1);
  } else {
    EXPECT_TRUE(throws<ValueError>(write, too_large("written")));
  }
  std::string start(3, '?');
  file.read(start.data(), 3, 0);
  EXPECT_EQ(start, "abc");
}

TEST_F(FileOffsets, HaveRoomBeforeTheLargest) {
  const detail::InputFile file("call", path, O_RDWR);
  const index_t last = std::numeric_limits<off_t>::max();
  EXPECT_TRUE(
      throws<ValueError>([&] { detail::reserve_room(file.where(), file.descriptor(), last, 1); },
                         too_large("written")));
}

}  // namespace file_test
