// HDF5 files: what h5py writes and reads, what no tensor can hold, what is damaged or hostile, and
// never half a file.
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <malloc.h>

#include <ndx/interop/hdf5/hdf5_dataset.hpp>
#include <ndx/ndx.hpp>

#include "io/element_types.hpp"
#include "io/harsh_systems.hpp"
#include "io/npy_files.hpp"
#include "support/expect.hpp"

// libhdf5 1.10 does not free all that it has read of a damaged file.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }

namespace {

using element_types::numbers;
using element_types::same;
using expect::counting;
using expect::is;
using expect::throws;
using ndx::index_t;
using npy_files::TemporaryDirectory;

bool h5py(const std::string& does, const TemporaryDirectory& directory) {
  return element_types::python("interop/hdf5/hdf5_h5py.py " + does, directory.path());
}

ndx::Tensor<double> large() { return ndx::arange<double>(60000).reshape({200, 300}); }

// ---- With h5py.

TEST(LoadHdf5, ReadsWhatH5pyWrites) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(h5py("write", directory));
  for (const char* const name : {"h5py.h5", "h5py_latest.h5"}) {
    const std::string path = directory.file(name);
    element_types::for_each([&]<class T>(const std::string& type) {
      for (const std::string& set : {type, "big/" + type, "/big/" + type}) {
        EXPECT_TRUE(same(ndx::load_hdf5<T>(path, set), numbers<T>())) << set;
        const auto any = ndx::load_hdf5_any(path, set);
        EXPECT_TRUE(same(std::get<ndx::Tensor<T>>(any), numbers<T>())) << set;
      }
    });
    EXPECT_TRUE(is(ndx::load_hdf5<double>(path, "scalar"), {}, {2.5}));
    EXPECT_TRUE(is(ndx::load_hdf5<double>(path, "empty"), {0, 3}, {}));
    EXPECT_TRUE(is(ndx::load_hdf5<index_t>(path, "layer/\xC3\xBC"), {2}, {0, 1}));
    EXPECT_TRUE(is(ndx::load_hdf5<index_t>(path, "soft"), {2}, {0, 1}));
    EXPECT_TRUE(same(ndx::load_hdf5<double>(path, "deflated"), large()));
    EXPECT_TRUE(same(ndx::load_hdf5<double>(path, "growing"), large()));
    EXPECT_TRUE(same(ndx::load_hdf5<int>(path, "unwritten"), ndx::full({3, 4}, 7)));
    EXPECT_TRUE(same(ndx::load_hdf5<int>(path, "unwritten_chunks"), ndx::full({3, 4}, -1)));
  }
}

TEST(LoadHdf5, SaysWhatNoTensorCanHold) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(h5py("write", directory));
  const std::string path = directory.file("h5py_latest.h5");
  const auto refused = [&](const std::string& name, const std::string& why) {
    return throws<ndx::ValueError>([&] { static_cast<void>(ndx::load_hdf5_any(path, name)); },
                                   "load_hdf5_any: " + path + ": '" + name + "' " + why +
                                       ", which no tensor can hold") &&
           throws<ndx::ValueError>(
               [&] { static_cast<void>(ndx::load_hdf5<float>(path, name)); },
               "load_hdf5: " + path + ": '" + name + "' " + why + ", but float32 was asked for");
  };
  EXPECT_TRUE(refused("strings", "holds strings"));
  EXPECT_TRUE(refused("fixed_strings", "holds strings"));
  EXPECT_TRUE(refused("structs", "holds structs of 'x', 'y'"));
  EXPECT_TRUE(refused("lists", "holds lists of variable length"));
  EXPECT_TRUE(refused("references", "holds references"));
  EXPECT_TRUE(refused("colours", "holds an enum of 'GREEN', 'RED'"));
  EXPECT_TRUE(refused("opaque", "holds opaque elements of 3 bytes"));
  EXPECT_TRUE(refused("nothing", "holds nothing"));
  EXPECT_TRUE(refused("arrays", "holds arrays as elements"));
  EXPECT_TRUE(refused("twelve", "holds integers of 12 bits"));
}

