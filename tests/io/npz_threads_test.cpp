// One NpzFile that several threads read at once; an archive that is assigned over one whose member is being read.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <support/at_once.hpp>
#include <support/expect.hpp>
#include <support/temporary_directory.hpp>

#include <ndx/io/archive/npz_file.hpp>

namespace npz_threads_test {

using namespace ndx;

constexpr int kThreads = 4;
constexpr int kRounds = 30;

std::string name_of(int id) { return "x" + std::to_string(id); }

/// Numbers that differ for each thread, more than libzip reads at a time.
Tensor<int> array_of(int id) {
  return arange<int>(20000 * id, 20000 * (id + 1)).reshape({200, 100});
}

std::vector<NpzArray> arrays() {
  std::vector<NpzArray> all;
  for (int id = 0; id < kThreads; ++id) all.emplace_back(name_of(id), array_of(id));
  return all;
}

/// Each thread reads its own array, the first one, and none.
void read_at_once(const NpzFile& file) {
  at_once::run(kThreads, [&](int id) {
    for (int round = 0; round < kRounds; ++round) {
      ASSERT_TRUE(array_equal(file.load<int>(name_of(id)), array_of(id)));
      ASSERT_TRUE(
          array_equal(file.load<int>("x0", [](index_t, index_t) { return true; }), array_of(0)));
      ASSERT_TRUE(file.contains(name_of(id)));
      ASSERT_THROW((void)file.load<float>(name_of(id)), ValueError);
      ASSERT_THROW((void)file.load<int>("none"), ValueError);
    }
  });
}

TEST(NpzFileThreads, ReadOneFile) {
  const ndx_test::TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  save_npz(path, arrays());
  read_at_once(NpzFile(path));
  save_npz_compressed(path, arrays());
  read_at_once(NpzFile(path));
}

TEST(NpzFileThreads, ReadTheSameBytes) {
  const std::vector<std::byte> bytes = npz_compressed_bytes(arrays());
  read_at_once(NpzFile(bytes));
  read_at_once(NpzFile(npz_bytes(arrays())));
}

/// A damaged array is an error for those that read it alone.
TEST(NpzFileThreads, AreToldOfDamageInTheirArrayOnly) {
  std::vector<std::byte> bytes = npz_bytes(arrays());
  bytes[bytes.size() / 2] ^= std::byte{1};  // of x1 or x2
  const NpzFile file(bytes);
  at_once::run(kThreads, [&](int id) {
    for (int round = 0; round < kRounds; ++round) {
      if (id == 0 || id == kThreads - 1)
        ASSERT_TRUE(array_equal(file.load<int>(name_of(id)), array_of(id)));
      else
        ASSERT_THROW(((void)file.load<int>("x1"), (void)file.load<int>("x2")), ValueError);
    }
  });
}

/// The first bytes of an open array.
std::string start_of(const detail::ZipMember& member) {
  std::string start(6, '\0');
  member.read(start.data(), 6, 0);
  return start;
}

TEST(NpzFile, IsAssignedOverOneOfWhichAnArrayIsOpen) {
  const ndx_test::TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  save_npz(path, {{"x", array_of(0)}});
  NpzFile file(path);
  {
    const detail::ZipMember of_file = file.open("x");
    file = NpzFile(npz_compressed_bytes({{"y", array_of(1)}}));
    EXPECT_TRUE(array_equal(file.load<int>("y"), array_of(1)));
    EXPECT_FALSE(file.contains("x"));
    EXPECT_EQ(start_of(of_file), "\x93NUMPY");
  }
  const detail::ZipMember of_bytes = file.open("y");
  file = NpzFile(path);
  EXPECT_TRUE(array_equal(file.load<int>("x"), array_of(0)));
  EXPECT_EQ(file.names(), std::vector<std::string>{"x"});
  EXPECT_EQ(start_of(of_bytes), "\x93NUMPY");
}

TEST(NpzFile, IsMovedAndCanBeAssignedAgain) {
  NpzFile first(npz_bytes({{"x", array_of(0)}}));
  NpzFile second(std::move(first));
  EXPECT_TRUE(array_equal(second.load<int>("x"), array_of(0)));
  first = std::move(second);
  EXPECT_TRUE(array_equal(first.load<int>("x"), array_of(0)));
  NpzFile& same = first;
  first = std::move(same);  // it may have lost its arrays, as a vector its elements
  EXPECT_EQ(first.names().size(), first.contains("x") ? 1U : 0U);
  first = NpzFile(npz_bytes({{"x", array_of(0)}}));
  EXPECT_TRUE(array_equal(first.load<int>("x"), array_of(0)));
}

}  // namespace npz_threads_test
