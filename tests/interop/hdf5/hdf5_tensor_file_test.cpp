// Datasets of HDF5 files that are indexed where they are: h5py writes the files and reads what we have
// written to them.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <malloc.h>

#include <ndx/base/atomic.hpp>
#include <ndx/interop/hdf5/hdf5_dataset.hpp>
#include <ndx/interop/hdf5/hdf5_tensor_file.hpp>
#include <ndx/zlib.hpp>

#include "io/element_types.hpp"
#include "io/harsh_systems.hpp"
#include "support/at_once.hpp"
#include "support/empty_work.hpp"
#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

// libhdf5 1.10 does not free all that it has read of a damaged file.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

namespace {

class Hdf5TensorFile : public testing::Test {
 protected:
  /// Blocks of four ints, and a memory for few runs.
  static FileOptions small() { return {.memory = 1, .block = 16}; }
  static Tensor<int> numbers() { return counting({23, 17, 5}); }
  bool h5py(const std::string& does) const {
    return element_types::python("interop/hdf5/hdf5_files.py " + does, directory.path());
  }
  static std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  ndx_test::TemporaryDirectory directory;
  const std::vector<std::string> versions{"earliest.h5", "latest.h5"};
  const std::vector<std::string> stored{"contiguous", "chunks",     "one_chunk",
                                        "deflated",   "big_endian", "big_endian_chunks"};
};

/// Compares some indexes of a file with those of the tensor that it holds.
void compare(const File<const int>& file, const Tensor<int>& t, const std::string& name) {
  const auto i = tensor({22, 0, 22, 9});
  EXPECT_EQ(file.shape(), t.shape()) << name;
  EXPECT_TRUE(array_equal(file.index({}), t)) << name;
  EXPECT_TRUE(array_equal(file.index({i}), t.index({i}))) << name;
  EXPECT_TRUE(array_equal(file.index({i, Slice(None, None, -3), 4}),
                          t.index({i, Slice(None, None, -3), 4})))
      << name;
  EXPECT_TRUE(array_equal(file.oindex({i, tensor({16, 1}), tensor({4, 4})}),
                          t.oindex({i, tensor({16, 1}), tensor({4, 4})})))
      << name;
  EXPECT_TRUE(array_equal(file.index({t % 7 == 0}), t.index({t % 7 == 0}))) << name;
  const Plan plan = file.plan({Slice(8, 10), None, i - 9});
  EXPECT_TRUE(array_equal(file.read(plan), plan.read(t))) << name;
}

TEST_F(Hdf5TensorFile, IsReadByThreadsOfTheProgram) {
  const auto t = arange<int>(1 << 16).reshape({1 << 14, 4});
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"deflated", t, {.chunks = {256, 4}, .deflate = 1}},
                   {"chunks", t, {.chunks = {256, 4}}},
                   {"contiguous", t}});
  for (const auto& use : {+[] { set_inflater({}); }, +[] { use_zlib(); }}) {
    use();
    for (const char* const name : {"deflated", "chunks", "contiguous"}) {
      const auto file = open_hdf5<const int>(path, name, {.memory = 1 << 16});
      at_once::run(4, [&](int id) {
        const Tensor<index_t> rows = (arange(400) * 7919 + id) % (1 << 14);
        for (int round = 0; round < 8; ++round)
          EXPECT_TRUE(array_equal(file.index({rows}), t.index({rows}))) << name;
      });
    }
  }
  set_inflater({});
}

