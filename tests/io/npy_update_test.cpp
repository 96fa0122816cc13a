// .npy files changed in place: mapped for writing, appended to.
#include <string>

#include <gtest/gtest.h>

#include <ndx/io/npy/npy_update.hpp>
#include <ndx/ndx.hpp>

#include "npy_files.hpp"
#include "support/expect.hpp"

namespace npy_update_test {

using expect::counting;
using expect::is;
using expect::throws;
using npy_files::TemporaryDirectory;

// ---- Mapped.

TEST(MapNpyRw, WritesToTheFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  ndx::save_npy(path, counting({2, 3}));
  ndx::Tensor<int> row;
  {
    const auto t = ndx::map_npy_rw<int>(path);
    EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
    row = t[1];
  }
  row.fill_(7);
  EXPECT_TRUE(is(ndx::map_npy<int>(path), {2, 3}, {0, 1, 2, 7, 7, 7}));
  row = {};
  EXPECT_TRUE(is(ndx::load_npy<int>(path), {2, 3}, {0, 1, 2, 7, 7, 7}));
}

TEST(MapNpyRw, KeepsFortranOrder) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  npy_files::write(path, npy_files::native_bytes("fortran"));
  const auto loaded = ndx::load_npy<int>(path);
  const auto t = ndx::map_npy_rw<int>(path);
  EXPECT_EQ(t.strides(), loaded.strides());
  EXPECT_TRUE(ndx::array_equal(t, loaded));
}

TEST(MapNpyRw, RefusesWhatCannotBeWrittenInPlace) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto refused = [&](const std::string& bytes, const std::string& why) {
    npy_files::write(path, bytes);
    return throws<ndx::ValueError>([&] { return ndx::map_npy_rw<int>(path); },
                                   "map_npy_rw: " + path + ": " + why);
  };
  const std::string other = npy_files::kOtherOrder + "i4'";
  EXPECT_TRUE(refused(npy_files::with_shape("(2,)", 8, "'" + other),
                      "holds int32 ('" + other +
                          "), whose byte order is not this machine's; load_npy converts it"));
  const std::string misaligned = npy_files::with_shape("(2, )", 8, "'" + npy_files::kOrder + "i4'");
  ASSERT_NE((misaligned.size() - 8) % 4, 0U);
  EXPECT_TRUE(refused(misaligned, "its elements begin at byte " +
                                      std::to_string(misaligned.size() - 8) +
                                      ", which is not aligned to 4; save_npy aligns them"));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { return ndx::map_npy_rw<int>(directory.file("none")); },
      "map_npy_rw: " + directory.file("none") + ": cannot be opened: No such file or directory"));
  ndx::save_npy(path, ndx::zeros<int>({0, 3}));
  EXPECT_TRUE(is(ndx::map_npy_rw<int>(path), {0, 3}, {}));
  npy_files::write(path, npy_files::native_bytes("bool_bytes"));
  EXPECT_THROW(static_cast<void>(ndx::map_npy_rw<bool>(path)), ndx::ValueError);
}

// ---- Appended.

TEST(AppendNpy, GivesTheFileThatOneSaveWouldGive) {
  const TemporaryDirectory directory;
  const std::string parts = directory.file("parts.npy");
  const std::string whole = directory.file("whole.npy");
  const auto t = counting({1200, 2, 3});
  ndx::append_npy(parts, t.narrow(0, 0, 1));
  ndx::append_npy(parts, t.narrow(0, 1, 0));
  ndx::append_npy(parts, t.narrow(0, 1, 9));
  ndx::append_npy(parts, t.narrow(0, 10, 1190));
  ndx::save_npy(whole, t);
  EXPECT_EQ(npy_files::read(parts), npy_files::read(whole));
}

