// Writing .npy files: what NumPy would have written, and never half of it.
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <ndx/io/npy/npy_any.hpp>

#include "npy_files.hpp"
#include "support/elements.hpp"
#include "support/expect.hpp"

namespace npy_save_test {

using expect::is;
using npy_files::from_numpy;
using npy_files::TemporaryDirectory;

/// A tensor of so many different elements.
template <class T>
ndx::Tensor<T> sample(const ndx::Dims& shape) {
  const auto t = ndx::empty<T>(shape);
  for (ndx::index_t i = 0; i < t.numel(); ++i) t.data()[i] = reference::element<T>(i);
  return t;
}

TEST(SaveNpy, WritesTheBytesThatNumPyWrites) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto same_bytes = [&](const auto& tensor, const std::string& name) {
    ndx::save_npy(path, tensor);
    return npy_files::read(path) == npy_files::native_bytes(name);
  };
  EXPECT_TRUE(same_bytes(ndx::arange<std::int32_t>(24).reshape({2, 3, 4}), "version1"));
  EXPECT_TRUE(same_bytes(ndx::full({}, 2.5), "rank0"));
  EXPECT_TRUE(same_bytes(ndx::full({}, true), "rank0_bool"));
  EXPECT_TRUE(same_bytes(ndx::empty<float>({0}), "size0"));
  EXPECT_TRUE(same_bytes(ndx::empty<std::int64_t>({2, 0, 3}), "size0_rank3"));
  EXPECT_TRUE(same_bytes(ndx::load_npy<std::int64_t>(from_numpy("rank32")), "rank32"));
  for (const char* name :
       {"bool", "int8", "uint16", "uint64", "float16", "float32", "complex64", "complex128"}) {
    std::visit([&](const auto& t) { EXPECT_TRUE(same_bytes(t, name)) << name; },
               ndx::load_npy_any(from_numpy(name)));
  }
  EXPECT_TRUE(same_bytes(ndx::load_npy<ndx::bfloat16>(from_numpy("bfloat16")), "bfloat16"));
}

template <class T>
class EveryElement : public testing::Test {};
using Elements = testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                                std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t,
                                ndx::float16, ndx::bfloat16, float, double, std::complex<float>,
                                std::complex<double>, reference::Bytes3, reference::Pair16>;
TYPED_TEST_SUITE(EveryElement, Elements);

TYPED_TEST(EveryElement, ComesBackFromEveryLayout) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const ndx::Tensor<TypeParam> t = sample<TypeParam>({4, 3, 5});
  const std::vector<ndx::Tensor<TypeParam>> layouts{
      t,
      t.transpose(),
      t.permute({1, 0, 2}),
      t.flip(),
      t.slice(2, ndx::Slice(4, 0, -2)),
      t.select(1, 2),
      t.select(1, 2).select(0, 0).select(0, 0),
      t.narrow(0, 1, 2),
      t.narrow(0, 1, 0),
      t.narrow(0, 0, 1).expand({6, 3, 5}),
  };
  for (const auto& layout : layouts) {
    ndx::save_npy(path, layout);
    for (const ndx::Tensor<const TypeParam>& back :
         {ndx::Tensor<const TypeParam>(ndx::load_npy<TypeParam>(path)),
          ndx::map_npy<TypeParam>(path)}) {
      EXPECT_TRUE(back.shape() == layout.shape());
      EXPECT_EQ(expect::elements(back), expect::elements(layout));
    }
    EXPECT_EQ(directory.count(), 1U);
  }
}

TEST(SaveNpy, ElementsThatAreNotContiguousGoPartByPart) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto t = ndx::arange<std::int32_t>(400 * 500).reshape({400, 500}).transpose();
  ndx::save_npy(path, t);
  EXPECT_EQ(expect::elements(ndx::load_npy<std::int32_t>(path)), expect::elements(t));
}

TEST(SaveNpy, ReadOnlyTensorsAreSaved) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  ndx::save_npy(path, ndx::map_npy<std::int32_t>(npy_files::native("fortran")));
  EXPECT_EQ(npy_files::read(path), npy_files::native_bytes("version1"));
}

TEST(SaveNpy, OverTheFileThatIsMappedLeavesTheMapping) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  ndx::save_npy(path, ndx::arange<std::int32_t>(6).reshape({2, 3}));
  const auto mapped = ndx::map_npy<std::int32_t>(path);
  ndx::save_npy(path, mapped.flip());
  EXPECT_TRUE(is(mapped, {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(ndx::load_npy<std::int32_t>(path), {2, 3}, {5, 4, 3, 2, 1, 0}));
}

TEST(SaveNpy, ReplacesALongerFileWhole) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  npy_files::write(path, std::string(10000, 'x'));
  ndx::save_npy(path, ndx::tensor({7}));
  EXPECT_TRUE(is(ndx::load_npy<int>(path), {1}, {7}));
}

TEST(SaveNpy, KeepsThePermissionsOfTheFileThatItReplaces) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  npy_files::write(path, "old");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  ndx::save_npy(path, ndx::tensor({7}));
  struct stat status{};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST(SaveNpy, WritesThroughASymbolicLink) {
  const TemporaryDirectory directory;
  npy_files::write(directory.file("target.npy"), "old");
  std::filesystem::create_symlink("target.npy", directory.file("link.npy"));
  ndx::save_npy(directory.file("link.npy"), ndx::tensor({7}));
  EXPECT_TRUE(std::filesystem::is_symlink(directory.file("link.npy")));
  EXPECT_TRUE(is(ndx::load_npy<int>(directory.file("target.npy")), {1}, {7}));
}

TEST(SaveNpy, ADirectoryThatIsNotThereIsNamed) {
  EXPECT_TRUE(expect::throws<ndx::ValueError>(
      [] { ndx::save_npy("/nowhere/at/all.npy", ndx::tensor({7})); },
      "save_npy: /nowhere/at/all.npy: cannot be created: No such file or directory"));
}

TEST(SaveNpy, WhatIsNoRegularFileIsLeftAlone) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("folder");
  std::filesystem::create_directory(path);
  EXPECT_TRUE(expect::throws<ndx::ValueError>([&] { ndx::save_npy(path, ndx::tensor({7})); },
                                              "save_npy: " + path + ": is not a regular file"));
  EXPECT_TRUE(expect::throws<ndx::ValueError>([&] { ndx::save_npy("/dev/null", ndx::tensor({7})); },
                                              "save_npy: /dev/null: is not a regular file"));
  EXPECT_EQ(directory.count(), 1U);
}

}  // namespace npy_save_test
