// .npz files: what NumPy writes and reads, what is damaged or hostile, and never half a file.
#include <csignal>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <ndx/io/archive/npz_file.hpp>
#include <ndx/ndx.hpp>

#include "element_types.hpp"
#include "npy_files.hpp"
#include "support/expect.hpp"

namespace npz_test {

using element_types::numbers;
using element_types::same;
using expect::is;
using expect::throws;
using npy_files::TemporaryDirectory;

bool numpy(const std::string& does, const TemporaryDirectory& directory) {
  return element_types::python("io/npz_numpy.py " + does, directory.path());
}

// ---- With NumPy.

TEST(LoadNpz, ReadsWhatNumPyWrites) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(numpy("write", directory));
  for (const char* const name : {"numpy.npz", "numpy_compressed.npz"}) {
    const ndx::NpzFile file(directory.file(name));
    const auto holds = [&]<class T>(const std::string& array, const ndx::Tensor<T>& wanted) {
      const auto any = load_npz_any(file, array);
      return same(file.load<T>(array), wanted) && same(std::get<ndx::Tensor<T>>(any), wanted);
    };
    element_types::for_each(
        [&]<class T>(const std::string& type) { EXPECT_TRUE(holds(type, numbers<T>())) << type; });
    EXPECT_TRUE(holds("fortran", numbers<double>()));
    EXPECT_EQ(file.load<double>("fortran").strides(), (ndx::Dims{1, 2}));
    EXPECT_TRUE(holds("big", ndx::arange<std::int32_t>(3)));
    EXPECT_TRUE(holds("scalar", ndx::full({}, 2.5)));
    EXPECT_TRUE(holds("empty", ndx::zeros<double>({0, 3})));
    EXPECT_TRUE(holds("layer/\xC3\xBC", ndx::arange<std::int64_t>(2)));
    EXPECT_EQ(file.names().size(), 19U);
    EXPECT_EQ(file.names().back(), "layer/\xC3\xBC");
    EXPECT_TRUE(file.contains("big"));
    EXPECT_FALSE(file.contains("big.npy"));
    EXPECT_EQ(ndx::load_npz_any(directory.file(name)).size(), 19U);
  }
  // What cannot be read does not keep the rest from being read.
  const std::string with_object = directory.file("numpy_object.npz");
  EXPECT_TRUE(is(ndx::load_npz<std::int64_t>(with_object, "b"), {2}, {0, 1}));
  EXPECT_THROW(static_cast<void>(ndx::load_npz<std::int64_t>(with_object, "a")), ndx::ValueError);
}

TEST(SaveNpz, WritesWhatNumPyReads) {
  const TemporaryDirectory directory;
  const auto large = ndx::arange<std::int64_t>(60000);
  std::vector<ndx::NpzArray> arrays;
  element_types::for_each(
      [&]<class T>(const std::string& type) { arrays.push_back({type, numbers<T>()}); });
  const std::initializer_list<ndx::NpzArray> others{
      {"turned", large.reshape({200, 300}).transpose()},
      {"every_other", large.flip().slice(0, ndx::Slice(0, 60000, 2))},
      {"scalar", ndx::full({}, 2.5)},
      {"empty", ndx::zeros<float>({0, 3})},
      {"layer/\xC3\xBC", ndx::arange<std::int64_t>(2)}};
  arrays.insert(arrays.end(), others);
  ndx::save_npz(directory.file("ndx.npz"), arrays);
  ndx::save_npz_compressed(directory.file("ndx_compressed.npz"), arrays);
  ndx::save_npz(directory.file("none.npz"), {});
  EXPECT_TRUE(numpy("check", directory));
  EXPECT_EQ(directory.count(), 3U);
  EXPECT_TRUE(ndx::NpzFile(directory.file("none.npz")).names().empty());
  for (const char* const name : {"ndx.npz", "ndx_compressed.npz"}) {
    const ndx::NpzFile file(directory.file(name));
    EXPECT_TRUE(same(file.load<std::int64_t>("turned"), large.reshape({200, 300}).transpose()));
    EXPECT_TRUE(same(file.load<std::int64_t>("every_other"),
                     large.flip().slice(0, ndx::Slice(0, 60000, 2))));
  }
}