TEST(AppendNpy, TakesAnyStridesAndTypes) {
  struct Point {
    int x, y;
  };
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto t = counting({2, 3});
  ndx::append_npy(path, t);
  ndx::append_npy(path, t.flip());
  ndx::append_npy(path, counting({3, 2}).transpose());
  const ndx::Tensor<const int> read_only = t.select(0, 1).expand({2, 3});
  ndx::append_npy(path, read_only);
  EXPECT_TRUE(is(ndx::load_npy<int>(path), {8, 3},
                 {0, 1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0, 0, 2, 4, 1, 3, 5, 3, 4, 5, 3, 4, 5}));
  ndx::append_npy(path, ndx::map_npy<int>(path));
  EXPECT_EQ(ndx::load_npy<int>(path).size(0), 16);
  const std::string points = directory.file("points.npy");
  for (int i = 0; i < 3; ++i) ndx::append_npy(points, ndx::full({2}, Point{i, 10 * i}));
  EXPECT_EQ(ndx::load_npy<Point>(points).at(5).y, 20);
}

TEST(AppendNpy, TakesEveryVersion) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const std::string header = "{'descr': '" + npy_files::kOrder +
                             "i4', 'fortran_order': False, 'shape': (1,), }" +
                             std::string(20, ' ') + "\n";
  for (const char version : {'\1', '\2', '\3'}) {
    npy_files::write(path, npy_files::with_header(header, version) + std::string(4, '\0'));
    ndx::append_npy(path, counting({11}));
    EXPECT_TRUE(is(ndx::load_npy<int>(path), {12}, {0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  }
}

TEST(AppendNpy, RefusesAndLeavesTheFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  ndx::save_npy(path, counting({2, 3}));
  const std::string old = npy_files::read(path);
  const std::string place = "append_npy: " + path + ": ";
  const auto refused = [&](const auto& tensor, const std::string& why) {
    return throws<ndx::ShapeError>([&] { ndx::append_npy(path, tensor); }, place + why);
  };
  EXPECT_TRUE(
      refused(counting({2, 4}), "has shape (2, 3), to which shape (2, 4) cannot be appended"));
  EXPECT_TRUE(refused(counting({3}), "has shape (2, 3), to which shape (3) cannot be appended"));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { ndx::append_npy(path, ndx::zeros<float>({1, 3})); },
                                      place + "holds int32 ('" + npy_files::kOrder +
                                          "i4'), but float32 ('" + npy_files::kOrder +
                                          "f4') was asked for"));
  EXPECT_EQ(npy_files::read(path), old);

  npy_files::write(path, npy_files::native_bytes("rank0"));
  EXPECT_TRUE(refused(ndx::full({1}, 1.0), "has shape (), to which shape (1) cannot be appended"));
  for (const std::string& file : {path, directory.file("none.npy")}) {
    EXPECT_TRUE(throws<ndx::ShapeError>([&] { ndx::append_npy(file, ndx::full({}, 1)); },
                                        "append_npy: a tensor of rank 0 has no dim to append "
                                        "along"));
  }
  EXPECT_EQ(directory.count(), 1U);
  const std::string tight =
      "{'descr': '" + npy_files::kOrder + "i4', 'fortran_order': False, 'shape': (1,), }\n";
  npy_files::write(path, npy_files::with_header(tight) + std::string(4, '\0'));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { ndx::append_npy(path, counting({9})); },
                                      place + "its header of " + std::to_string(tight.size()) +
                                          " bytes has no room for shape (10)"));
  const std::string fortran = npy_files::with_header(
      "{'descr': '" + npy_files::kOrder + "i4', 'fortran_order': True, 'shape': (1, 1), }\n");
  npy_files::write(path, fortran + std::string(4, '\0'));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { ndx::append_npy(path, counting({1, 1})); },
                                      place + "is in Fortran order, to which nothing can be "
                                              "appended"));
  const std::string other = npy_files::kOtherOrder + "i4'";
  npy_files::write(path, npy_files::with_shape("(2,)", 8, "'" + other));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { ndx::append_npy(path, counting({1})); },
      place + "holds int32 ('" + other + "), whose byte order is not this machine's"));
}

}  // namespace npy_update_test