TEST(LoadHdf5, RefusesOtherNamesTypesAndFiles) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(h5py("write", directory));
  const std::string path = directory.file("h5py_latest.h5");
  const auto refused = [&](const std::string& name, const std::string& why) {
    return throws<ndx::ValueError>([&] { static_cast<void>(ndx::load_hdf5<int>(path, name)); },
                                   "load_hdf5: " + path + ": " + why);
  };
  EXPECT_TRUE(refused("float64", "'float64' holds float64, but int32 was asked for"));
  EXPECT_TRUE(refused("big/uint32", "'big/uint32' holds uint32, but int32 was asked for"));
  EXPECT_TRUE(refused("layer", "'layer' is a group, not a dataset"));
  EXPECT_TRUE(refused("/", "'/' is a group, not a dataset"));
  EXPECT_TRUE(refused("elsewhere", "'elsewhere' is in another file, which is not read"));
  EXPECT_TRUE(refused("raw", "'raw' has its elements in other files, which are not read"));
  EXPECT_TRUE(refused("virtual", "'virtual' has its elements in other files, which are not read"));
  const std::string there =
      "; it has 'arrays', 'big/bool', 'big/complex128', 'big/complex64', 'big/float16', "
      "'big/float32', 'big/float64', 'big/int16', 'big/int32', 'big/int64', ...";
  EXPECT_TRUE(refused("none", "has no dataset 'none'" + there));
  EXPECT_TRUE(refused("dangling", "has no dataset 'dangling'" + there));
  EXPECT_TRUE(refused("", "has no dataset ''" + there));
  EXPECT_TRUE(refused(std::string("int32\0x", 7), "has no dataset 'int32?x'" + there));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { static_cast<void>(ndx::load_hdf5<int>(directory.file("none"), "x")); },
      "load_hdf5: " + directory.file("none") + ": cannot be opened: No such file or directory"));
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { return ndx::hdf5_datasets(directory.path()); },
                              "hdf5_datasets: " + directory.path() + ": is not a regular file"));
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { return ndx::hdf5_datasets(directory.file("raw")); },
                              "hdf5_datasets: " + directory.file("raw") +
                                  ": cannot be read as an HDF5 file: file signature not found"));
}

TEST(SaveHdf5, WritesWhatH5pyReads) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("ndx.h5");
  std::vector<ndx::Hdf5Array> arrays;
  element_types::for_each(
      [&]<class T>(const std::string& type) { arrays.push_back({type, numbers<T>()}); });
  const auto x = large().to<int>();
  const ndx::Tensor<const int> read_only = counting({3}).narrow(0, 1, 2);
  const std::initializer_list<ndx::Hdf5Array> others{
      {"turned", x.transpose()},
      {"reversed",
       x.index({ndx::Slice(ndx::None, ndx::None, -1), ndx::Slice(ndx::None, ndx::None, -2)})},
      {"stretched", ndx::full({1, 3}, 5).expand({4, 3})},
      {"scalar", ndx::full({}, 2.5), {.chunks = {}, .deflate = 3}},
      {"empty", ndx::zeros<float>({0, 3}), {.chunks = {1, 3}, .deflate = 3}},
      {"layer/\xC3\xBC", ndx::arange<index_t>(2)},
      {"chunked", x, {.chunks = {64, 1000}}},
      {"group/deflated", x, {.chunks = {64, 50}, .deflate = 9}},
      {"/group/chosen", x, {.chunks = {}, .deflate = 1}},
      {"read_only", read_only}};
  arrays.insert(arrays.end(), others);
  ndx::save_hdf5(path, arrays);
  EXPECT_TRUE(h5py("check", directory));
  EXPECT_TRUE(same(ndx::load_hdf5<int>(path, "group/chosen"), x));
  ASSERT_TRUE(h5py("add", directory));
  EXPECT_TRUE(is(ndx::load_hdf5<index_t>(path, "from_h5py"), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(ndx::load_hdf5<float>(path, "float32"), {2, 3}, {9, 1, 2, 3, 4, 5}));
}