TEST(NpzFile, FindsArraysWithoutTheEnding) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(numpy("write", directory));
  const ndx::NpzFile file(directory.file("numpy_plain.npz"));
  EXPECT_EQ(file.names(), (std::vector<std::string>{"x", "x.npy", "y", "folder/z.bin", "bad"}));
  EXPECT_TRUE(is(file.load<std::int64_t>("x"), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(file.load<std::int64_t>("x.npy"), {3}, {10, 11, 12}));
  EXPECT_TRUE(is(file.load<std::int64_t>("y"), {3}, {20, 21, 22}));
  EXPECT_TRUE(is(file.load<std::int64_t>("folder/z.bin"), {3}, {30, 31, 32}));
  EXPECT_FALSE(file.contains("notes.txt"));
  EXPECT_FALSE(file.contains("folder/"));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { return file.load<std::int64_t>("bad"); },
      "NpzFile: " + directory.file("numpy_plain.npz") +
          ": 'bad': is not an .npy file: it does not begin with \\x93NUMPY"));
}

// ---- Bytes and streams.

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}
std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(NpzBytes, AreReadAsTheFileIs) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(numpy("write", directory));
  for (const char* const name : {"numpy.npz", "numpy_compressed.npz"}) {
    const std::string text = npy_files::read(directory.file(name));
    const auto from_bytes = ndx::load_npz_any(bytes_of(text));
    const auto from_file = ndx::load_npz_any(directory.file(name));
    ASSERT_EQ(from_bytes.size(), 19U);
    for (const auto& [array, any] : from_bytes) {
      std::visit(
          [&]<class T>(const ndx::Tensor<T>& t) {
            EXPECT_TRUE(same(t, std::get<ndx::Tensor<T>>(from_file.at(array)))) << array;
          },
          any);
    }
    EXPECT_TRUE(same(ndx::load_npz<float>(bytes_of(text), "float32"), numbers<float>()));
  }
}

TEST(NpzBytes, AreThoseOfTheFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  const auto large = ndx::arange<std::int64_t>(60000);
  const std::vector<ndx::NpzArray> arrays{{"x", numbers<float>()},
                                          {"turned", large.reshape({200, 300}).transpose()}};
  ndx::save_npz(path, arrays);
  std::string wanted = npy_files::read(path);
  EXPECT_EQ(text_of(ndx::npz_bytes(arrays)), wanted);
  std::ostringstream stream, compressed;
  ndx::save_npz(stream, arrays);
  EXPECT_EQ(stream.str(), wanted);
  ndx::save_npz_compressed(path, arrays);
  wanted = npy_files::read(path);
  EXPECT_EQ(text_of(ndx::npz_compressed_bytes(arrays)), wanted);
  ndx::save_npz_compressed(compressed, arrays);
  EXPECT_EQ(compressed.str(), wanted);
  EXPECT_TRUE(ndx::NpzFile(ndx::npz_bytes({})).names().empty());
  const ndx::NpzFile kept(ndx::npz_bytes({{"x", numbers<float>()}}));
  EXPECT_TRUE(same(kept.load<float>("x"), numbers<float>()));
}

TEST(NpzBytes, ThatAreWrongAreRefused) {
  const std::string text = text_of(ndx::npz_bytes({{"x", numbers<float>()}}));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::load_npz<float>(bytes_of(text), "y"); },
                                      "load_npz: bytes: has no array 'y'; it has 'x'"));
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { return ndx::NpzFile(bytes_of("not a zip file")); },
                              "NpzFile: bytes: cannot be read as a zip file: Not a zip archive"));
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { return ndx::NpzFile(std::span<const std::byte>()); },
                              "NpzFile: bytes: cannot be read as a zip file: Not a zip archive"));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { (void)ndx::npz_bytes({{"x", numbers<float>()}, {"x", numbers<float>()}}); },
      "npz_bytes: two arrays have the name 'x'"));
  std::ofstream none("no such folder/a.npz", std::ios::binary);
  EXPECT_TRUE(throws<ndx::ValueError>([&] { ndx::save_npz(none, {{"x", numbers<float>()}}); },
                                      "save_npz: stream: cannot be written"));
}

// ---- Saving.