TEST_F(Hdf5TensorFile, IsIndexedAsATensorHoweverItIsStored) {
  ASSERT_TRUE(h5py("make"));
  const auto half = full({23, 17, 5}, -7);
  half.index_put_({Slice(8, 10)}, numbers().index({Slice(8, 10)}));
  for (const std::string& version : versions) {
    const std::string path = directory.file(version);
    for (const std::string& name : stored) {
      for (const FileOptions& options : {FileOptions{}, small()}) {
        compare(open_hdf5<const int>(path, name, options), numbers(), name);
        compare(open_hdf5<const int>(path, "half/" + name, options), half, "half/" + name);
        compare(open_hdf5<const int>(path, "never/" + name, options), full({23, 17, 5}, 9), name);
      }
    }
    EXPECT_TRUE(is(open_hdf5<const int>(path, "scalar").index({None}), {1}, {7}));
    EXPECT_TRUE(
        is(open_hdf5<const int>(path, "empty").index({Slice(), tensor({2, 2})}), {0, 2}, {}));
    EXPECT_TRUE(array_equal(open_hdf5<const bool>(path, "bools").index({tensor({22, 1})}),
                            (numbers() % 3 == 0).index({tensor({22, 1})})));
    EXPECT_EQ(open_hdf5<const std::complex<double>>(path, "complex").index({22, 16, 4}).item(),
              std::complex<double>(1954, 3908));
  }
  compare(open_hdf5<const int>(directory.file("behind.h5"), "x", small()), numbers(), "behind");
}

TEST_F(Hdf5TensorFile, MovesNothingWhereThereIsNothingToMove) {
  const std::string path = directory.file("x.h5");
  const auto nothing_moves = [&](index_t chunk, int deflate, const FileOptions& options) {
    empty_work::expect_nothing_moves_in_files([&](const empty_work::Case& c) {
      const std::vector<index_t> chunks(chunk == 0 ? 0 : c.source.size(), chunk);
      save_hdf5(path, {{"x", counting(c.source), {.chunks = chunks, .deflate = deflate}}});
      return open_hdf5<int>(path, "x", options);
    });
  };
  nothing_moves(0, 0, {});
  nothing_moves(2, 0, small());
  nothing_moves(2, 4, {});
  EXPECT_EQ(directory.count(), 1U);
}

TEST_F(Hdf5TensorFile, WritesWhatH5pyReads) {
  ASSERT_TRUE(h5py("make"));
  for (const std::string& version : versions) {
    for (const std::string& name : stored) {
      for (const std::string group : {"", "half/", "never/"}) {
        const auto file = open_hdf5<int>(directory.file(version), group + name, small());
        file.index_put_({tensor({22, 3, 22}), Slice(1, None, 4)}, -1);
        file.index_put_({tensor({0, 9, 9, 22}), tensor({16, 2, 2, 0})},
                        tensor({10, 20, 30, 40}).reshape({4, 1}),
                        {.reduce = reduce_from_name("sum")});
        file.index_put_({numbers() % 11 == 4}, 0);
        const Plan plan = file.plan({5});
        file.write_(plan, counting({5}));
        EXPECT_TRUE(array_equal(file.read(plan), counting({5}).expand({17, 5}))) << group << name;
      }
    }
    const auto one = open_hdf5<int>(directory.file(version), "scalar");
    one.index_put_({}, 8, true);
    EXPECT_TRUE(is(one.index({}), {}, {15}));
    open_hdf5<int>(directory.file(version), "empty").index_put_({}, 1);
  }
  EXPECT_TRUE(h5py("check"));
  EXPECT_EQ(directory.count(), 4U);  // no copies are left
}

TEST_F(Hdf5TensorFile, ReplacesTheFileAtOnceWhereAskedTo) {
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"x", counting({6})}, {"y", counting({3})}});
  FileOptions options = small();
  options.atomic = true;
  const auto old = open_hdf5<const int>(path, "x");
  const auto file = open_hdf5<int>(path, "x", options);
  file.index_put_({tensor({1, 5})}, 0);
  file.index_put_({tensor({1, 5})}, 3, true);  // the new file is written from now on
  EXPECT_TRUE(is(load_hdf5<int>(path, "x"), {6}, {0, 3, 2, 3, 4, 3}));
  EXPECT_TRUE(is(load_hdf5<int>(path, "y"), {3}, {0, 1, 2}));
  EXPECT_TRUE(array_equal(old.index({}), counting({6})));  // who has the old one open keeps it
}