// ---- Listing, adding, replacing.

TEST(Hdf5Datasets, TellsNamesShapesAndTypes) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(h5py("write", directory));
  std::string all;
  for (const ndx::Hdf5Dataset& set : ndx::hdf5_datasets(directory.file("h5py.h5"))) {
    if (set.name.starts_with("big/")) continue;
    all += ndx::message(set.name, " ", set.type, " ", set.shape, " ",
                        set.dtype == ndx::DType::opaque ? "opaque" : "", "\n");
  }
  EXPECT_EQ(all,
            "arrays arrays as elements (2) opaque\nbool bool (2, 3) \n"
            "colours an enum of 'GREEN', 'RED' (2) opaque\ncomplex128 complex128 (2, 3) \n"
            "complex64 complex64 (2, 3) \ndeflated float64 (200, 300) \nempty float64 (0, 3) \n"
            "fixed_strings strings (2) opaque\nfloat16 float16 (2, 3) \nfloat32 float32 (2, 3) \n"
            "float64 float64 (2, 3) \ngrowing float64 (200, 300) \nint16 int16 (2, 3) \n"
            "int32 int32 (2, 3) \nint64 int64 (2, 3) \nint8 int8 (2, 3) \n"
            "layer/\xC3\xBC int64 (2) \nlists lists of variable length (2) opaque\n"
            "nothing nothing (0) opaque\nopaque opaque elements of 3 bytes (1) opaque\n"
            "raw int32 (4) \nreferences references (1) opaque\nscalar float64 () \n"
            "strings strings (2) opaque\nstructs structs of 'x', 'y' (2) opaque\n"
            "twelve integers of 12 bits (2) opaque\nuint16 uint16 (2, 3) \nuint32 uint32 (2, 3) \n"
            "uint64 uint64 (2, 3) \nuint8 uint8 (2, 3) \nunwritten int32 (3, 4) \n"
            "unwritten_chunks int32 (3, 4) \n");
}

TEST(Hdf5Datasets, VisitsEachGroupOnceAndInOrder) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  const auto x = counting({1});
  ndx::save_hdf5(path, {{"b/y", x}, {"b/c/z", x}, {"b-", x}, {"a/x", x}});
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const auto link = [&](const char* from, const char* to) {
    EXPECT_GE(H5Lcreate_hard(file, from, file, to, H5P_DEFAULT, H5P_DEFAULT), 0);
  };
  link("b", "also_b");
  link("b", "b/itself");
  link("/", "b/root");
  link("a/x", "b/c/x");
  EXPECT_GE(H5Lcreate_soft("b/y", file, "soft", H5P_DEFAULT, H5P_DEFAULT), 0);
  EXPECT_GE(H5Fclose(file), 0);
  std::vector<std::string> names;
  for (const ndx::Hdf5Dataset& set : ndx::hdf5_datasets(path)) names.push_back(set.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a/x", "also_b/c/x", "also_b/c/z", "also_b/y", "b-"}));
}

TEST(UpdateHdf5, AddsAndReplaces) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  ndx::update_hdf5(path, {{"x", counting({2, 3})}, {"g/y", ndx::full({}, true)}});
  ndx::update_hdf5(path, {{"x", ndx::arange<float>(2)}, {"g/h/z", counting({1})}});
  ndx::update_hdf5(path, {});
  EXPECT_TRUE(is(ndx::load_hdf5<float>(path, "x"), {2}, {0, 1}));
  EXPECT_TRUE(is(ndx::load_hdf5<bool>(path, "g/y"), {}, {true}));
  EXPECT_TRUE(is(ndx::load_hdf5<int>(path, "g/h/z"), {1}, {0}));
  const auto sets = ndx::hdf5_datasets(path);
  ASSERT_EQ(sets.size(), 3U);
  EXPECT_EQ(sets[0].name, "g/h/z");
  EXPECT_EQ(sets[1].name, "g/y");
  EXPECT_EQ(sets[2].stored_bytes, 8);
  EXPECT_EQ(directory.count(), 1U);
}