TEST(SaveNpz, WritesTheSameBytesEveryTime) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  ndx::save_npz_compressed(path, {{"x", numbers<float>()}, {"y", numbers<bool>()}});
  const std::string first = npy_files::read(path);
  ndx::save_npz_compressed(path, {{"x", numbers<float>()}, {"y", numbers<bool>()}});
  EXPECT_EQ(npy_files::read(path), first);
}

TEST(SaveNpz, SavesStructsReadOnlyAndBorrowedTensors) {
  struct Point {
    int x, y;
  };
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  const std::vector<Point> points{{1, 2}, {3, 4}};
  const ndx::Tensor<const float> read_only = numbers<float>();
  ndx::save_npz(path, {{"points", ndx::borrow(points.data(), {2})}, {"f", read_only}});
  EXPECT_EQ(ndx::load_npz<Point>(path, "points").at(1).y, 4);
  EXPECT_TRUE(same(ndx::load_npz<float>(path, "f"), numbers<float>()));
}

TEST(SaveNpz, RefusesNamesThatCannotBeToldApart) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  const auto t = numbers<float>();
  EXPECT_TRUE(throws<ndx::ValueError>([&] { ndx::save_npz(path, {{"x", t}, {"x", t}}); },
                                      "save_npz: " + path + ": two arrays have the name 'x'"));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { ndx::save_npz_compressed(path, {{"x", t}, {"", t}}); },
      "save_npz_compressed: " + path + ": the name of array 1 is empty or holds NUL"));
  EXPECT_EQ(directory.count(), 0U);
}

TEST(SaveNpz, RefusesNamesThatNoZipFileHolds) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  const auto t = numbers<float>();
  const std::string longest(65531, 'x');  // and ".npy"
  ndx::save_npz(path, {{longest, t}, {"y", t}});
  const std::string old = npy_files::read(path);
  EXPECT_TRUE(same(ndx::load_npz<float>(path, longest), t));
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { ndx::save_npz(path, {{"y", t}, {longest + "x", t}}); },
                              "save_npz: " + path + ": the name '" + std::string(40, 'x') +
                                  "...' has 65536 bytes, but a zip file has room for 65535"));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { ndx::save_npz(path, {{"y", t}, {"\xFF", t}}); },
                                      "save_npz: " + path + ": the name '?.npy' is not UTF-8"));
  EXPECT_EQ(npy_files::read(path), old);
  EXPECT_EQ(directory.count(), 1U);
  EXPECT_EQ(ndx::NpzFile(ndx::npz_bytes({{"\xC3\xA9", t}})).names()[0], "\xC3\xA9");
}

TEST(SaveNpz, LeavesTheOldFileWhenTheDiskIsFull) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  ndx::save_npz(path, {{"x", numbers<float>()}});
  const std::string old = npy_files::read(path);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{10000, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const bool refused = bool(
      throws<ndx::ValueError>([&] { ndx::save_npz(path, {{"x", ndx::zeros<float>({10000})}}); },
                              "save_npz: " + path + ": cannot be written: File too large"));
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, ignored);
  EXPECT_TRUE(refused);
  EXPECT_EQ(npy_files::read(path), old);
  EXPECT_EQ(directory.count(), 1U);
}

// ---- What is not there, damaged or hostile.

TEST(LoadNpz, SaysWhatIsThere) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  ndx::save_npz(path, {{"x", numbers<float>()}, {"y", numbers<bool>()}});
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::load_npz<float>(path, "z"); },
                                      "load_npz: " + path + ": has no array 'z'; it has 'x', 'y'"));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::load_npz<double>(path, "x"); },
                                      "load_npz: " + path + ": 'x': holds float32 ('" +
                                          npy_files::kOrder + "f4'), but float64 ('" +
                                          npy_files::kOrder + "f8') was asked for"));
  npy_files::write(path, "not a zip file");
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { return ndx::NpzFile(path); },
      "NpzFile: " + path + ": cannot be read as a zip file: Not a zip archive"));
  npy_files::write(path, "");
  EXPECT_THROW(ndx::NpzFile{path}, ndx::ValueError);
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { return ndx::NpzFile(directory.file("none")); },
      "NpzFile: " + directory.file("none") + ": cannot be opened: No such file or directory"));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::NpzFile(directory.path()); },
                                      "NpzFile: " + directory.path() + ": is not a regular file"));
}

