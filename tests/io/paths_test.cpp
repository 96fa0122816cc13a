// Paths that mean something else later: the program is in another folder, a link leads elsewhere, a file or
// its folder is moved. A file is found once, when it is opened.
#include <filesystem>

#include <ndx/io/npy/npy_progress.hpp>
#include <ndx/io/npy/npy_update.hpp>
#include <ndx/large/tensor_file.hpp>

#include "io/npy_files.hpp"
#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

namespace fs = std::filesystem;

namespace paths_test {

/// Two folders with a file of the same name and other elements each, and the program in the first.
class Paths : public testing::Test {
 protected:
  Paths() {
    fs::create_directory(one);
    fs::create_directory(two);
    save_npy(one + "/x.npy", zeros<int>({3}));
    save_npy(two + "/x.npy", full({3}, 8));
    fs::current_path(one);
  }
  ~Paths() override { fs::current_path(before_); }

  /// The elements of the files in both folders.
  void expect_files(const std::vector<int>& in_one, const std::vector<int>& in_two) const {
    EXPECT_TRUE(is(load_npy<int>(one + "/x.npy"), {3}, in_one));
    EXPECT_TRUE(is(load_npy<int>(two + "/x.npy"), {3}, in_two));
    for (const std::string& folder : {one, two})
      EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1) << folder;
  }
  static std::string lost(const std::string& path, bool atomic) {
    return "File::index_put_: " + path +
           ": was replaced, moved or deleted after it was opened: what is written would be lost; " +
           (atomic ? "this writes to a copy, and the file is as it was"
                   : "no chunk was written before");
  }

  ndx_test::TemporaryDirectory directory;
  const std::string one = directory.file("one");
  const std::string two = directory.file("two");

 private:
  const fs::path before_ = fs::current_path();
};

TEST_F(Paths, OfAFileAreResolvedWhenItIsOpened) {
  const File<int> in_place("x.npy");
  const File<int> atomic("x.npy", {.atomic = true});
  EXPECT_EQ(atomic.path(), "x.npy");  // as it was given
  fs::current_path(two);
  in_place.index_put_({0}, 1);
  expect_files({1, 0, 0}, {8, 8, 8});
  atomic.index_put_({1}, 2);
  expect_files({1, 2, 0}, {8, 8, 8});
  atomic.index_put_({2}, 3);  // into the new file
  expect_files({1, 2, 3}, {8, 8, 8});
  EXPECT_TRUE(is(atomic.index({}), {3}, {1, 2, 3}));
  EXPECT_TRUE(throws<ValueError>([&] { in_place.index_put_({0}, 9); }, lost("x.npy", false)));
  expect_files({1, 2, 3}, {8, 8, 8});
}

TEST_F(Paths, OfAFileThatIsWrittenMayBeLeft) {
  for (const bool atomic : {false, true}) {
    fs::current_path(one);
    FileOptions options{.block = 4, .atomic = atomic};
    options.progress = [&](index_t, index_t) { return fs::current_path(two), true; };
    File<int>("x.npy", options).index_put_({}, 5);
    expect_files({5, 5, 5}, {8, 8, 8});
  }
  fs::current_path(one);
  save_npy("x.npy", full({3}, 6), [&](index_t, index_t) { return fs::current_path(two), true; });
  expect_files({6, 6, 6}, {8, 8, 8});
}

TEST_F(Paths, OfAFileThatIsCancelledInAnotherFolderLeaveNoFileThere) {
  const auto leave = [&](index_t, index_t) { return fs::current_path(two), false; };
  EXPECT_THROW(save_npy("x.npy", full({3}, 6), leave), Cancelled);
  fs::current_path(one);
  EXPECT_THROW(File<int>("x.npy", {.progress = leave, .atomic = true}).index_put_({}, 5),
               Cancelled);
  expect_files({0, 0, 0}, {8, 8, 8});
}

TEST_F(Paths, ThroughLinksLeadToTheFileThatWasOpened) {
  const std::string link = directory.file("latest.npy");
  const std::string folder = directory.file("latest");
  for (const bool atomic : {false, true}) {
    fs::create_symlink("one/x.npy", link);
    fs::create_directory_symlink(one, folder);
    const File<int> by_name(link, {.atomic = atomic});
    fs::remove(link);
    fs::create_symlink("two/x.npy", link);
    by_name.index_put_({0}, 1, {.reduce = Reduce::add});
    EXPECT_EQ(fs::read_symlink(link), "two/x.npy");

    const File<int> by_folder(folder + "/x.npy", {.atomic = atomic});
    fs::remove(folder);
    fs::create_directory_symlink(two, folder);
    by_folder.index_put_({1}, 1, {.reduce = Reduce::add});
    fs::remove(link);
    fs::remove(folder);
  }
  expect_files({2, 2, 0}, {8, 8, 8});
}

TEST_F(Paths, ThroughALinkKeepTheLink) {
  const std::string link = directory.file("latest.npy");
  fs::create_symlink("one/x.npy", link);
  const File<int> atomic(link, {.atomic = true});
  atomic.index_put_({0}, 1);
  atomic.index_put_({1}, 2);
  save_npy(link, load_npy<int>(link) + 10);
  append_npy(link, zeros<int>({0}));
  EXPECT_EQ(fs::read_symlink(link), "one/x.npy");
  expect_files({11, 12, 10}, {8, 8, 8});
}

/// Neither is what is written where the path leads now, nor is a second file made there.
TEST_F(Paths, OfAFileThatWasMovedAreRefused) {
  for (const bool atomic : {false, true}) {
    const std::string path = one + "/x.npy";
    const File<int> file(path, {.atomic = atomic});
    fs::rename(path, one + "/y.npy");
    EXPECT_TRUE(throws<ValueError>([&] { file.index_put_({0}, 9); }, lost(path, atomic)));
    EXPECT_TRUE(is(file.index({}), {3}, {0, 0, 0}));  // it can still be read
    EXPECT_TRUE(file.written_chunks().empty());
    fs::rename(one + "/y.npy", path);
    fs::rename(one, two + "/one");
    EXPECT_TRUE(throws<ValueError>([&] { file.index_put_({0}, 9); }, lost(path, atomic)));
    fs::rename(two + "/one", one);
    file.index_put_({0}, 0);
  }
  expect_files({0, 0, 0}, {8, 8, 8});
}

TEST_F(Paths, ThatAreOpenTwiceAreOneFile) {
  fs::create_symlink("one/x.npy", directory.file("latest.npy"));
  const File<int> first("x.npy");
  const File<int> second(directory.file("latest.npy"));
  const auto map = map_npy_rw<int>("../one/x.npy");
  first.index_put_({0}, 1);
  second.index_put_({1}, 2);
  map[2] = 3;
  for (const auto& seen : {first.index({}), second.index({}), map, load_npy<int>("x.npy")})
    EXPECT_TRUE(is(seen, {3}, {1, 2, 3}));
  expect_files({1, 2, 3}, {8, 8, 8});
}

TEST_F(Paths, OfMapsAreUsedOnce) {
  const auto read = map_npy<int>("x.npy");
  const auto written = map_npy_rw<int>("x.npy");
  fs::current_path(two);
  written[1] = 4;
  EXPECT_TRUE(is(read, {3}, {0, 4, 0}));
  expect_files({0, 4, 0}, {8, 8, 8});
  save_npy(one + "/x.npy", zeros<int>({3}));
  written[2] = 5;  // of the file that was replaced
  EXPECT_TRUE(is(read, {3}, {0, 4, 5}));
  expect_files({0, 0, 0}, {8, 8, 8});
}

}  // namespace paths_test