TEST(UpdateHdf5, KeepsWhatH5pyWrote) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(h5py("write", directory));
  for (const char* const name : {"h5py.h5", "h5py_latest.h5"}) {
    const std::string path = directory.file(name);
    const std::size_t before = ndx::hdf5_datasets(path).size();
    ndx::update_hdf5(path, {{"layer/new", counting({2})}, {"strings", counting({3})}});
    EXPECT_EQ(ndx::hdf5_datasets(path).size(), before + 1);
    EXPECT_TRUE(is(ndx::load_hdf5<int>(path, "strings"), {3}, {0, 1, 2}));
    EXPECT_TRUE(same(ndx::load_hdf5<double>(path, "deflated"), large()));
  }
}

TEST(SaveHdf5, WritesTheSameBytesEveryTime) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  const auto save = [&] {
    ndx::save_hdf5(path, {{"g/x", large(), {.chunks = {}, .deflate = 1}}, {"y", counting({3})}});
    return npy_files::read(path);
  };
  const std::string first = save();
  std::this_thread::sleep_for(std::chrono::milliseconds(1001));  // HDF5 counts times in seconds
  EXPECT_EQ(save(), first);
  ndx::save_hdf5(path, {});
  EXPECT_TRUE(ndx::hdf5_datasets(path).empty());
}

// ---- Refused: the old file stays.

TEST(SaveHdf5, RefusesAndLeavesTheFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  const auto x = counting({2, 3});
  ndx::save_hdf5(path, {{"x", x}, {"g/y", x}});
  const std::string old = npy_files::read(path);
  const auto refused = [&](std::vector<ndx::Hdf5Array> arrays, const std::string& why) {
    const auto both = throws<ndx::ValueError>([&] { ndx::update_hdf5(path, arrays); },
                                              "update_hdf5: " + path + ": " + why);
    const bool kept = npy_files::read(path) == old && directory.count() == 1;
    return kept ? both : testing::AssertionFailure() << "the file was changed";
  };
  EXPECT_TRUE(refused({{"g", x}}, "'g' is a group, not a dataset"));
  EXPECT_TRUE(refused({{"x/y", x}}, "'x' is no group, so that it cannot hold 'x/y'"));
  EXPECT_TRUE(refused({{"", x}}, "the name '' is empty, ends in / or holds NUL"));
  EXPECT_TRUE(refused({{"a/", x}}, "the name 'a/' is empty, ends in / or holds NUL"));
  EXPECT_TRUE(refused({{"z", x}, {"z", x}}, "two arrays have the name 'z'"));
  EXPECT_TRUE(
      refused({{"z", x, {.chunks = {2}}}}, "'z' of shape (2, 3) cannot have chunks of shape (2)"));
  EXPECT_TRUE(refused({{"z", x, {.chunks = {2, 0}}}},
                      "'z' of shape (2, 3) cannot have chunks of shape (2, 0)"));
  EXPECT_TRUE(refused({{"z", x, {.chunks = {}, .deflate = 10}}},
                      "'z' cannot be deflated by level 10, which is not one of 0 to 9"));
  EXPECT_TRUE(refused({{"z", ndx::full(ndx::Dims(std::vector<index_t>(33, 1)), 1)}},
                      "'z' has rank 33, but HDF5 knows ranks up to 32"));
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { ndx::save_hdf5(directory.file("none/a.h5"), {{"x", x}}); },
                              "save_hdf5: " + directory.file("none/a.h5") +
                                  ": cannot be created: No such file or directory"));
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { ndx::update_hdf5(directory.file("none/a.h5"), {{"x", x}}); },
                              "update_hdf5: " + directory.file("none/a.h5") +
                                  ": cannot be created: No such file or directory"));
  npy_files::write(path, "no HDF5 file");
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { ndx::update_hdf5(path, {{"x", x}}); },
      "update_hdf5: " + path + ": cannot be written: file signature not found"));
  EXPECT_EQ(npy_files::read(path), "no HDF5 file");
}