/// All arrays, or whether reading one was refused; anything but a ValueError ends the test.
template <class File>
bool loads_all(const File& file) {
  try {
    const auto arrays = ndx::load_npz_any(file);
    return !arrays.empty();
  } catch (const ndx::ValueError&) {
    return false;
  }
}
/// The same of a file, and of its bytes, for which the answer must be the same.
bool loads(const std::string& path) {
  const bool file = loads_all(path);
  EXPECT_EQ(loads_all(bytes_of(npy_files::read(path))), file);
  return file;
}

TEST(LoadNpz, RefusesTruncatedAndDamagedFiles) {
  const int open_before = npy_files::open_files();
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  for (const bool compressed : {false, true}) {
    const auto t = numbers<double>();
    if (compressed)
      ndx::save_npz_compressed(path, {{"x", t}});
    else
      ndx::save_npz(path, {{"x", t}});
    const std::string good = npy_files::read(path);
    ASSERT_TRUE(loads(path));
    for (std::size_t length = 0; length < good.size(); ++length) {
      npy_files::write(path, good.substr(0, length));
      EXPECT_FALSE(loads(path)) << "truncated to " << length;
    }
    for (std::size_t at = 0; at < good.size(); ++at) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ 0x41);
      npy_files::write(path, bad);
      const std::size_t data = 30 + 5 + (compressed ? 0U : 128U);  // after the local header
      const bool loaded = loads(path);
      EXPECT_FALSE(loaded && at > data && at < data + 20) << "byte " << at << " changed";
    }
  }
  EXPECT_EQ(npy_files::open_files(), open_before);
}

TEST(NpzFile, ReadsAnArrayWhenItIsAskedFor) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  ndx::save_npz(path, {{"x", numbers<double>()}, {"y", numbers<int>()}});
  std::string bytes = npy_files::read(path);
  bytes[bytes.find("NUMPY")] = '!';  // of x
  npy_files::write(path, bytes);
  const ndx::NpzFile file(path);
  EXPECT_EQ(file.names(), (std::vector<std::string>{"x", "y"}));
  EXPECT_TRUE(same(file.load<int>("y"), numbers<int>()));
  EXPECT_THROW(static_cast<void>(file.load<double>("x")), ndx::ValueError);
}

/// Whatever becomes of the current folder and of the name.
TEST(NpzFile, IsTheFileThatWasOpened) {
  const TemporaryDirectory directory;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::create_directory(directory.file("other"));
  std::filesystem::current_path(directory.path());
  const auto leave = [&](ndx::index_t, ndx::index_t) {
    std::filesystem::current_path(directory.file("other"));
    return true;
  };
  const std::vector<ndx::NpzArray> arrays{{"x", numbers<int>()}};
  ndx::save_npz("a.npz", arrays, leave);
  std::filesystem::current_path(directory.path());
  const ndx::NpzFile file("a.npz");
  ndx::save_npz("a.npz", {{"x", numbers<double>()}});
  std::filesystem::current_path("other");
  EXPECT_TRUE(same(file.load<int>("x"), numbers<int>()));
  std::filesystem::current_path(before);
  EXPECT_TRUE(same(ndx::load_npz<double>(directory.file("a.npz"), "x"), numbers<double>()));
  EXPECT_TRUE(std::filesystem::is_empty(directory.file("other")));
}

/// What an append that was killed leaves: a tab at the end of the header, and more bytes.
TEST(LoadNpy, SkipsWhatNumPySkips) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  ndx::save_npy(path, ndx::arange<int>(3));
  std::string bytes = npy_files::read(path) + "more";
  bytes[126] = '\t';
  npy_files::write(path, bytes);
  const std::string command =
      "/usr/bin/python3 -c \"import numpy; assert (numpy.load('" + path + "') == range(3)).all()\"";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_TRUE(is(ndx::load_npy<int>(path), {3}, {0, 1, 2}));
}

/// The file with the number at `from_signature` bytes after a signature replaced.
std::string patched(std::string file, const char* signature, std::size_t at, std::size_t bytes,
                    std::uint64_t value) {
  const std::size_t start = file.find(std::string(signature, 4)) + at;
  for (std::size_t i = 0; i < bytes; ++i)
    file[start + i] = static_cast<char>(value >> (8 * i) & 255U);
  return file;
}

