// Files that are indexed where they are. What a tensor with the same elements answers is what the
// file must answer; blocks of a few elements make every index cross several.
#include <complex>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>

#include <malloc.h>

#include <ndx/indexed.hpp>
#include <ndx/large/tensor_file.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "io/npy_files.hpp"
#include "support/empty_work.hpp"
#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

using namespace ndx;
using expect::counting;
using expect::is;
using expect::Shape;
using expect::throws;

namespace tensor_file_test {

class TensorFile : public testing::Test {
 protected:
  /// Blocks of four ints, and a memory for few runs.
  static FileOptions small() { return {.memory = 1, .block = 16}; }

  std::string saved(const Tensor<int>& t) const {
    save_npy(path, t);
    return path;
  }
  Tensor<int> loaded() const { return load_npy<int>(path); }

  ndx_test::TemporaryDirectory directory;
  std::string path = directory.file("x.npy");
};

TEST_F(TensorFile, IsIndexedAsATensor) {
  const auto t = counting({3, 5, 4});
  const File<const int> file(saved(t), small());
  EXPECT_EQ(file.shape(), t.shape());
  EXPECT_EQ(file.dim(), 3);
  EXPECT_EQ(file.numel(), 60);
  const auto i = tensor({2, 0, 2});
  EXPECT_TRUE(array_equal(file.index({}), t));
  EXPECT_TRUE(array_equal(file.index({1}), t.index({1})));
  EXPECT_TRUE(array_equal(file.index({Slice(None, None, -2), 1, None}),
                          t.index({Slice(None, None, -2), 1, None})));
  EXPECT_TRUE(array_equal(file.index({i}), t.index({i})));
  EXPECT_TRUE(array_equal(file.index({0, Slice(), i}), t.index({0, Slice(), i})));
  EXPECT_TRUE(array_equal(file.index({t % 3 == 0}), t.index({t % 3 == 0})));
  EXPECT_TRUE(array_equal(file.oindex({i, Slice(), i}), t.oindex({i, Slice(), i})));
  EXPECT_TRUE(array_equal(file.vindex({i, Slice(), i}), t.vindex({i, Slice(), i})));
  EXPECT_TRUE(array_equal(file.numpy_index({0, Slice(), i}), t.numpy_index({0, Slice(), i})));
  EXPECT_TRUE(array_equal(file.index({i, Slice(), i}, {.rule = IndexRule::outer}),
                          t.oindex({i, Slice(), i})));
}

TEST_F(TensorFile, ObeysThePolicies) {
  const File<const int> file(saved(counting({6})), small());
  EXPECT_TRUE(
      is(file.index({tensor({5, 9, -9})}, {.bounds = Bounds::fill, .fill = -1}), {3}, {5, -1, -1}));
  EXPECT_TRUE(is(file.index({9}, {.bounds = Bounds::fill, .fill = -1}), {}, {-1}));
  EXPECT_TRUE(is(file.index({tensor({7, -7})}, {.bounds = Bounds::wrap}), {2}, {1, 5}));
  EXPECT_TRUE(is(file.index({tensor({5, -1})}, {.bounds = Bounds::fill_negative, .fill = -7}), {2},
                 {5, -7}));
  EXPECT_THROW((void)file.index({-1}, {.bounds = Bounds::raise_negative}), IndexError);
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)file.index({0, 1}); },
      "File::index: too many indices for tensor: tensor is 1-dimensional, but 2 were "
      "indexed"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)file.index({tensor({3, 6})}); },
      "File::index: term 0: index 6 at [1] is out of bounds for dimension 0 with size 6"));
}

TEST_F(TensorFile, WritesAsATensor) {
  const auto t = counting({4, 6});
  const File<int> file(saved(t), small());
  const auto i = tensor({3, 0, 3});
  const auto write = [&](const auto& put) {
    put(file);
    put(t);
    EXPECT_TRUE(array_equal(loaded(), t));
  };
  write([&](const auto& x) { x.index_put_({i, Slice(1, None, 2)}, tensor({-1, -2, -3})); });
  write([&](const auto& x) { x.index_put_({i}, counting({3, 6}) * 100); });  // the last one wins
  write([&](const auto& x) { x.index_put_({i, 2}, 7, true); });
  write([&](const auto& x) { x.index_put_({Slice(), i}, {1, 2, 3}, {.reduce = Reduce::maximum}); });
  write([&](const auto& x) { x.index_put_({i, i}, {5, 6, 7}, {.rule = IndexRule::vectorized}); });
  write([&](const auto& x) { x.index_put_({t > 20}, 0); });
  write([&](const auto& x) {
    x.index_put_({tensor({0, 9})}, 1, {.reduce = Reduce::add, .bounds = Bounds::drop});
  });
  write([&](const auto& x) {
    x.index_put_({tensor({2, -1})}, 1, {.reduce = Reduce::add, .bounds = Bounds::drop_negative});
  });
  write([&](const auto& x) {
    x.index_put_({i}, counting({3, 6}), {.reduce = [](int a, int b) { return 10 * a + b; }});
  });
  const Reduce how = t.numel() == 24 ? Reduce::bitwise_xor : Reduce::add;
  write([&](const auto& x) { x.index_put_({i}, 5, {.reduce = how}); });
  write([&](const auto& x) { x.index_put_({}, counting({4, 6})); });
  write([&](const auto& x) { x.index_put_({Slice(0, 0)}, 5); });
}