TEST(UpdateHdf5, WritesNothingIntoOtherFiles) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  const std::string other = directory.file("other.h5");
  const auto x = counting({2, 3});
  ndx::save_hdf5(path, {{"x", x}});
  ndx::save_hdf5(other, {{"g/y", x}});
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  EXPECT_GE(H5Lcreate_external(other.c_str(), "/g", file, "out", H5P_DEFAULT, H5P_DEFAULT), 0);
  EXPECT_GE(H5Lcreate_soft("/out", file, "soft", H5P_DEFAULT, H5P_DEFAULT), 0);
  EXPECT_GE(H5Fclose(file), 0);
  const std::string old = npy_files::read(path);
  const std::string old_other = npy_files::read(other);
  for (const std::string name : {"out", "out/y", "out/z", "soft/z", "out/new/z"}) {
    const std::string link = name.substr(0, name.find('/'));
    EXPECT_TRUE(throws<ndx::ValueError>(
        [&] { ndx::update_hdf5(path, {{name, x}}); },
        "update_hdf5: " + path + ": '" + link + "' is in another file, which is not written"));
    EXPECT_TRUE(npy_files::read(path) == old);
    EXPECT_TRUE(npy_files::read(other) == old_other);
  }
}

TEST(SaveHdf5, LeavesTheFileWhenTheDiskIsFull) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  const std::string said = harsh::on_full_disk(directory.path(), [&](const char*) -> std::string {
    ndx::save_hdf5(path, {{"x", counting({3})}});
    const std::string old = npy_files::read(path);
    const auto noise = ndx::arange<index_t>(50000) * index_t{0x123456789ABCDEF};
    for (const int deflate : {0, 1}) {
      bool refused = false;
      try {
        ndx::save_hdf5(path, {{"y", noise, {.chunks = {}, .deflate = deflate}}});
      } catch (const ndx::ValueError& error) {
        refused = std::string(error.what()).starts_with("save_hdf5: " + path + ": ");
      }
      if (!refused) return "a file that does not fit was not refused";
    }
    if (npy_files::read(path) != old) return "the file was changed";
    return directory.count() == 1 ? "" : "a temporary file was left";
  });
  EXPECT_EQ(said, "");
}

// ---- Damaged and hostile files.

/// Loads all that a file says it has. ValueErrors and missing memory are answers.
void read_all(const std::string& path) {
  try {
    for (const ndx::Hdf5Dataset& set : ndx::hdf5_datasets(path)) {
      if (ndx::numel(set.shape) < 100000) static_cast<void>(ndx::load_hdf5_any(path, set.name));
    }
  } catch (const ndx::ValueError& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find(": " + path + ": "), said.npos) << said;
  }
}

TEST(LoadHdf5, RefusesTruncatedFiles) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  ndx::save_hdf5(path,
                 {{"x", counting({4})}, {"y", counting({40}), {.chunks = {10}, .deflate = 1}}});
  const std::string whole = npy_files::read(path);
  testing::internal::CaptureStderr();
  for (std::size_t bytes = 0; bytes < whole.size(); bytes += 13) {
    npy_files::write(path, whole.substr(0, bytes));
    EXPECT_THROW(static_cast<void>(ndx::load_hdf5<int>(path, "y")), ndx::ValueError) << bytes;
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(LoadHdf5, SurvivesChangedBytes) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  ndx::save_hdf5(path, {{"x", counting({4})}, {"g/z", ndx::full({}, true)}});
  const std::string whole = npy_files::read(path);
  for (std::size_t at = 0; at < whole.size(); at += 3) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x81);
    npy_files::write(path, changed);
    read_all(path);
    ASSERT_EQ(H5Fget_obj_count(hid_t{H5F_OBJ_ALL}, H5F_OBJ_ALL), 0) << at;
  }
}