TEST(LoadNpz, BelievesNoSizeThatCannotBe) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  const auto refused = [&](const std::string& bytes, const std::string& why) {
    npy_files::write(path, bytes);
    return throws<ndx::ValueError>([&] { return ndx::load_npz<double>(path, "x"); },
                                   "load_npz: " + path + ": 'x': " + why);
  };
  const char* const local = "PK\x03\x04";
  const char* const central = "PK\x01\x02";
  ndx::save_npz(path, {{"x", ndx::zeros<double>({100})}});
  const std::string stored = npy_files::read(path);
  const auto size_of = std::to_string(stored.size());
  EXPECT_TRUE(
      refused(patched(patched(stored, central, 24, 4, 4000000000U), local, 22, 4, 4000000000U),
              "is said to have 4000000000 bytes, compressed to 928, in a zip file of " + size_of));
  EXPECT_TRUE(refused(patched(patched(stored, central, 10, 2, 12), local, 8, 2, 12),
                      "is compressed by method 12, but only stored (0) and deflated (8) members "
                      "can be read"));
  EXPECT_TRUE(refused(patched(patched(stored, central, 8, 2, 1), local, 6, 2, 1),
                      "cannot be read: No password provided"));
  EXPECT_TRUE(refused(patched(stored, central, 16, 4, 0), "is damaged: CRC error"));
  ndx::save_npz_compressed(path, {{"x", ndx::zeros<double>({100})}});
  const std::string deflated = npy_files::read(path);
  npy_files::write(path, patched(deflated, central, 24, 4, 4000000000U));
  EXPECT_THROW(static_cast<void>(ndx::load_npz<double>(path, "x")), ndx::ValueError);
  EXPECT_TRUE(refused(patched(deflated, central, 24, 4, 929),
                      "shape (100) of float64 ('<f8') takes 800 bytes, but 801 follow the header"));
}

TEST(LoadNpz, TakesTheLastOfTwoMembersOfOneNameAsPythonDoes) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  ndx::save_npz(path, {{"xa", numbers<float>()}, {"xb", numbers<float>() + 10.F}});
  std::string bytes = npy_files::read(path);
  for (std::size_t at = 0; (at = bytes.find("xa.npy", at)) != bytes.npos; ++at) bytes[at + 1] = 'b';
  npy_files::write(path, bytes);
  const ndx::NpzFile file(path);
  EXPECT_EQ(file.names(), std::vector<std::string>{"xb"});
  EXPECT_EQ(file.load<float>("xb").at(0, 0), 10.F);
}

TEST(LoadNpz, OpensAFileOfManyArraysInTimeForAll) {
  const TemporaryDirectory directory;
  std::vector<ndx::NpzArray> arrays;
  for (int k = 0; k < 20000; ++k)  // of which each pair compared would take seconds
    arrays.emplace_back("layers/" + std::to_string(k), ndx::full({}, k));
  ndx::save_npz(directory.file("a.npz"), arrays);
  const ndx::NpzFile file(directory.file("a.npz"));
  ASSERT_EQ(file.names().size(), 20000U);
  EXPECT_EQ(file.names()[10], "layers/10");
  EXPECT_EQ(file.load<int>("layers/19999").item(), 19999);
  EXPECT_FALSE(file.contains("layers/20000"));
}

// ---- Beyond 4 GB.

void put(std::string& to, std::size_t bytes, std::uint64_t value) {
  for (std::size_t i = 0; i < bytes; ++i, value >>= 8) to += static_cast<char>(value & 255U);
}

/// The header of a stored member, local or central; sizes and offset by zip64.
std::string member_header(bool central, const std::string& name, std::uint64_t size,
                          std::uint32_t checksum, std::uint64_t offset) {
  std::string to = central ? std::string("PK\x01\x02\x2d\0", 6) : "PK\x03\x04";
  put(to, 2, 45);
  put(to, 2, 0);
  put(to, 2, 0);
  put(to, 4, 0x00210000);
  put(to, 4, checksum);
  put(to, 8, ~std::uint64_t{0});
  put(to, 2, name.size());
  put(to, 2, central ? 28 : 20);
  if (central) {
    put(to, 10, 0);
    put(to, 4, ~std::uint64_t{0});
  }
  to += name;
  put(to, 2, 1);
  put(to, 2, central ? 24 : 16);
  put(to, 8, size);
  put(to, 8, size);
  if (central) put(to, 8, offset);
  return to;
}