TEST_F(Hdf5TensorFile, LeavesTheFileIfItIsCancelled) {
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"raw", zeros<int>({3 << 20}), {.chunks = {1 << 18}}},
                   {"deflated", zeros<int>({3 << 20}), {.chunks = {1 << 18}, .deflate = 1}}});
  FileOptions options;
  options.progress = [](index_t done, index_t total) {
    EXPECT_EQ(total, 12 << 20);
    return done < 6 << 20;
  };
  EXPECT_TRUE(throws<Cancelled>(
      [&] { (void)open_hdf5<const int>(path, "deflated", options).index({Slice()}); },
      "File::index: " + path + ": was cancelled"));
  EXPECT_TRUE(throws<Cancelled>(
      [&] { open_hdf5<int>(path, "raw", options).index_put_({Slice()}, 1); },
      "File::index_put_: " + path + ": was cancelled; chunks 0 to 5 of 12 were written before"));
  EXPECT_EQ(sum(load_hdf5<int>(path, "raw")).item(), 6 << 18);
  EXPECT_TRUE(
      throws<Cancelled>([&] { open_hdf5<int>(path, "deflated", options).index_put_({Slice()}, 1); },
                        "File::index_put_: " + path +
                            ": was cancelled; this writes to a copy, and the file is as it was"));
  EXPECT_EQ(sum(load_hdf5<int>(path, "deflated")).item(), 0);
  EXPECT_EQ(directory.count(), 1U);
}

TEST_F(Hdf5TensorFile, OpensAfterAWriteThatWasKilled) {
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"raw", zeros<int>({64, 1024}), {.chunks = {1, 1024}}},
                   {"deflated", zeros<int>({64, 1024}), {.chunks = {1, 1024}, .deflate = 1}}});
  for (const char* const name : {"raw", "deflated"}) {
    const pid_t child = ::fork();
    if (child == 0) {
      int calls = 0;
      const auto file = open_hdf5<int>(path, name);
      file.index_put_({Slice()}, 1, {.reduce = [&calls](int, int) {
                        return ++calls == 32 * 1024 ? ::raise(SIGKILL) : 1;
                      }});
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    const auto now = sum(load_hdf5<int>(path, name)).item();
    EXPECT_EQ(now, std::string(name) == "raw" ? 31 * 1024 : 0);
  }
}

TEST_F(Hdf5TensorFile, LeavesTheFileWhenTheDiskIsFull) {
  const std::string path = directory.file("a.h5");
  const std::string said = harsh::on_full_disk(directory.path(), [&](const char*) -> std::string {
    const auto noise = arange<index_t>(50000) * index_t{0x123456789ABCDEF};
    save_hdf5(path, {{"y", zeros<index_t>({50000}), {.chunks = {500}, .deflate = 1}}});
    const std::string old = bytes_of(path);
    std::string why;
    try {
      open_hdf5<index_t>(path, "y").index_put_({}, noise);
    } catch (const ValueError& error) {
      why = error.what();
    }
    if (why.rfind("File::index_put_: " + path + ": ", 0) != 0 ||
        why.find("; this writes to a copy, and the file is as it was") == why.npos)
      return "a write that does not fit was not refused: " + why;
    if (bytes_of(path) != old) return "the file was changed";
    return directory.count() == 1 ? "" : "a temporary file was left";
  });
  EXPECT_EQ(said, "");
}

TEST_F(Hdf5TensorFile, ReadsManyRowsAndSeesWhatIsWritten) {
  const auto t = arange<int>(1 << 20).reshape({1 << 14, 64});
  const auto rows = arange<index_t>(5000) * 7919 % (1 << 14);
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"x", t}, {"chunks", t, {.chunks = {1 << 12, 64}}}});
  for (const char* const name : {"x", "chunks"}) {
    const File<int> file = open_hdf5<int>(path, name);
    for (int call = 0; call < 8; ++call) {  // by calls, then from a map
      EXPECT_TRUE(array_equal(file.index({rows}), t.index({rows}) + call)) << name;
      EXPECT_TRUE(array_equal(file.index({Slice(), 5}), t.index({Slice(), 5}) + call)) << name;
      file.index_put_({}, 1, {.reduce = Reduce::add});
    }
  }
}