TEST_F(TensorFile, RefusesAReductionThatTheElementsDoNotHave) {
  const auto t = arange<float>(0, 6);
  save_npy(path, t);
  const File<float> file(path, small());
  const Reduce bits = reduce_from_name("bitwise_or");
  const std::string missing = ": reduce \"bitwise_or\" is not available for this element type";
  EXPECT_TRUE(throws<ValueError>([&] { file.index_put_({0}, 1, {.reduce = bits}); },
                                 "File::index_put_" + missing));
  EXPECT_TRUE(throws<ValueError>([&] { file.write_(file.plan({0}), 1, {.reduce = bits}); },
                                 "File::write_" + missing));
  EXPECT_TRUE(array_equal(file.index({}), t));
}

TEST_F(TensorFile, BroadcastsValuesOfAnyStrides) {
  const auto t = counting({5, 3, 4});
  const File<int> file(saved(t), small());
  const auto i = tensor({4, 0, 4});
  const auto value = counting({3, 3, 8});
  for (const Tensor<int>& v : {counting({4}), counting({3, 1}) * 7, counting({3, 1, 1}),
                               value.index({Slice(), Slice(), Slice(None, None, -2)}),
                               value.transpose(0, 1).index({Slice(), Slice(), Slice(4)}),
                               counting({1}).expand({4}), counting({}).expand({3, 1, 4})}) {
    for (const bool accumulate : {false, true}) {
      file.index_put_({i}, v, accumulate);
      t.index_put_({i}, v, accumulate);
      EXPECT_TRUE(array_equal(loaded(), t)) << v.shape();
    }
  }
}

TEST_F(TensorFile, BroadcastsARowToLongRows) {
  const auto t = counting({40, 8192});  // rows of 32 KB
  const File<int> file(saved(t));
  const auto row = counting({8192}) * 5;
  const auto column = tensor({-1, -2}).reshape({2, 1});
  file.index_put_({tensor({3, 39})}, row);
  t.index_put_({tensor({3, 39})}, row);
  file.index_put_({tensor({5, 38})}, column);
  t.index_put_({tensor({5, 38})}, column);
  file.index_put_({tensor({7, 7})}, column, true);
  t.index_put_({tensor({7, 7})}, column, true);
  EXPECT_TRUE(array_equal(loaded(), t));
}

TEST_F(TensorFile, KeepsPlans) {
  const auto t = counting({5, 3});
  const File<int> file(saved(t), small());
  const Plan rows = file.plan({tensor({4, 0})});
  EXPECT_TRUE(array_equal(file.read(rows), t.index({tensor({4, 0})})));
  file.write_(rows, 1, true);
  file.write_(rows, {10, 20, 30}, {.reduce = Reduce::add});
  EXPECT_TRUE(is(file.index({tensor({0, 4})}), {2, 3}, {11, 22, 33, 23, 34, 45}));
  EXPECT_TRUE(is(t.plan({tensor({4})}).read(loaded()), {1, 3}, {23, 34, 45}));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)file.read(counting({3, 5}).plan({0})); },
                                 "File::read: the plan is for shape (3, 5) with strides (5, 1), "
                                 "the file has shape (5, 3) with "
                                 "strides (3, 1)"));
  EXPECT_THROW(file.write_(rows, 1, {.bounds = Bounds::wrap}), ValueError);
}

TEST_F(TensorFile, OfRankZeroAndWithoutElements) {
  const File<int> one(saved(full({}, 7)));
  EXPECT_TRUE(is(one.index({}), {}, {7}));
  EXPECT_TRUE(is(one.index({None, true}), {1, 1}, {7}));
  one.index_put_({}, 8);
  EXPECT_EQ(loaded().item(), 8);
  const File<int> none(saved(zeros<int>({0, 3})));
  EXPECT_TRUE(is(none.index({Slice(), tensor({2, 2})}), {0, 2}, {}));
  none.index_put_({}, 1);
}