/// The end of a zip file by zip64, which says how many members the directory has and where it is.
std::string end_records(std::uint64_t members, std::uint64_t directory_size,
                        std::uint64_t directory_at) {
  std::string end = "PK\x06\x06";
  put(end, 8, 44);
  put(end, 2, 45);
  put(end, 2, 45);
  put(end, 8, 0);
  put(end, 8, members);
  put(end, 8, members);
  put(end, 8, directory_size);
  put(end, 8, directory_at);
  end += "PK\x06\x07";
  put(end, 4, 0);
  put(end, 8, directory_at + directory_size);
  put(end, 4, 1);
  end += "PK\x05\x06";
  put(end, 4, 0);
  put(end, 2, std::min<std::uint64_t>(members, 0xffff));
  put(end, 2, std::min<std::uint64_t>(members, 0xffff));
  put(end, 8, ~std::uint64_t{0});
  put(end, 2, 0);
  return end;
}

TEST(LoadNpz, ReadsBeyond4GB) {
  // A sparse file: 5 GB that take no room on the disk, then an array that was saved by itself.
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  ndx::save_npy(directory.file("x.npy"), numbers<float>());
  const std::string array = npy_files::read(directory.file("x.npy"));
  ndx::save_npz(path, {{"x", numbers<float>()}});
  const std::string small = npy_files::read(path);
  std::uint32_t checksum = 0;
  std::memcpy(&checksum, small.data() + small.find("PK\x01\x02") + 16, 4);
  const std::uint64_t hole = std::uint64_t{5} << 30;
  const std::string big = member_header(false, "big.npy", hole, 0, 0);
  const std::string member = member_header(false, "x.npy", array.size(), checksum, 0) + array;
  const std::uint64_t member_at = big.size() + hole;
  const std::uint64_t directory_at = member_at + member.size();
  std::string end = member_header(true, "big.npy", hole, 0, 0) +
                    member_header(true, "x.npy", array.size(), checksum, member_at);
  const std::uint64_t directory_size = end.size();
  end += end_records(2, directory_size, directory_at);
  {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << big;
    file.seekp(static_cast<std::streamoff>(member_at));
    file << member << end;
    ASSERT_TRUE(file.good());
  }
  const ndx::NpzFile file(path);
  EXPECT_EQ(file.names(), (std::vector<std::string>{"big", "x"}));
  EXPECT_TRUE(same(file.load<float>("x"), numbers<float>()));
  EXPECT_THROW(static_cast<void>(file.load<float>("big")), ndx::ValueError);
}

/// Whether the array of a file or of bytes is refused before its elements are read.
template <class File>
testing::AssertionResult refusal(const File& file) {
  try {
    static_cast<void>(ndx::load_npz<std::uint8_t>(file, "x"));
  } catch (const ndx::ValueError& error) {
    const bool was_read = std::string_view(error.what()).find("damaged") != std::string_view::npos;
    return (was_read ? testing::AssertionFailure() : testing::AssertionSuccess()) << error.what();
  } catch (const std::bad_alloc&) {
    return testing::AssertionFailure() << "memory was asked for";
  }
  return testing::AssertionFailure() << "it was loaded";
}