/// A write to a compressed dataset replaces the file of another dataset that is open.
TEST_F(Hdf5TensorFile, DoesNotWriteToAFileThatWasReplaced) {
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"raw", counting({6})}, {"deflated", counting({6}), {.deflate = 1}}});
  const auto raw = open_hdf5<int>(path, "raw");
  const auto other = open_hdf5<int>(path, "deflated");
  const auto deflated = open_hdf5<int>(path, "deflated");
  deflated.index_put_({0}, 7);
  const std::string why = "File::index_put_: " + path +
                          ": 'raw': was replaced, moved or deleted after it " +
                          "was opened: what is written would be lost; ";
  EXPECT_TRUE(
      throws<ValueError>([&] { raw.index_put_({1}, 8); }, why + "no chunk was written before"));
  EXPECT_THROW(other.index_put_({1}, 8), ValueError);
  deflated.index_put_({5}, 8);
  EXPECT_TRUE(is(load_hdf5<int>(path, "deflated"), {6}, {7, 1, 2, 3, 4, 8}));
  open_hdf5<int>(path, "raw").index_put_({1}, 9);
  EXPECT_TRUE(is(load_hdf5<int>(path, "raw"), {6}, {0, 9, 2, 3, 4, 5}));
  deflated.index_put_({4}, 9);  // is written to the same file
  EXPECT_TRUE(is(load_hdf5<int>(path, "raw"), {6}, {0, 9, 2, 3, 4, 5}));
  EXPECT_EQ(directory.count(), 1U);
}

/// Raw, deflated and atomic: written in place or to a copy.
TEST_F(Hdf5TensorFile, WritesTheFileThatWasOpenedAfterAChangeOfFolder) {
  const ndx_test::TemporaryDirectory other;
  const std::string start = std::filesystem::current_path();
  const auto x = counting({8, 4});
  const auto ones = full({8, 4}, -1);
  struct Case {
    const char* name;
    Hdf5Options how;
    bool atomic;
  };
  const std::vector<Case> cases{{"raw.h5", {}, false},
                                {"atomic.h5", {}, true},
                                {"chunks.h5", {.chunks = {3, 4}}, true},
                                {"deflated.h5", {.chunks = {3, 4}, .deflate = 4}, false}};
  for (const auto& [name, how, atomic] : cases) {
    save_hdf5(directory.file(name), {{"x", x, how}});
    for (const bool same_name : {false, true}) {
      if (same_name) save_hdf5(other.file(name), {{"x", ones, how}});
      std::filesystem::current_path(directory.path());
      const auto file = open_hdf5<int>(name, "x", {.atomic = atomic});
      std::filesystem::current_path(other.path());
      for (const int value : {7, 8}) file.index_put_({tensor({1}), 2}, value);
      std::filesystem::current_path(start);
      EXPECT_EQ(load_hdf5<int>(directory.file(name), "x").index({1, 2}).item(), 8) << name;
      EXPECT_EQ(file.index({1, 2}).item(), 8) << name;
    }
    EXPECT_TRUE(array_equal(load_hdf5<int>(other.file(name), "x"), ones)) << name;
  }
  EXPECT_EQ(directory.count(), cases.size());
  EXPECT_EQ(other.count(), cases.size());
}

/// A link that leads to another file after it was opened is not followed again.
TEST_F(Hdf5TensorFile, WritesTheFileThatALinkLedToWhenItWasOpened) {
  const std::string link = directory.file("link.h5");
  for (const index_t level : {0, 4}) {
    const Hdf5Options how{.chunks = {4}, .deflate = static_cast<int>(level)};
    for (const char* const name : {"one.h5", "two.h5"})
      save_hdf5(directory.file(name), {{"x", counting({8}), how}});
    std::filesystem::remove(link);
    std::filesystem::create_symlink("one.h5", link);
    const auto file = open_hdf5<int>(link, "x", {.atomic = level == 0});
    std::filesystem::remove(link);
    std::filesystem::create_symlink("two.h5", link);
    file.index_put_({3}, -1);
    EXPECT_EQ(load_hdf5<int>(directory.file("one.h5"), "x").index({3}).item(), -1);
    EXPECT_EQ(load_hdf5<int>(directory.file("two.h5"), "x").index({3}).item(), 3);
  }
  EXPECT_EQ(directory.count(), 3U);
}