TEST_F(TensorFile, MovesNothingWhereThereIsNothingToMove) {
  const auto all_of = [&](const FileOptions& options) {
    empty_work::expect_nothing_moves_in_files(
        [&](const empty_work::Case& c) { return File<int>(saved(counting(c.source)), options); });
  };
  index_t first = -1;
  FileOptions options{.memory = 1, .block = 16, .atomic = true};
  options.progress = [&](index_t done, index_t) { return first = done, true; };
  all_of({});
  all_of(options);
  EXPECT_EQ(first, 0);  // of the last call, which selects nothing
  set_executor({[](index_t parts, Executor::Task task, const void* work) {
                  for (index_t part = 0; part < parts; ++part) task(work, part);
                },
                3, 1});
  all_of(small());
  set_executor({});
  EXPECT_EQ(directory.count(), 1U);
}

TEST_F(TensorFile, InFortranOrder) {
  // numpy.save(f, numpy.asfortranarray(numpy.arange(12, dtype='i4').reshape(3, 4)))
  std::string bytes("\x93NUMPY\x01\x00\x76\x00", 10);
  std::string header = "{'descr': '<i4', 'fortran_order': True, 'shape': (3, 4), }";
  header.resize(0x76 - 1, ' ');
  const auto t = counting({3, 4});
  const auto columns = t.transpose().contiguous();
  std::ofstream(path, std::ios::binary)
      << bytes << header << '\n'
      << std::string(reinterpret_cast<const char*>(columns.data()), 48);
  const File<int> file(path, small());
  EXPECT_TRUE(array_equal(file.index({tensor({2, 0}), Slice(1, 3)}),
                          t.index({tensor({2, 0}), Slice(1, 3)})));
  file.index_put_({1}, {5, 6, 7, 8});
  t.index_put_({1}, {5, 6, 7, 8});
  EXPECT_TRUE(array_equal(loaded(), t));
}

TEST_F(TensorFile, MovesLongRunsAndFarApartElements) {
  const auto t = counting({40, 8192});  // rows of 32 KB, blocks of 1 MB
  const File<int> file(saved(t));
  const auto i = tensor({39, 3, 39, 0});
  EXPECT_TRUE(array_equal(file.index({i}), t.index({i})));
  EXPECT_TRUE(array_equal(file.index({i, 8000}), t.index({i, 8000})));
  EXPECT_TRUE(array_equal(file.index({Slice(None, None, 3), Slice(2)}),
                          t.index({Slice(None, None, 3), Slice(2)})));
  const auto value = counting({4, 8192}) * 3;
  file.index_put_({i}, value);
  t.index_put_({i}, value);
  file.index_put_({Slice(), 77}, -1);
  t.index_put_({Slice(), 77}, -1);
  EXPECT_TRUE(array_equal(loaded(), t));
}

/// Far apart and close together, of a few bytes and of a KB, from large blocks and from small ones; in
/// the page cache, and not.
TEST_F(TensorFile, ReadsTheSameHoweverFarApartTheRowsAre) {
  const auto t = counting({8192, 256});  // 8 MB
  saved(t);
  for (const index_t block : {index_t{1} << 20, index_t{1} << 14}) {
    const File<const int> file(path, {.block = block});
    for (const index_t step : {1, 3, 41, 640}) {
      const auto near = arange(8192 / step) * step;
      const auto mixed = near * 5 % 8192;
      const detail::Descriptor raw(::open(path.c_str(), O_RDONLY));
      ::fsync(raw.get());
      ::posix_fadvise(raw.get(), 0, 0, POSIX_FADV_DONTNEED);
      EXPECT_TRUE(array_equal(file.index({near}), t.index({near}))) << step;
      EXPECT_TRUE(array_equal(file.index({mixed}), t.index({mixed}))) << step;
      EXPECT_TRUE(array_equal(file.index({mixed, 7}), t.index({mixed, 7}))) << step;
    }
  }
}

/// Where the values leave gaps, the elements there stay; elsewhere nothing has to be read.
TEST_F(TensorFile, AssignsRowsWithAndWithoutGaps) {
  const auto t = counting({64, 64});
  const File<int> file(saved(t), {.block = 4096});  // 16 rows
  const auto put = [&](const std::vector<TensorIndex>& terms, const Tensor<int>& value) {
    file.index_put_(terms, value);
    t.index_put_(terms, value);
    EXPECT_TRUE(array_equal(loaded(), t));
  };
  put({tensor({40, 41, 43, 40, 2})}, counting({5, 64}) * 7);  // 40 twice, 42 is a gap
  put({Slice(5, 50)}, tensor({-1}));
  put({Slice(None, None, -2), Slice(3, 60, 3)}, counting({32, 19}) * -3);
  put({Slice(1, 60, 20)}, counting({64}));
}