TEST(LoadNpz, BelievesNoCountOfZip64ThatCannotBe) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  // The beginning of an .npy file of so many bytes: its header agrees with the zip file.
  const auto array_of = [](std::uint64_t size) {
    const auto shape = static_cast<ndx::index_t>(size & ~(std::uint64_t{1} << 63)) - 128;
    return ndx::detail::npy_preamble(ndx::detail::npy_type<std::uint8_t>(), ndx::Dims{shape}) +
           "some";
  };
  struct Claims {
    std::uint64_t size = 128 + 4;
    std::uint64_t members = 1;
    std::uint64_t more_in_directory = 0;
    std::uint64_t member_at = 0;
  };
  const auto refused = [&](const Claims& claims) {
    const std::string member =
        member_header(false, "x.npy", claims.size, 0, 0) + array_of(claims.size);
    const std::string central = member_header(true, "x.npy", claims.size, 0, claims.member_at);
    const std::string bytes =
        member + central +
        end_records(claims.members, central.size() + claims.more_in_directory, member.size());
    npy_files::write(path, bytes);
    return refusal(path) && refusal(bytes_of(bytes));
  };
  for (const int bit : {20, 31, 32, 40, 50, 62, 63}) {
    const std::uint64_t large = std::uint64_t{1} << bit;
    for (const std::uint64_t claim : {large - 1, large, ~large}) {
      EXPECT_TRUE(refused({.size = claim})) << "size " << claim;
      EXPECT_TRUE(refused({.members = claim})) << "members " << claim;
      EXPECT_TRUE(refused({.more_in_directory = claim})) << "more " << claim;
      EXPECT_TRUE(refused({.member_at = claim})) << "at " << claim;
    }
  }
}

// ---- Progress.

TEST(NpzProgress, CountsTheBytesOfAllArrays) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  const auto x = ndx::arange<double>(1'000'000);
  const std::vector<ndx::NpzArray> arrays{{"x", x}, {"y", x.flip()}, {"z", ndx::full({}, true)}};
  constexpr ndx::index_t kTotal = 16'000'000 + 1 + 3 * 128;  // with the headers
  std::vector<ndx::index_t> done;
  const ndx::Progress note = [&](ndx::index_t bytes, ndx::index_t total) {
    done.push_back(bytes);
    return total == kTotal || total == 8'000'000;
  };
  ndx::save_npz(path, arrays, note);
  EXPECT_EQ(done.size(), 5U);
  EXPECT_EQ(done.front(), 0);
  EXPECT_EQ(done.back(), kTotal);
  done.clear();
  ndx::save_npz_compressed(path, arrays, note);
  EXPECT_EQ(done.back(), kTotal);
  done.clear();
  EXPECT_TRUE(same(ndx::NpzFile(path).load<double>("y", note), x.flip()));
  EXPECT_EQ(done, (std::vector<ndx::index_t>{0, 4 << 20, 8'000'000}));
}

TEST(NpzProgress, CancelsAndLeavesTheFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npz");
  ndx::save_npz(path, {{"x", ndx::arange<double>(3)}});
  const std::string old = npy_files::read(path);
  const std::vector<ndx::NpzArray> arrays{{"x", ndx::arange<double>(1'000'000)}};
  const ndx::Progress stop = [](ndx::index_t done, ndx::index_t) { return done == 0; };
  EXPECT_TRUE(throws<ndx::Cancelled>([&] { ndx::save_npz(path, arrays, stop); },
                                     "save_npz: " + path + ": was cancelled"));
  EXPECT_THROW(ndx::save_npz_compressed(path, arrays, stop), ndx::Cancelled);
  EXPECT_EQ(npy_files::read(path), old);
  EXPECT_EQ(directory.count(), 1U);
  EXPECT_TRUE(
      throws<ndx::Cancelled>([&] { static_cast<void>(ndx::NpzFile(path).load<double>("x", stop)); },
                             "NpzFile: " + path + ": 'x': was cancelled"));
}

// However libzip says that it lacks memory: as such, as what the system said, or not at all.
TEST(NpzFile, LackOfMemoryInLibzipIsBadAlloc) {
  const auto thrown_for = [](int code, int of_system) {
    ndx::detail::ZipError error;
    zip_error_set(error.get(), code, of_system);
    ndx::detail::throw_zip_error("NpzFile: a.npz", "cannot be read", error.get());
  };
  EXPECT_THROW(thrown_for(ZIP_ER_MEMORY, 0), std::bad_alloc);
  EXPECT_THROW(thrown_for(ZIP_ER_OPEN, ENOMEM), std::bad_alloc);
  EXPECT_THROW(thrown_for(ZIP_ER_OK, 0), std::bad_alloc);
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { thrown_for(ZIP_ER_OPEN, EACCES); },
      "NpzFile: a.npz: cannot be read: Can't open file: Permission denied"));
}

}  // namespace npz_test