detail::Atomic<index_t> inflated{0};

/// 20,000 rows in a memory of a MB, of which a block of elements without chunks may take all.
TEST_F(Hdf5TensorFile, InflatesEachChunkOnceIfTheRowsFitMemory) {
  const auto t = arange<int>(1 << 18).reshape({1 << 16, 4});
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"x", t, {.chunks = {1024, 4}, .deflate = 1}},
                   {"columns", t, {.chunks = {1024, 1}, .deflate = 1}}});
  use_zlib();
  static const Inflater by = inflater();
  set_inflater({[](const void* from, index_t bytes, void* to, index_t room) noexcept {
    inflated.add(1);
    return by.inflate(from, bytes, to, room);
  }});
  index_t most = 0;
  const auto allocated = [] {
    const auto now = mallinfo2();
    return static_cast<index_t>(now.uordblks + now.hblkhd);
  };
  FileOptions options{.memory = index_t{1} << 20};
  options.progress = [&](index_t, index_t) { return most = std::max(most, allocated()), true; };
  const auto file = open_hdf5<int>(path, "x", options);
  const index_t limit = large_allocations().limit();
  large_allocations().set_limit(0);
  for (const index_t rows : {20000, 60000}) {
    const Tensor<index_t> at = arange<index_t>(rows) * 7919 % (1 << 16);
    const Plan plan = file.plan({at});
    inflated.set(0);
    most = 0;
    const index_t before = allocated();
    const auto read = file.read(plan);
    EXPECT_TRUE(array_equal(read, t.index({at})));
    EXPECT_LT(most - before, (index_t{1} << 20) + rows * 16) << rows;
    EXPECT_LE(inflated.get(), rows == 20000 ? 64 : 4 * 64) << rows;
    inflated.set(0);
    file.write_(plan, t.index({at}));
    EXPECT_LE(inflated.get(), rows == 20000 ? 64 : 4 * 64) << rows;
  }
  // One run, which the chunks cut into single elements.
  const index_t before = allocated();
  most = 0;
  const auto all = open_hdf5<const int>(path, "columns", options).index({});
  EXPECT_TRUE(array_equal(all, t));
  EXPECT_LT(most - before, index_t{2} << 20);
  large_allocations().set_limit(limit);
  set_inflater({});
  EXPECT_TRUE(array_equal(load_hdf5<int>(path, "x"), t));
}

/// What libhdf5 keeps of a file while it is open would be older than what is written past it.
TEST_F(Hdf5TensorFile, WritesWhatIsLoadedInTheSameProcess) {
  const auto t = zeros<float>({64, 16});
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"x", t}, {"chunks", t, {.chunks = {2, 16}}}, {"one", t, {.chunks = {64, 16}}}});
  for (const char* const name : {"x", "chunks", "one"}) {
    const auto file = open_hdf5<float>(path, name);
    for (int round = 1; round < 4; ++round) {
      EXPECT_TRUE(array_equal(load_hdf5<float>(path, name), t + (round - 1))) << name;
      file.index_put_({}, round);
      EXPECT_TRUE(array_equal(load_hdf5<float>(path, name), t + round)) << name;
    }
  }
}

TEST_F(Hdf5TensorFile, KeepsOtherProgramsFromWritingByHdf5) {
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"x", counting({6})}});
  const auto opens = [&] {
    const std::string command = "/usr/bin/python3 -c \"import h5py; h5py.File('" + path +
                                "', 'r+')\" 2> " + directory.file("said");
    return std::system(command.c_str()) == 0;
  };
  EXPECT_TRUE(opens());
  {
    const auto file = open_hdf5<const int>(path, "x");
    EXPECT_FALSE(opens());
    EXPECT_TRUE(is(file.index({Slice(4)}), {2}, {4, 5}));
  }
  EXPECT_TRUE(opens());
}