TEST_F(TensorFile, ReadsBoolsThatAreNone) {
  save_npy(path, tensor({true, false, true}));
  std::fstream raw(path, std::ios::in | std::ios::out | std::ios::binary);
  raw.seekp(128);
  raw.put('\x07');
  raw.close();
  EXPECT_TRUE(is(File<bool>(path).index({tensor({0, 1})}), {2}, {true, false}));
}

TEST_F(TensorFile, TakesOptionsOfAnySize) {
  constexpr index_t kMost = std::numeric_limits<index_t>::max();
  const auto t = counting({64, 3});
  for (const index_t block : {index_t{1}, kMost}) {
    for (const index_t memory : {index_t{1}, kMost}) {
      const File<int> file(saved(t), {.memory = memory, .block = block});
      EXPECT_TRUE(array_equal(file.index({tensor({63, 0, 63})}), t.index({tensor({63, 0, 63})})));
      file.index_put_({tensor({63, 0})}, 1, {.reduce = Reduce::add});
      EXPECT_EQ(sum(loaded()).item(), sum(t).item() + 6);
    }
  }
}

/// Bytes that malloc has given.
index_t allocated() {
  const auto now = mallinfo2();
  return static_cast<index_t>(now.uordblks + now.hblkhd);
}

TEST_F(TensorFile, HoldsNoMoreThanItMay) {
  constexpr index_t kMemory = index_t{1} << 20;
  index_t most = 0;
  FileOptions options{.memory = kMemory, .block = 1 << 14};
  options.progress = [&](index_t, index_t) { return most = std::max(most, allocated()), true; };
  const auto t = counting({1 << 18});
  const File<int> file(saved(t), options);
  const Tensor<index_t> at = arange<index_t>(200000) * 1009 % (1 << 18);
  const Plan far = file.plan({at});
  const Plan all = file.plan({});
  const auto value = counting({200000});
  const index_t limit = large_allocations().limit();
  large_allocations().set_limit(0);
  const auto check = [&](const Plan& plan, const char* does) {
    const index_t before = allocated();
    most = 0;
    const auto read = file.read(plan);
    EXPECT_TRUE(array_equal(read, plan.read(t))) << does;
    EXPECT_LT(most - before, kMemory + numel(DimsView(plan.result_shape())) * 4) << does;
  };
  check(far, "far apart");
  check(all, "all");
  const index_t before = allocated();
  most = 0;
  file.write_(far, value);
  EXPECT_LT(most - before, kMemory);
  t.index_put_({at}, value);
  EXPECT_TRUE(array_equal(loaded(), t));
  large_allocations().set_limit(limit);
}

/// 56 bytes for each run, and 64 for each block.
TEST_F(TensorFile, ReadsEachBlockOnceIfTheRunsFitMemory) {
  constexpr index_t kRows = 20000;
  index_t calls = 0;
  const auto t = counting({1 << 15, 4});
  const std::string name = saved(t);
  const Tensor<index_t> at = arange<index_t>(kRows) * 7919 % (1 << 15);
  const auto told = [&](index_t memory) {
    FileOptions options{.memory = memory, .block = 1 << 14};  // 32 blocks
    options.progress = [&](index_t, index_t) { return ++calls, true; };
    calls = 0;
    const File<int> file(name, options);
    EXPECT_TRUE(array_equal(file.index({at}), t.index({at})));
    return calls - 1;  // one at the beginning
  };
  EXPECT_EQ(told(kRows * 56 + 32 * 64 + (1 << 14)), 32);
  EXPECT_GT(told(kRows * 56), 32);
}

TEST_F(TensorFile, SaysThatChunksThatComeAgainMayNotBeComplete) {
  index_t calls = 0;
  FileOptions options{.memory = 1, .block = 65536};
  options.progress = [&](index_t done, index_t total) { return ++calls, done * 2 < total; };
  const File<float> file((save_npy(path, zeros<float>({4096, 16})), path), options);
  const Tensor<index_t> at = arange<index_t>(200000) * 1009 % 4096;
  EXPECT_TRUE(throws<Cancelled>([&] { file.index_put_({at}, 1, true); },
                                "File::index_put_: " + path +
                                    ": was cancelled; chunks 0 to 3 of 4 were written before, "
                                    "perhaps in part"));
  EXPECT_EQ(file.written_chunks(), (std::vector<index_t>{0, 1, 2, 3}));
  EXPECT_GT(calls, 100);
}

