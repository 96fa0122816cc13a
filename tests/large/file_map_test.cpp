// Maps of whole files that are kept between calls, and what File reads from them: what it reads by
// other ways.
#include <cstring>
#include <fstream>

#include <ndx/large/tensor_file.hpp>

#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

using namespace ndx;
using detail::FileMap;
using expect::throws;

namespace file_map_test {

constexpr index_t kRows = 20000;  // of 256 bytes: 5 MB

class FileMapTest : public testing::Test {
 protected:
  FileMapTest() { save_npy(path, numbers()); }
  static Tensor<int> numbers() { return arange<int>(kRows * 64).reshape({kRows, 64}); }
  /// Many rows, none of them in order.
  static Tensor<index_t> rows() { return arange<index_t>(5000) * 7919 % kRows; }

  ndx_test::TemporaryDirectory directory;
  std::string path = directory.file("x.npy");
};

/// While it is in scope the process may have fewer addresses than there are.
class AddressLimit {
 public:
  AddressLimit() {
    ::getrlimit(RLIMIT_AS, &before_);
    rlimit most = before_;
    most.rlim_cur = RLIM_INFINITY / 2;
    ::setrlimit(RLIMIT_AS, &most);
  }
  AddressLimit(const AddressLimit&) = delete;
  AddressLimit& operator=(const AddressLimit&) = delete;
  ~AddressLimit() { ::setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

TEST_F(FileMapTest, IsKeptUntilTheFileIsAnother) {
  const detail::InputFile file("test", path);
  const detail::ChunkStore::Location at{file.descriptor(), 128};
  const index_t bytes = file.size() - 128;
  FileMap map;
  const std::shared_ptr<const detail::Mapping> found = map.find(at, bytes, 1000);
  ASSERT_EQ(found != nullptr, detail::has_unlimited_addresses());
  if (!found) return;
  EXPECT_EQ(map.find(at, bytes, 1), found);
  map.forget();
  EXPECT_EQ(found.use_count(), 1);
  int last = 0;
  std::memcpy(&last, found->data() + 128 + bytes - 4, sizeof(last));
  EXPECT_EQ(last, kRows * 64 - 1);
}

TEST_F(FileMapTest, IsNotThereWhereAddressesAreLimited) {
  const detail::InputFile file("test", path);
  const AddressLimit limit;
  FileMap map;
  for (int call = 0; call < 100; ++call)
    ASSERT_FALSE(map.find({file.descriptor(), 0}, file.size(), index_t{1} << 40));
  EXPECT_TRUE(array_equal(File<const int>(path).index({rows()}), numbers().index({rows()})));
}

TEST_F(FileMapTest, IsNotThereBeyondTheEndOfTheFile) {
  const detail::InputFile file("test", path);
  FileMap map;
  EXPECT_FALSE(map.find({file.descriptor(), 1}, file.size(), index_t{1} << 40));
  ASSERT_EQ(::truncate(path.c_str(), 4096), 0);
  EXPECT_FALSE(map.find({file.descriptor(), 0}, file.size(), index_t{1} << 40));
}

/// The share of a file that is in memory, as mincore tells, which reads nothing.
double share_in_memory(const detail::InputFile& file) {
  const detail::Mapping map = *detail::map_bytes({file.descriptor(), 0}, file.size());
  const auto bytes = static_cast<std::size_t>(file.size());
  std::vector<unsigned char> pages(bytes / static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + 1);
  EXPECT_EQ(::mincore(map.writable_data(), bytes, pages.data()), 0);
  const auto found =
      std::count_if(pages.begin(), pages.end(), [](int flags) { return flags % 2 == 1; });
  return static_cast<double>(found) / static_cast<double>(pages.size());
}

TEST_F(FileMapTest, IsNotThereForWhatIsOnTheDisk) {
  const detail::InputFile file("test", path);
  ASSERT_EQ(::fsync(file.descriptor()), 0);
  ::posix_fadvise(file.descriptor(), 0, 0, POSIX_FADV_DONTNEED);
  // The system may keep some pages, and a file system in memory keeps all.
  const double share = share_in_memory(file);
  const bool resident = detail::is_resident({file.descriptor(), 0}, file.size());
  EXPECT_TRUE(resident ? share > 0 : share < 1) << share;
  FileMap map;
  for (int call = 0; call < 100; ++call) {
    // The system may read ahead meanwhile.
    const bool found = map.find({file.descriptor(), 0}, file.size(), index_t{1} << 40) != nullptr;
    ASSERT_TRUE(!found || detail::is_resident({file.descriptor(), 0}, file.size()));
  }
  EXPECT_TRUE(array_equal(File<const int>(path).index({rows()}), numbers().index({rows()})));
}

TEST_F(FileMapTest, IsMadeForARunInEach64KBytesOfAllCallsTogether) {
  EXPECT_TRUE(detail::pays_to_map(0, (1 << 16) - 1));
  EXPECT_FALSE(detail::pays_to_map(0, 1 << 16));
  EXPECT_TRUE(detail::pays_to_map(1, 1 << 16));
  EXPECT_FALSE(detail::pays_to_map(4095, 1 << 28));
  EXPECT_TRUE(detail::pays_to_map(4096, 1 << 28));
  const detail::InputFile file("test", path);
  const detail::ChunkStore::Location at{file.descriptor(), 0};
  const index_t runs = file.size() / (1 << 16);
  ASSERT_GE(runs, 3);
  FileMap map;
  EXPECT_FALSE(map.find(at, file.size(), runs - 2));
  EXPECT_FALSE(map.find(at, file.size(), 1));
  EXPECT_EQ(map.find(at, file.size(), 1) != nullptr, detail::has_unlimited_addresses());
}

/// Whether the system lists the maps of a process, as Linux does.
#ifdef __linux__
constexpr bool kListsMaps = true;
#else
constexpr bool kListsMaps = false;
#endif

/// Whether this process has a map of the file.
bool is_mapped(const std::string& path) {
  std::ifstream maps("/proc/self/maps");
  const std::string all((std::istreambuf_iterator<char>(maps)), std::istreambuf_iterator<char>());
  return all.find(path) != all.npos;
}

TEST_F(FileMapTest, IsMadeOnlyWhereTheOptionAllowsIt) {
  const auto expected = numbers().index({rows()});
  for (const bool map : {false, true}) {
    const bool maps = map && detail::has_unlimited_addresses();
    const File<const int> whole(path, {.map = map});
    EXPECT_TRUE(array_equal(whole.index({rows()}), expected));
    EXPECT_EQ(is_mapped(path), kListsMaps && maps);
    bool was_mapped = false;
    const auto look = [&](index_t done, index_t) {
      return was_mapped |= done > 0 && is_mapped(path), true;
    };
    EXPECT_TRUE(array_equal(File<const int>(path, {.progress = look, .map = map}).index({rows()}),
                            expected));
    EXPECT_EQ(was_mapped, kListsMaps && map);
  }
}

TEST_F(FileMapTest, ReadsTheSameFromTheDiskWithAndWithoutMaps) {
  const auto t = numbers();
  for (const bool map : {false, true}) {
    for (const index_t memory : {index_t{1} << 20, index_t{256} << 20}) {
      const File<const int> file(path, {.memory = memory, .map = map});
      for (const auto& selected : {rows(), arange<index_t>(kRows), arange<index_t>(40) * 500}) {
        const detail::InputFile on_disk("test", path);
        ASSERT_EQ(::fsync(on_disk.descriptor()), 0);
        ::posix_fadvise(on_disk.descriptor(), 0, 0, POSIX_FADV_DONTNEED);
        EXPECT_TRUE(array_equal(file.index({selected}), t.index({selected})));
        EXPECT_TRUE(
            array_equal(file.index({selected, Slice(3, 9)}), t.index({selected, Slice(3, 9)})));
      }
    }
  }
}

TEST_F(FileMapTest, ReadsAsATensor) {
  const auto t = numbers();
  const File<const int> file(path);
  for (int call = 0; call < 8; ++call) {  // by calls, then from a map
    EXPECT_TRUE(array_equal(file.index({rows()}), t.index({rows()})));
    EXPECT_TRUE(array_equal(file.index({Slice(), 5}), t.index({Slice(), 5})));
    EXPECT_TRUE(array_equal(file.index({Slice(None, None, -3), Slice(60, 2, -7)}),
                            t.index({Slice(None, None, -3), Slice(60, 2, -7)})));
    EXPECT_TRUE(
        array_equal(file.oindex({rows(), tensor({3, 1})}), t.oindex({rows(), tensor({3, 1})})));
    const auto beyond = rows() + 100;
    EXPECT_TRUE(array_equal(file.index({beyond}, {.bounds = Bounds::fill, .fill = -7}),
                            t.index({beyond}, {.bounds = Bounds::fill, .fill = -7})));
  }
  const auto result = file.index({Slice(), 5});
  result[0] = 1;  // its own memory
  EXPECT_EQ(file.index({0, 5}).item(), 5);
}

TEST_F(FileMapTest, ReadsTheSameWhateverTheOptions) {
  const auto expected = numbers().index({rows()});
  const auto always = [](index_t, index_t) { return true; };
  for (const FileOptions& options :
       {FileOptions{}, FileOptions{.memory = 1 << 20}, FileOptions{.block = 256},
        FileOptions{.progress = always}, FileOptions{.memory = index_t{1} << 40},
        FileOptions{.map = false}, FileOptions{.memory = 1 << 20, .map = false}}) {
    const File<const int> file(path, options);
    for (int call = 0; call < 4; ++call) EXPECT_TRUE(array_equal(file.index({rows()}), expected));
  }
}

TEST_F(FileMapTest, ReadsElementsThatAreNotAlignedAndBools) {
  const auto flags = numbers() % 3 == 0;
  save_npy(path, flags);
  EXPECT_TRUE(array_equal(File<const bool>(path).index({rows()}), flags.index({rows()})));
  save_npy(path, numbers());
  std::ifstream in(path, std::ios::binary);
  const std::string data((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::string header = data.substr(10, 118);
  header.erase(header.rfind(' ', header.size() - 2), 1);  // elements begin at byte 127
  std::ofstream(path, std::ios::binary)
      << data.substr(0, 8) << '\x75' << '\0' << header << data.substr(128);
  const File<const int> file(path);
  for (int call = 0; call < 8; ++call)
    EXPECT_TRUE(array_equal(file.index({rows()}), numbers().index({rows()})));
}

TEST_F(FileMapTest, ReadsInFortranOrder) {
  const auto t = numbers();
  save_npy(path, t.transpose());
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  std::string header(128, '\0');
  file.read(header.data(), 128);
  const auto at = header.find("False");
  header.replace(at, 5, "True,");
  header.erase(header.find(",,"), 1).insert(126, " ");
  const auto shape = header.find("(64, 20000)");
  header.replace(shape, 11, "(20000, 64)");
  file.seekp(0);
  file.write(header.data(), 128);
  file.close();
  const File<const int> turned(path);
  EXPECT_EQ(turned.shape(), t.shape());
  const auto expected = t.transpose().contiguous().reshape({-1}).reshape({64, kRows}).transpose();
  for (int call = 0; call < 4; ++call)
    EXPECT_TRUE(array_equal(turned.index({rows()}), expected.index({rows()})));
}

TEST_F(FileMapTest, SeesWhatIsWritten) {
  const File<int> file(path);
  for (int call = 0; call < 6; ++call) {
    file.index_put_({rows()}, call);
    EXPECT_TRUE(array_equal(file.index({rows()}), full({5000, 64}, call)));
  }
}

TEST_F(FileMapTest, SeesTheFileThatReplacedItsOwn) {
  const File<int> file(path, {.atomic = true});
  const File<int> copy = file;
  for (int call = 0; call < 6; ++call) {
    file.index_put_({rows()}, call);
    EXPECT_TRUE(array_equal(file.index({rows()}), full({5000, 64}, call)));
    EXPECT_TRUE(array_equal(copy.index({rows()}), full({5000, 64}, call)));
  }
}

TEST_F(FileMapTest, RefusesAFileThatWasTruncatedAfterItWasMapped) {
  const File<const int> file(path);
  for (int call = 0; call < 8; ++call) (void)file.index({rows()});
  ASSERT_EQ(::truncate(path.c_str(), 1 << 20), 0);
  EXPECT_TRUE(throws<ValueError>([&] { (void)file.index({rows()}); },
                                 "File::index: " + path + ": was truncated while it was read"));
  ASSERT_EQ(::truncate(path.c_str(), 128 + kRows * 256), 0);
  EXPECT_EQ(file.index({rows()}).index({1, 0}).item(), 0);  // row 7919: a hole now
}

TEST_F(FileMapTest, ThatIsForbiddenLeavesAnErrorForAFileThatIsTruncatedDuringTheCall) {
  const auto truncate = [&](index_t done, index_t) {
    return done > 0 || ::truncate(path.c_str(), 1 << 20) == 0;
  };
  const File<const int> file(path, {.progress = truncate, .map = false});
  EXPECT_TRUE(throws<ValueError>([&] { (void)file.index({rows()}); },
                                 "File::index: " + path + ": was truncated while it was read"));
}

}  // namespace file_map_test