TEST_F(Hdf5TensorFile, DoesNotWriteBeyondWhereItWasTruncated) {
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"x", counting({64, 1024})}});
  const File<int> file = open_hdf5<int>(path, "x");
  const auto size = static_cast<index_t>(bytes_of(path).size());
  ASSERT_EQ(::truncate(path.c_str(), size - 8192), 0);
  EXPECT_TRUE(throws<ValueError>([&] { file.index_put_({63}, 1); },
                                 "File::index_put_: " + path + ": 'x': has " +
                                     std::to_string(size - 8192) + " bytes, but had " +
                                     std::to_string(size) +
                                     " when it was opened; no chunk was written before"));
  EXPECT_EQ(static_cast<index_t>(bytes_of(path).size()), size - 8192);
}

TEST_F(Hdf5TensorFile, RefusesWhatItCannotRead) {
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"g/x", counting({4})}});
  const auto refused = [&](const std::string& name, const std::string& why) {
    return throws<ValueError>([&] { (void)open_hdf5<float>(path, name); },
                              "open_hdf5: " + path + ": " + why);
  };
  EXPECT_TRUE(refused("g/x", "'g/x' holds int32, but float32 was asked for"));
  EXPECT_TRUE(refused("g", "'g' is a group, not a dataset"));
  EXPECT_TRUE(refused("y", "has no dataset 'y'; it has 'g/x'"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)open_hdf5<int>(path, "g/x", {.memory = 0}); },
                                 "File: memory is 0, it must be at least 1"));
  const auto file = open_hdf5<int>(path, "g/x");
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)file.index({tensor({1, 4})}); },
      "File::index: term 0: index 4 at [1] is out of bounds for dimension 0 with size 4"));
  EXPECT_THROW(file.index_put_({tensor({0, 4})}, 1), IndexError);
  EXPECT_TRUE(array_equal(load_hdf5<int>(path, "g/x"), counting({4})));
}

TEST_F(Hdf5TensorFile, NamesAFilterThatIsMissing) {
  ASSERT_TRUE(h5py("make"));
  const std::string path = directory.file("lzf.h5");
  const auto says = [&](const auto& does) {
    try {
      does();
    } catch (const ValueError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string why = "filter 32000 ('lzf'), which this libhdf5 does not have";
  const File<int> file = open_hdf5<int>(path, "x");
  EXPECT_EQ(says([&] { (void)file.index({0}); }),
            "File::index: " + path + ": 'x': cannot be read: " + why);
  EXPECT_EQ(says([&] { (void)load_hdf5<int>(path, "x"); }),
            "load_hdf5: " + path + ": 'x': cannot be read: " + why);
  EXPECT_NE(says([&] { file.index_put_({}, 1); }).find(why), std::string::npos);
}

// Not of compressed chunks: HDF5 1.10 itself reads too far where one inflates to less than a chunk.
TEST_F(Hdf5TensorFile, SurvivesDamage) {
  const std::string path = directory.file("x.h5");
  save_hdf5(path, {{"x", counting({8, 4}), {.chunks = {3, 4}}}});
  const std::string whole = bytes_of(path);
  for (std::size_t at = 0; at < whole.size(); at += 17) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x81);
    std::ofstream(path, std::ios::binary) << changed;
    try {
      const auto file = open_hdf5<const int>(path, "x");
      if (file.numel() < 100000) (void)file.index({tensor({7, 0})});
    } catch (const ValueError&) {
    } catch (const IndexError&) {
    } catch (const std::bad_alloc&) {
    }
    ASSERT_EQ(H5Fget_obj_count(hid_t{H5F_OBJ_ALL}, H5F_OBJ_ALL), 0) << at;
  }
  // What libhdf5 does not free of a damaged file, it reports as an "infinite loop" when the program
  // ends, unless its errors are not printed.
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

}  // namespace