TEST_F(TensorFile, RefusesWhatItCannotRead) {
  saved(counting({4}));
  EXPECT_TRUE(throws<ValueError>(
      [&] { File<float> file(path); },
      "File: " + path + ": holds int32 ('<i4'), but float32 ('<f4') was asked for"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { File<int> file(directory.file("none.npy")); },
      "File: " + directory.file("none.npy") + ": cannot be opened: No such file or directory"));
  EXPECT_TRUE(throws<ValueError>([&] { File<int> file(path, {.memory = 0}); },
                                 "File: memory is 0, it must be at least 1"));
  EXPECT_TRUE(throws<ValueError>([&] { File<int> file(path, {.block = -4}); },
                                 "File: block is -4, it must be at least 1"));
}

TEST_F(TensorFile, ChecksEverythingBeforeItWrites) {
  const auto t = counting({8});
  const File<int> file(saved(t), small());
  EXPECT_THROW(file.index_put_({tensor({0, 8})}, 1), IndexError);
  EXPECT_TRUE(throws<ShapeError>(
      [&] { file.index_put_({tensor({0, 1})}, {1, 2, 3}); },
      "File::index_put_: value of shape (3) cannot be broadcast to the indexed shape (2)"));
  EXPECT_TRUE(array_equal(loaded(), t));
}

