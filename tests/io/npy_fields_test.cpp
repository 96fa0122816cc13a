// Fields of structs in .npy files that NumPy wrote: listed, copied out, mapped, refused.
#include <complex>
#include <string>

#include <gtest/gtest.h>

#include <ndx/io/npy/npy_fields.hpp>
#include <ndx/ndx.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "npy_files.hpp"
#include "support/expect.hpp"

namespace npy_fields_test {

using expect::is;
using expect::throws;
using ndx::index_t;
using npy_files::from_numpy;
using npy_files::TemporaryDirectory;

// What is read as the machine's own is written as little-endian. Of what another machine holds, the
// values are the same.
constexpr bool kLittle = npy_files::kLittle;

TEST(NpyFields, AreListedWithoutPadding) {
  std::string all;
  for (const ndx::NpyField& field : ndx::npy_fields(from_numpy("fields_packed"))) {
    all += ndx::message(field.name, " ", field.type, " ", dtype_name(field.dtype), " ", field.shape,
                        " ", field.offset_bytes, "\n");
  }
  EXPECT_EQ(all,
            "x <f4 float32 () 0\ny <i8 int64 (2) 4\nname <U2 opaque () 20\nok |b1 bool () 28\n"
            "p.a <f4 float32 (2) 29\np.b <u2 uint16 (2) 33\nz >f8 float64 () 41\n"
            "t <m8[s] opaque () 49\nc <c8 complex64 () 57\nh <f2 float16 () 65\n"
            "raw |V3 opaque () 67\n");
  all.clear();
  for (const ndx::NpyField& field : ndx::npy_fields(from_numpy("fields_aligned")))
    all += ndx::message(field.name, " ", field.offset_bytes, "\n");
  EXPECT_EQ(all, "x 0\ny 8\nn 16\nok 18\n");
}

TEST(LoadNpyField, ReadsEveryKind) {
  const std::string path = from_numpy("fields_packed");
  EXPECT_TRUE(is(ndx::load_npy_field<float>(path, "x"), {3}, {0.5F, 1.5F, 2.5F}));
  EXPECT_TRUE(is(ndx::load_npy_field<std::int64_t>(path, "y"), {3, 2}, {-3, -2, -1, 0, 1, 2}));
  EXPECT_TRUE(is(ndx::load_npy_field<bool>(path, "ok"), {3}, {true, false, true}));
  EXPECT_TRUE(is(ndx::load_npy_field<float>(path, "p.a"), {3, 2}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(
      is(ndx::load_npy_field<std::uint16_t>(path, "p.b"), {3, 2}, {10, 11, 12, 13, 14, 15}));
  EXPECT_TRUE(is(ndx::load_npy_field<double>(path, "z"), {3}, {1, 2, 3.25}));  // big-endian
  using Complex = std::complex<float>;
  EXPECT_TRUE(is(ndx::load_npy_field<Complex>(path, "c"), {3}, {{0, 1}, {2, 0}, {3, -1}}));
  EXPECT_TRUE(is(ndx::load_npy_field<ndx::float16>(path, "h").to<float>(), {3}, {1, 2, 3}));
  struct Raw {
    char bytes[3];
  };
  const auto raw = ndx::load_npy_field<Raw>(path, "raw");
  EXPECT_EQ(raw.at(1).bytes[0], 'd');
  EXPECT_EQ(raw.at(2).bytes[2], 'i');
}

TEST(LoadNpyField, KeepsFortranOrderAndOtherShapes) {
  const std::string fortran = from_numpy("fields_fortran");
  const auto id = ndx::load_npy_field<int>(fortran, "id");
  EXPECT_TRUE(is(id, {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(id.strides(), (ndx::Dims{1, 2}));
  const auto b = ndx::load_npy_field<int>(fortran, "p.b");
  EXPECT_TRUE(ndx::array_equal(b, expect::counting({2, 3, 2, 2})));
  EXPECT_TRUE(is(ndx::load_npy_field<int>(from_numpy("fields_rank0"), "id"), {}, {5}));
  EXPECT_TRUE(
      is(ndx::load_npy_field<int>(from_numpy("fields_rank0"), "p.b"), {2, 2}, {20, 21, 22, 23}));
  EXPECT_TRUE(is(ndx::load_npy_field<int>(from_numpy("fields_size0"), "p.a"), {0, 3, 2, 2}, {}));
  EXPECT_TRUE(is(ndx::map_npy_field<int>(from_numpy("fields_size0"), "p.a"), {0, 3, 2, 2}, {}));
}

TEST(LoadNpyField, ReadsManyBlocks) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const std::string order = npy_files::kOrder;
  struct Point {
    int x[3];
    int y;
  };
  constexpr index_t kCount = 200'000;  // 3.2 MB
  const auto points = ndx::full({kCount}, Point{});
  for (index_t i = 0; i < kCount; ++i) points.data()[i] = {{int(i), -int(i), 0}, int(2 * i)};
  npy_files::write(
      path, npy_files::with_header("{'descr': [('x', '" + order + "i4', (3,)), ('y', '" + order +
                                   "i4')], 'fortran_order': False, 'shape': (" +
                                   std::to_string(kCount) + ",), }\n") +
                std::string(reinterpret_cast<const char*>(points.data()), kCount * 16));
  const auto i = ndx::arange<int>(kCount);
  EXPECT_TRUE(ndx::array_equal(ndx::load_npy_field<int>(path, "y"), i * 2));
  EXPECT_TRUE(ndx::array_equal(ndx::load_npy_field<int>(path, "x").select(1, 1), -i));
}

TEST(MapNpyField, IsAViewOfTheFile) {
  if (!kLittle) return;  // what is little-endian is refused, which LoadNpyField converts
  const std::string aligned = from_numpy("fields_aligned");
  const auto x = ndx::map_npy_field<float>(aligned, "x");
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(x.strides(), (ndx::Dims{18, 6}));
  const auto y = ndx::map_npy_field<double>(aligned, "y");
  EXPECT_TRUE(is(y, {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(y.strides(), (ndx::Dims{9, 3}));
  EXPECT_EQ(y.storage().kind(), ndx::MemoryKind::mapped);
  EXPECT_TRUE(is(ndx::map_npy_field<std::int16_t>(aligned, "n"), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(ndx::map_npy_field<bool>(aligned, "ok"), {2, 3},
                 {false, false, false, false, true, true}));
  const std::string fortran = from_numpy("fields_fortran");
  const auto b = ndx::map_npy_field<const int>(fortran, "p.b");
  EXPECT_EQ(b.strides(), (ndx::Dims{9, 18, 4, 2}));
  EXPECT_TRUE(ndx::array_equal(b, expect::counting({2, 3, 2, 2})));
  EXPECT_TRUE(ndx::array_equal(b.index({1, "...", 0}),
                               expect::counting({2, 3, 2, 2}).index({1, "...", 0})));
  EXPECT_TRUE(
      is(ndx::map_npy_field<int>(from_numpy("fields_rank0"), "p.b"), {2, 2}, {20, 21, 22, 23}));
}

TEST(MapNpyField, OutlivesTheCallAndTheFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  npy_files::write(path, npy_files::read(from_numpy("fields_aligned")));
  ndx::Tensor<const float> column;
  const int open = npy_files::open_files();
  if (kLittle) {
    column = ndx::map_npy_field<float>(path, "x").select(1, 2);
    std::filesystem::remove(path);
    EXPECT_TRUE(is(column, {2}, {2, 5}));
  }
  EXPECT_EQ(npy_files::open_files(), open);
}

TEST(NpyFields, RefusesOtherNamesAndTypes) {
  const std::string path = from_numpy("fields_packed");
  const auto refused = [&](auto type, const std::string& name, const std::string& why) {
    using T = decltype(type);
    return throws<ndx::ValueError>([&] { return ndx::load_npy_field<T>(path, name); },
                                   "load_npy_field: " + path + ": " + why);
  };
  const std::string there =
      "; it has 'x', 'y', 'name', 'ok', 'p.a', 'p.b', 'z', 't', 'c', 'h', ...";
  EXPECT_TRUE(refused(0, "none", "has no field 'none'" + there));
  EXPECT_TRUE(refused(0, "p", "has no field 'p'" + there));
  const std::string int32 = "int32 ('" + npy_files::kOrder + "i4')";
  EXPECT_TRUE(
      refused(0, "x", "the field 'x' holds float32 ('<f4'), but " + int32 + " was asked for"));
  EXPECT_TRUE(refused(0, "name", "the field 'name' holds '<U2', but " + int32 + " was asked for"));
  EXPECT_TRUE(refused(0, "t", "the field 't' holds '<m8[s]', but " + int32 + " was asked for"));
  const std::string plain = npy_files::native("int32");
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { return ndx::npy_fields(plain); },
      "npy_fields: " + plain + ": holds " + int32 + ", not structs with named fields"));
}

TEST(MapNpyField, RefusesWhatIsNoView) {
  if (!kLittle) return;
  const std::string path = from_numpy("fields_packed");
  const auto refused = [&](auto type, const std::string& name, const std::string& why) {
    using T = decltype(type);
    return throws<ndx::ValueError>([&] { return ndx::map_npy_field<T>(path, name); },
                                   "map_npy_field: " + path + ": " + why);
  };
  EXPECT_TRUE(refused(0.0F, "x",
                      "the elements of 'x' are 70 bytes apart, which is no multiple of their 4; "
                      "load_npy_field copies them"));
  EXPECT_TRUE(refused(std::uint16_t{}, "p.b",
                      "the field 'p.b' begins at byte 353, which is not aligned to 2; "
                      "load_npy_field copies it"));
}

TEST(MapNpyField, TheOtherByteOrderIsReadIntoMemory) {
  EXPECT_TRUE(is(ndx::map_npy_field<double>(from_numpy("fields_packed"), "z"), {3}, {1, 2, 3.25}));
}

TEST(MapNpyField, BoolsThatAreNeitherZeroNorOneAreReadIntoMemory) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  npy_files::write(path, npy_files::with_shape("(4,)", 0, "[('ok', '|b1'), ('more', '|u1')]") +
                             std::string("\0\1\1\2\2\3\xFF\4", 8));
  const auto ok = ndx::map_npy_field<bool>(path, "ok");
  EXPECT_TRUE(is(ok, {4}, {false, true, true, true}));
  // Compilers may read a bool of any other byte as true.
  for (index_t i = 1; i < 4; ++i)
    EXPECT_EQ(*reinterpret_cast<const unsigned char*>(ok.data() + i * ok.strides()[0]), 1);
  EXPECT_TRUE(is(ndx::map_npy_field<std::uint8_t>(path, "more"), {4}, {1, 2, 3, 4}));
}

TEST(NpyFields, RefusesMoreDimsThanThereMayBe) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  std::string ones;
  for (int d = 0; d < 64; ++d) ones += "1, ";
  npy_files::write(path, npy_files::with_shape("(1,)", 8, "[('x', '<f8', (" + ones + "))]"));
  const std::string why = path + ": rank 65 is more than the maximum rank, 64";
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::load_npy_field<double>(path, "x"); },
                                      "load_npy_field: " + why));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::map_npy_field<double>(path, "x"); },
                                      "map_npy_field: " + why));
}