/// A file of more links in a group than HDF5 keeps with the group itself, so that a B-tree and a heap
/// have them.
void save_many(const std::string& path) {
  std::vector<ndx::Hdf5Array> arrays;
  for (int i = 0; i < 40; ++i) arrays.emplace_back(ndx::message("g/x", i), counting({i}));
  ndx::save_hdf5(path, arrays);
}

// HDF5 itself frees a table of links that it has not filled: fresh memory must not be zeros.
TEST(LoadHdf5, SurvivesChangedBytesOfManyLinks) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  save_many(path);
  const std::string whole = npy_files::read(path);
  ::mallopt(M_PERTURB, 0xA5);
  constexpr std::size_t kStep = NDX_ADDRESS_SANITIZER ? 145 : 29;  // where each takes milliseconds
  for (std::size_t at = 0; at < whole.size(); at += kStep) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x81);
    npy_files::write(path, changed);
    read_all(path);
    EXPECT_THROW(static_cast<void>(ndx::load_hdf5<int>(path, "none")), ndx::ValueError) << at;
    ASSERT_EQ(H5Fget_obj_count(hid_t{H5F_OBJ_ALL}, H5F_OBJ_ALL), 0) << at;
  }
  ::mallopt(M_PERTURB, 0);
}

TEST(Hdf5Datasets, RefusesGroupsWhoseLinksAreDamaged) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  save_many(path);
  std::string bytes = npy_files::read(path);
  const std::size_t heap = bytes.find("FRHP");
  ASSERT_NE(heap, bytes.npos);
  bytes[heap + 10] ^= 1;
  npy_files::write(path, bytes);
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { static_cast<void>(ndx::hdf5_datasets(path)); },
      "hdf5_datasets: " + path +
          ": its list of datasets cannot be read: incorrect metadata checksum after all read "
          "attempts"));
}

TEST(LoadHdf5, ReadsAnyByteAsABool) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  ndx::save_hdf5(path, {{"x", ndx::tensor({true, false, true, true, false})}});
  std::string bytes = npy_files::read(path);
  const std::size_t at = bytes.find(std::string("\1\0\1\1\0", 5));
  ASSERT_NE(at, bytes.npos);
  bytes.replace(at, 5, std::string("\2\0\xFF\1\0", 5));
  npy_files::write(path, bytes);
  const auto x = ndx::load_hdf5<bool>(path, "x");
  EXPECT_TRUE(is(x, {5}, {true, false, true, true, false}));
  EXPECT_EQ(x.storage().data()[0], std::byte{1});
  EXPECT_EQ(x.storage().data()[2], std::byte{1});
}

TEST(Hdf5Datasets, ListsStructsOfTwoEnums) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.h5");
  {
    const ndx::detail::Hdf5Use use("test", path);
    const auto file = use.handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                                 &H5Fclose, "no file");
    const auto part = ndx::detail::hdf5_bool(use);
    const auto type = ndx::detail::hdf5_complex(use, part.get());
    const auto space = use.handle(H5Screate(H5S_SCALAR), &H5Sclose, "no space");
    const auto set = use.handle(
        H5Dcreate2(file.get(), "x", type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        &H5Dclose, "no dataset");
  }
  const auto sets = ndx::hdf5_datasets(path);
  ASSERT_EQ(sets.size(), 1U);
  EXPECT_EQ(sets[0].type, "structs of 'r', 'i'");
}

TEST(LoadHdf5, LeavesTheProgramsOwnErrorHandler) {
  const auto handler = +[](hid_t, void* calls) -> herr_t { return ++*static_cast<int*>(calls), 0; };
  int calls = 0;
  H5Eset_auto2(H5E_DEFAULT, handler, &calls);
  EXPECT_THROW(static_cast<void>(ndx::load_hdf5<int>(NDX_SOURCE_DIR "/README.md", "x")),
               ndx::ValueError);
  EXPECT_EQ(calls, 0);
  H5Fopen("/nowhere", H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_EQ(calls, 1);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

}  // namespace