TEST_F(TensorFile, TellsHowFarItIsAndStops) {
  const auto t = zeros<int>({3 << 20});  // 12 blocks of a MB
  const std::string name = saved(t);
  std::vector<index_t> told;
  FileOptions options;
  options.progress = [&](index_t done, index_t total) {
    EXPECT_EQ(total, 12 << 20);
    told.push_back(done);
    return done < 6 << 20;
  };
  const File<int> file(name, options);
  EXPECT_TRUE(throws<Cancelled>([&] { (void)file.index({Slice()}); },
                                "File::index: " + name + ": was cancelled"));
  std::vector<index_t> each;
  for (index_t chunk = 0; chunk <= 6; ++chunk) each.push_back(chunk << 20);
  EXPECT_EQ(told, each);
  EXPECT_TRUE(throws<Cancelled>(
      [&] { file.index_put_({Slice()}, 1); },
      "File::index_put_: " + name + ": was cancelled; chunks 0 to 5 of 12 were written before"));
  EXPECT_EQ(file.written_chunks(), (std::vector<index_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(sum(loaded()).item(), 6 << 18);

  options.atomic = true;
  EXPECT_TRUE(
      throws<Cancelled>([&] { File<int>(name, options).index_put_({Slice()}, 5); },
                        "File::index_put_: " + name +
                            ": was cancelled; this writes to a copy, and the file is as it was"));
  EXPECT_EQ(sum(loaded()).item(), 6 << 18);
}

TEST_F(TensorFile, TellsOfTheEndAlsoWhereThePolicySkips) {
  std::vector<index_t> told;
  FileOptions options = small();
  options.progress = [&](index_t done, index_t /*total*/) {
    told.push_back(done);
    return true;
  };
  const File<int> file(saved(counting({4})), options);
  (void)file.index({tensor({9, 1, 9})}, {.bounds = Bounds::fill});
  EXPECT_EQ(told, (std::vector<index_t>{0, 4, 12}));
  told.clear();
  file.index_put_({tensor({9, 1, 9})}, 5, {.bounds = Bounds::drop});
  EXPECT_EQ(told, (std::vector<index_t>{0, 4, 12}));
}

/// An element of each block is as good a reason to tell of it as all of them.
TEST_F(TensorFile, TellsOfEachChunkHoweverLittleItGives) {
  std::vector<index_t> told;
  FileOptions options{.block = 4096};
  options.progress = [&](index_t done, index_t total) {
    EXPECT_EQ(total, 400);
    told.push_back(done);
    return told.size() <= 40;
  };
  const File<int> file(saved(zeros<int>({100, 1024})), options);
  EXPECT_THROW((void)file.index({Slice(), 7}), Cancelled);
  ASSERT_EQ(told.size(), 41U);
  for (std::size_t k = 0; k < told.size(); ++k) EXPECT_EQ(told[k], static_cast<index_t>(4 * k));
}

TEST_F(TensorFile, SaysWhichChunksWereWritten) {
  index_t most = 0;
  FileOptions options{.block = 16};
  options.progress = [&](index_t done, index_t) { return done < 4 * most; };
  const File<int> file(saved(zeros<int>({64})), options);
  const auto said = [&](const Tensor<index_t>& at, index_t elements) {
    most = elements;
    try {
      file.index_put_({at}, 1);
    } catch (const Cancelled& error) {
      const std::string text = error.what();
      return text.substr(text.find("; ") + 2);
    }
    return std::string();
  };
  EXPECT_EQ(said(arange<index_t>(64), 0), "no chunk was written before");
  EXPECT_EQ(file.written_chunks(), std::vector<index_t>{});
  EXPECT_EQ(said(tensor<index_t>({63, 12, 9}), 1), "chunk 2 of 16 was written before");
  EXPECT_EQ(said(tensor<index_t>({3, 60, 4, 12, 16, 20}), 5),
            "chunks 0, 1, 3 to 5 of 16 were written before");
  EXPECT_EQ(file.written_chunks(), (std::vector<index_t>{0, 1, 3, 4, 5}));
  most = 99;
  file.index_put_({tensor({40, 1})}, 1);
  EXPECT_EQ(file.written_chunks(), (std::vector<index_t>{0, 10}));
  EXPECT_THROW(file.index_put_({tensor({0, 99})}, 1), IndexError);
  EXPECT_EQ(file.written_chunks(), std::vector<index_t>{});
}

TEST_F(TensorFile, SaysItShortlyOfManyChunks) {
  FileOptions options{.block = 4};
  options.progress = [&](index_t done, index_t total) { return done < total; };
  const File<int> file(saved(zeros<int>({4000})), options);
  EXPECT_TRUE(throws<Cancelled>(
      [&] { file.index_put_({Slice(None, None, 2)}, 1); },
      "File::index_put_: " + path +
          ": was cancelled; chunks 0, 2, 4, 6, 8, 10, 12, 14 and 1992 others of 4000 were written "
          "before"));
  EXPECT_EQ(file.written_chunks().size(), 2000U);
}

/// What is written to the old file would be lost.
TEST_F(TensorFile, DoesNotWriteToAFileThatWasReplaced) {
  FileOptions at_once = small();
  at_once.atomic = true;
  const File<int> in_place(saved(counting({6})), small());
  const File<int> first(path, at_once);
  const File<int> second(path, at_once);
  const File<int> copy = first;
  const std::string why =
      ": " + path +
      ": was replaced, moved or deleted after it was opened: what is written would be lost; ";
  const std::string as_it_was = "this writes to a copy, and the file is as it was";
  first.index_put_({0}, 7);
  EXPECT_TRUE(
      throws<ValueError>([&] { second.index_put_({1}, 8); }, "File::index_put_" + why + as_it_was));
  EXPECT_TRUE(throws<ValueError>([&] { in_place.write_(in_place.plan({2}), 9); },
                                 "File::write_" + why + "no chunk was written before"));
  copy.index_put_({3}, 10);  // the same File as the first
  EXPECT_TRUE(is(loaded(), {6}, {7, 1, 2, 10, 4, 5}));
  EXPECT_TRUE(is(in_place.index({}), {6}, {0, 1, 2, 3, 4, 5}));  // it can still be read
  const File<int> again(path, small());
  again.index_put_({1}, 8);
  ASSERT_EQ(::unlink(path.c_str()), 0);
  EXPECT_TRUE(throws<ValueError>([&] { again.index_put_({2}, 9); },
                                 "File::index_put_" + why + "no chunk was written before"));
  EXPECT_TRUE(
      throws<ValueError>([&] { first.index_put_({2}, 9); }, "File::index_put_" + why + as_it_was));
  EXPECT_EQ(directory.count(), 0U);
}

/// While the copy is written, too.
TEST_F(TensorFile, DoesNotReplaceAFileThatWasReplacedMeanwhile) {
  FileOptions options = small();
  options.atomic = true;
  options.progress = [&](index_t done, index_t total) {
    if (done == total) save_npy(path, counting({5}));
    return true;
  };
  const File<int> file(saved(counting({6})), options);
  EXPECT_THROW(file.index_put_({0}, 7), ValueError);
  EXPECT_TRUE(is(loaded(), {5}, {0, 1, 2, 3, 4}));
  EXPECT_EQ(directory.count(), 1U);
}

/// Its relative name then means nothing, but the file is the same.
TEST_F(TensorFile, WritesAfterItsFolderWasLeft) {
  saved(counting({6}));
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  const File<int> file("x.npy", small());
  std::filesystem::current_path("/");
  file.index_put_({0}, 7);
  std::filesystem::current_path(before);
  EXPECT_TRUE(is(loaded(), {6}, {7, 1, 2, 3, 4, 5}));
}

/// Saves the tensor in the other byte order, writes to it through a File and reads that back, and
/// compares the bytes of the file with those of the tensor that the same writes give.
template <class T>
void check_other_order(const std::string& path, const Tensor<T>& t) {
  const auto saved = [&](const Tensor<T>& some) {
    save_npy(path, some);
    return npy_files::turned(npy_files::read(path));
  };
  for (const FileOptions& options :
       {FileOptions{.memory = 1, .block = 32}, FileOptions{}, FileOptions{.atomic = true}}) {
    const auto copy = t.clone();
    npy_files::write(path, saved(copy));
    const File<T> file(path, options);
    const auto rows = tensor({3900, 1, 3900, 0});
    EXPECT_TRUE(array_equal(file.index({}), copy));
    EXPECT_TRUE(array_equal(file.index({rows}), copy.index({rows})));
    EXPECT_TRUE(array_equal(file.index({Slice(None, None, -1), 1}),
                            copy.index({Slice(None, None, -1), 1})));
    const auto write = [&](const std::vector<TensorIndex>& terms, const auto& value, bool adds) {
      file.index_put_(terms, value, adds);
      copy.index_put_(terms, value, adds);
    };
    write({rows}, T(2), true);
    write({Slice(5, None, 7), 0}, T(3), false);
    write({Slice(100, 3900)}, copy.index({Slice(0, 3800)}).clone(), false);  // in one long run
    EXPECT_TRUE(array_equal(file.index({}), copy));
    const std::string bytes = npy_files::read(path);
    EXPECT_TRUE(bytes == saved(copy));
  }
}

TEST_F(TensorFile, ConvertsTheOtherByteOrder) {
  check_other_order<std::int16_t>(path, counting({4000, 3}).to<std::int16_t>());
  check_other_order<double>(path, counting({4000, 3}).to<double>());
  check_other_order<float16>(path, (counting({4000, 2}) % 1000).to<float16>());
  check_other_order<std::complex<float>>(path, counting({4000, 2}).to<std::complex<float>>());
  EXPECT_TRUE(is(File<const std::int32_t>(npy_files::from_numpy("fortran_big")).index({1, 2}), {4},
                 {20, 21, 22, 23}));
  EXPECT_TRUE(is(File<const bfloat16>(npy_files::from_numpy("bfloat16_big")).index({0, 1}), {},
                 {bfloat16(1.5F)}));
}

/// A map of the file changes while it is written.
TEST_F(TensorFile, WritesFromAMapOfItselfAsFromACopy) {
  const auto t = counting({64});
  const File<int> file(saved(t), {.block = 16});
  const auto map = map_npy<int>(path);
  const auto write = [&](const std::vector<TensorIndex>& terms, const Tensor<const int>& value,
                         bool adds) {
    const auto copy = value.clone();
    file.index_put_(terms, value, adds);
    t.index_put_(terms, copy, adds);
    EXPECT_TRUE(array_equal(loaded(), t));
  };
  write({}, map.index({Slice(None, None, -1)}), false);
  write({Slice(1)}, map.index({Slice(0, 63)}), false);
  write({}, map.index({Slice(2, 3)}), true);
  write({}, map.reshape({64, 1}).index({5}), true);
  write({tensor({60, 0, 60})}, map.index({Slice(0, 3)}), true);
  File<int>(path, {.block = 16, .atomic = true}).index_put_({}, map.index({Slice(None, None, -1)}));
  EXPECT_TRUE(array_equal(loaded(), t.index({Slice(None, None, -1)})));
  EXPECT_TRUE(array_equal(map, t));
}

struct OwnValueError : ValueError {
  using ValueError::ValueError;
  int number = 42;
};
struct OwnCancelled : Cancelled {
  using Cancelled::Cancelled;
};

/// What a user's function throws leaves the call as it is.
TEST_F(TensorFile, PassesOnExceptionsOfClassesOfTheirOwn) {
  FileOptions options{.block = 16};
  options.progress = [](index_t done, index_t total) -> bool {
    return done < total || (throw OwnCancelled("enough"), false);
  };
  const File<int> file(saved(counting({64})), options);
  EXPECT_THROW((void)file.index({Slice()}), OwnCancelled);
  EXPECT_THROW(file.index_put_({Slice()}, 1), OwnCancelled);
  EXPECT_EQ(file.written_chunks().size(), 16U);

  const auto file_by = [&](const auto& thrown, bool atomic) {
    const File<int> with(path, {.block = 16, .atomic = atomic});
    try {
      int calls = 0;
      with.index_put_({Slice()}, 7, {.reduce = [&](int, int b) {
                        if (++calls > 9) throw thrown;
                        return b;
                      }});
    } catch (const OwnValueError& error) {
      EXPECT_EQ(error.number, 42);
    } catch (const std::bad_alloc&) {
    } catch (const std::string& text) {
      EXPECT_EQ(text, "foreign");
    }
    return with.written_chunks();
  };
  EXPECT_EQ(file_by(OwnValueError("mine"), false), (std::vector<index_t>{0, 1}));
  EXPECT_EQ(file_by(std::bad_alloc(), false), (std::vector<index_t>{0, 1}));
  EXPECT_EQ(file_by(std::string("foreign"), false), (std::vector<index_t>{0, 1}));
  EXPECT_EQ(sum(loaded()).item(), 8 * 7 + 56);
  EXPECT_EQ(file_by(std::string("foreign"), true), std::vector<index_t>{});
}

TEST_F(TensorFile, ReplacesTheFileAtOnceWhereAskedTo) {
  const auto t = counting({6});
  FileOptions options = small();
  options.atomic = true;
  const File<int> file(saved(t), options);
  const auto mapped = map_npy<int>(path);
  file.index_put_({tensor({1, 5})}, 0);
  file.index_put_({tensor({1, 5})}, 3, true);  // the new file is written from now on
  EXPECT_TRUE(is(loaded(), {6}, {0, 3, 2, 3, 4, 3}));
  EXPECT_TRUE(is(file.index({}), {6}, {0, 3, 2, 3, 4, 3}));
  EXPECT_TRUE(array_equal(mapped, t));  // who has the old one open keeps it
}

TEST_F(TensorFile, IsATableOfBags) {
  const auto table = counting({9, 3}).to<float>() / 7.F;
  save_npy(path, table);
  const File<const float> file(path, small());
  const auto bits = [&](const auto& ids, const EmbeddingBagOptions<float>& options = {}) {
    return array_equal(embedding_bag(file, ids, options), embedding_bag(table, ids, options));
  };
  const auto ids = tensor({{8, 1, -1}, {8, 8, 0}, {1, 1, 1}});
  const auto flat = tensor<std::int8_t>({4, -5, 4, 0, 8, 0, 2});
  const auto offsets = tensor({0, 2, 2, 6});
  EXPECT_TRUE(bits(ids));
  EXPECT_TRUE(bits(ids.transpose(), {.mode = BagMode::mean}));
  EXPECT_TRUE(bits(ids, {.mode = BagMode::max, .padding_index = -1}));
  EXPECT_TRUE(bits(flat, {.offsets = offsets}));
  EXPECT_TRUE(bits(flat, {.offsets = offsets, .mode = BagMode::mean, .padding_index = 0}));
  EXPECT_TRUE(bits(flat, {.offsets = tensor({0, 7}), .include_last_offset = true}));
  EXPECT_TRUE(
      bits(flat, {.offsets = offsets, .weights = linspace<float>(-1, 1, 7), .padding_index = 4}));
  EXPECT_TRUE(bits(zeros<index_t>({2, 0})));
  EXPECT_TRUE(bits(zeros<index_t>({0, 2})));
  EXPECT_TRUE(array_equal(embedding_bag(file, {{0, 1}}), sum(table.index({Slice(0, 2)}), 0, true)));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)embedding_bag(file, {{0, 9}}); },
      "embedding_bag: index 9 at [0, 1] is out of bounds for dimension 0 with size 9"));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)embedding_bag(file, {{0}}, {.scale = ones<float>({9})}); },
                         "embedding_bag: scale and bias are for tables of int8 and uint8"));
}

TEST_F(TensorFile, IsATableOfBagsOfBytes) {
  const auto table = counting({6, 12}).to<std::uint8_t>();
  save_npy(path, table);
  const File<const std::uint8_t> file(path, small());
  const auto scale = linspace<float>(1, 2, 6);
  const auto bias = linspace<float>(-3, 3, 6);
  const auto ids = tensor({{5, 0}, {3, 5}});
  const EmbeddingBagOptions<float> options{.scale = scale, .bias = bias};
  EXPECT_TRUE(array_equal(embedding_bag(file, ids, options), embedding_bag(table, ids, options)));
  EXPECT_TRUE(array_equal(embedding_bag(file, ids, {.scale_in_row = true}),
                          embedding_bag(table, ids, {.scale_in_row = true})));
  // Of the three rows that are read, not of all.
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)embedding_bag(file, ids, {.scale = ones<float>({3})}); },
      "embedding_bag: a scale or bias of shape (3) must have shape (6), a number for each row"));
}

}  // namespace tensor_file_test