TEST(NpyFields, RefusesMalformedLists) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto refused = [&](const std::string& list, const std::string& why) {
    npy_files::write(path, npy_files::with_shape("(1,)", 8, list));
    return throws<ndx::ValueError>([&] { return ndx::npy_fields(path); },
                                   "npy_fields: " + path + ": " + why);
  };
  EXPECT_TRUE(refused("[]", "holds structs of 0 bytes"));
  EXPECT_TRUE(refused("[('x', '<f4'), ('x', '<f4')]", "two fields have the name 'x'"));
  EXPECT_TRUE(refused("[('x', '<f4')]",
                      "shape (1) of a struct of 4 bytes ('|V4') takes 4 bytes, but 8 follow the "
                      "header"));
  EXPECT_TRUE(refused("[('x', '<f4', (2, 3)), ]",
                      "shape (1) of a struct of 24 bytes ('|V24') takes 24 bytes, but 8 follow the "
                      "header"));
  const std::string long_name(1000, 'n');
  EXPECT_TRUE(refused("[('" + long_name + "', [('" + long_name + "', '<f8')])]",
                      "the list of fields has a field with a name of more than 1024 bytes at "
                      "character 2020: ']'"));
  EXPECT_TRUE(refused("[('x', '|O')]", "the type '|O' of a field cannot be read"));
  EXPECT_TRUE(refused("[('x', '<U99999999999999999999')]",
                      "the type '<U99999999999999999999' of a field cannot be read"));
  EXPECT_TRUE(refused("[('x', '')]", "the type '' of a field cannot be read"));
  EXPECT_TRUE(refused("[('x')]", "the list of fields lacks ',' at character 5: ')]'"));
  EXPECT_TRUE(refused("['x']", "the list of fields lacks '(' at character 1: ''x']'"));
  EXPECT_TRUE(refused("[('x', 3)]", "the list of fields lacks a string at character 7: '3)]'"));
  EXPECT_TRUE(refused("[('x', '<f4', 2)]", "the list of fields lacks '(' at character 14: '2)]'"));
  EXPECT_TRUE(refused("[('x', '<f4', (-1,))]",
                      "the list of fields has a negative size at character 15: '-1,))]'"));
  EXPECT_TRUE(refused("[('x', '<f4') ('y', '<f4')]",
                      "the list of fields lacks a comma at character 14: '('y', '<f4')]'"));
  EXPECT_TRUE(
      refused("[('x\\n', '<f4')]",
              "the list of fields has a name with a backslash at character 7: ', '<f4')]'"));
  EXPECT_TRUE(refused("[('x', '<f4')", "the header has an unterminated list at character 66: ''"));
  EXPECT_TRUE(refused("[('x', '<f8', (4611686018427387904,))]",
                      "8 times 4611686018427387904 overflows a 64-bit size"));
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += "[('x', ";
  deep += "'<f4'";
  for (int i = 0; i < 40; ++i) deep += ")]";
  EXPECT_TRUE(refused(deep,
                      "the list of fields has structs within structs beyond a depth of 32 at "
                      "character 224: '[('x', [('x', [('x', [('x', [('x', [('x'...'"));
  std::string dims;
  for (int i = 0; i < 40; ++i) dims += "1, ";
  EXPECT_TRUE(refused("[('x', [('y', '<f8', (" + dims + "))], (" + dims + "))]",
                      "the field 'x.y' has more than 64 dims"));
}

}  // namespace npy_fields_test
