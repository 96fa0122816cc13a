// Reading and mapping .npy files. The files are NumPy's own, made by tests/make_npy_files.py.
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/io/npy/npy_any.hpp>

#include "npy_files.hpp"
#include "support/expect.hpp"
#include "support/number_types.hpp"

namespace npy_load_test {

using expect::is;
using npy_files::from_numpy;
using npy_files::kOrder;
using npy_files::native;
using npy_files::TemporaryDirectory;
using C64 = std::complex<float>;
using C128 = std::complex<double>;

std::vector<std::int32_t> counting(int count) {
  std::vector<std::int32_t> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

template <class T>
class EveryInteger : public testing::Test {};
TYPED_TEST_SUITE(EveryInteger, number_types::Integers);

TYPED_TEST(EveryInteger, LoadsInBothByteOrdersAndMapsInItsOwn) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const std::string name = ndx::dtype_name(ndx::dtype_of<T>());
  const std::vector<T> values{0, 1, 2, Limits::min(), Limits::max(), 100};
  EXPECT_TRUE(is(ndx::load_npy<T>(from_numpy(name)), {2, 3}, values));
  EXPECT_TRUE(is(ndx::map_npy<T>(native(name)), {2, 3}, values));
  if (sizeof(T) > 1) {
    EXPECT_TRUE(is(ndx::load_npy<T>(from_numpy(name + "_big")), {2, 3}, values));
  }
}

template <class T>
class EveryFloat : public testing::Test {};
using Floats = testing::Types<ndx::float16, ndx::bfloat16, float, double>;
TYPED_TEST_SUITE(EveryFloat, Floats);

TYPED_TEST(EveryFloat, LoadsInBothByteOrders) {
  using T = TypeParam;
  const std::string name = ndx::dtype_name(ndx::dtype_of<T>());
  for (const std::string& file : {name, name + "_big"}) {
    const auto t = ndx::load_npy<T>(from_numpy(file));
    const auto inf = std::numeric_limits<T>::infinity();
    ASSERT_TRUE(expect::has_shape(t, {2, 3}));
    EXPECT_TRUE(is(t.flatten().narrow(0, 0, 5), {5},
                   {T(0), T(1.5), T(-0.1), std::numeric_limits<T>::max(), inf}));
    EXPECT_TRUE(std::isnan(t.at(1, 2)));
  }
}

TEST(LoadNpy, Bfloat16IsVoidOfTwoBytes) {
  const std::string other =
      from_numpy(std::string(kOrder == std::string("<") ? "bfloat16_big" : "bfloat16"));
  EXPECT_TRUE(is(ndx::map_npy<ndx::bfloat16>(native("bfloat16")).select(0, 0), {3},
                 {ndx::bfloat16(0), ndx::bfloat16(1.5F), ndx::bfloat16(-0.1F)}));
  EXPECT_TRUE(expect::throws<ndx::ValueError>(
      [] { (void)ndx::load_npy<ndx::bfloat16>(native("float16")); },
      "load_npy: " + native("float16") + ": holds float16 ('" + kOrder + "f2'), but bfloat16 ('" +
          kOrder + "V2') was asked for"));
  EXPECT_TRUE(expect::throws<ndx::ValueError>(
      [] { (void)ndx::load_npy<ndx::float16>(from_numpy("bfloat16")); },
      "load_npy: " + from_numpy("bfloat16") +
          ": holds a struct of 2 bytes ('|V2'), but float16 ('" + kOrder + "f2') was asked for"));
  EXPECT_TRUE(is(ndx::map_npy<ndx::bfloat16>(other).select(0, 0), {3},
                 {ndx::bfloat16(0), ndx::bfloat16(1.5F), ndx::bfloat16(-0.1F)}));
}

template <class T>
class EveryComplex : public testing::Test {};
using Complexes = testing::Types<C64, C128>;
TYPED_TEST_SUITE(EveryComplex, Complexes);

TYPED_TEST(EveryComplex, LoadsInBothByteOrders) {
  using T = TypeParam;
  using Part = typename T::value_type;
  const std::string name = ndx::dtype_name(ndx::dtype_of<T>());
  const std::vector<T> values{
      0, {Part(1.5), -2}, {0, Part(0.1)}, -1, {0, std::numeric_limits<Part>::infinity()}, {3, 4}};
  EXPECT_TRUE(is(ndx::load_npy<T>(from_numpy(name)), {2, 3}, values));
  EXPECT_TRUE(is(ndx::load_npy<T>(from_numpy(name + "_big")), {2, 3}, values));
  EXPECT_TRUE(is(ndx::map_npy<T>(native(name)), {2, 3}, values));
}

TEST(LoadNpy, Bools) {
  const std::vector<bool> values{true, false, true, false, false, true};
  EXPECT_TRUE(is(ndx::load_npy<bool>(from_numpy("bool")), {2, 3}, values));
  EXPECT_TRUE(is(ndx::map_npy<bool>(from_numpy("bool")), {2, 3}, values));
}

TEST(LoadNpy, AnyByteButZeroIsTrue) {
  const auto t = ndx::load_npy<bool>(from_numpy("bool_bytes"));
  EXPECT_TRUE(is(t, {5}, {false, true, true, true, true}));
  const auto* bytes = reinterpret_cast<const unsigned char*>(t.data());
  EXPECT_EQ(std::vector<int>(bytes, bytes + 5), (std::vector<int>{0, 1, 1, 1, 1}));
}

struct Rgb {
  unsigned char r, g, b;
  bool operator==(const Rgb&) const = default;
};

TEST(LoadNpy, VoidIsAStructOfTheSameSize) {
  const std::vector<Rgb> values{{1, 2, 3},    {4, 5, 6},    {7, 8, 9},
                                {10, 11, 12}, {13, 14, 15}, {16, 17, 18}};
  EXPECT_TRUE(ndx::load_npy<Rgb>(from_numpy("void3")).shape() == expect::Shape({2, 3}));
  EXPECT_EQ(expect::elements(ndx::load_npy<Rgb>(from_numpy("void3"))), values);
  EXPECT_EQ(expect::elements(ndx::map_npy<Rgb>(from_numpy("void3"))), values);
}

TEST(LoadNpy, EveryVersion) {
  for (const char* name : {"version1", "version2", "version3"}) {
    EXPECT_TRUE(is(ndx::load_npy<std::int32_t>(from_numpy(name)), {2, 3, 4}, counting(24)));
    EXPECT_TRUE(is(ndx::map_npy<std::int32_t>(native(name)), {2, 3, 4}, counting(24)));
  }
}

TEST(LoadNpy, FortranOrderIsAViewWithItsStrides) {
  for (const char* name : {"fortran", "fortran_big"}) {
    const auto t = ndx::load_npy<std::int32_t>(from_numpy(name));
    EXPECT_TRUE(is(t, {2, 3, 4}, counting(24)));
    EXPECT_TRUE(t.strides() == expect::Shape({1, 2, 6}));
  }
  const auto mapped = ndx::map_npy<std::int32_t>(native("fortran"));
  EXPECT_TRUE(is(mapped, {2, 3, 4}, counting(24)));
  EXPECT_TRUE(mapped.strides() == expect::Shape({1, 2, 6}));
}

TEST(LoadNpy, RankZero) {
  EXPECT_TRUE(is(ndx::load_npy<double>(from_numpy("rank0")), {}, {2.5}));
  EXPECT_TRUE(is(ndx::map_npy<double>(native("rank0")), {}, {2.5}));
  EXPECT_TRUE(is(ndx::load_npy<bool>(from_numpy("rank0_bool")), {}, {true}));
}

TEST(LoadNpy, RankThirtyTwo) {
  const auto t = ndx::load_npy<std::int64_t>(from_numpy("rank32"));
  expect::Shape shape(32, 1);
  shape.back() = 2;
  EXPECT_TRUE(is(t, shape, {0, 1}));
}

TEST(LoadNpy, SizeZero) {
  EXPECT_TRUE(is(ndx::load_npy<float>(from_numpy("size0")), {0}, {}));
  EXPECT_TRUE(is(ndx::load_npy<std::int64_t>(from_numpy("size0_rank3")), {2, 0, 3}, {}));
  EXPECT_TRUE(is(ndx::map_npy<float>(native("size0")), {0}, {}));
  EXPECT_TRUE(is(ndx::map_npy<std::int64_t>(native("size0_rank3")), {2, 0, 3}, {}));
}

TEST(LoadNpy, HeadersAsPythonAllowsThem) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto shape_of = [&](const std::string& header, std::size_t data) {
    npy_files::write(path, npy_files::with_header(header) + std::string(data, '\0'));
    return expect::dims(ndx::load_npy<std::int32_t>(path).shape());
  };
  EXPECT_EQ(shape_of("{'descr':'<i4','fortran_order':False,'shape':()}", 4), expect::Shape({}));
  EXPECT_EQ(shape_of("{\"shape\": (1, 2,), \"descr\": \"<i4\", \"fortran_order\": False}", 8),
            expect::Shape({1, 2}));
  EXPECT_EQ(
      shape_of(" { 'shape' : ( 3L , ) ,\n'fortran_order' : True , 'descr' : '=i4' , } \n\n", 12),
      expect::Shape({3}));
  EXPECT_EQ(shape_of("{'descr': 'i4', 'fortran_order': False, 'shape': (0, 7)}", 0),
            expect::Shape({0, 7}));
}

TEST(LoadNpy, AnotherTypeIsRefusedByName) {
  EXPECT_TRUE(expect::throws<ndx::ValueError>(
      [] { return ndx::load_npy<float>(from_numpy("float64")); },
      "load_npy: " + from_numpy("float64") + ": holds float64 ('<f8'), but float32 ('" + kOrder +
          "f4') was asked for"));
  EXPECT_TRUE(expect::throws<ndx::ValueError>(
      [] { return ndx::map_npy<std::uint8_t>(from_numpy("int16_big")); },
      "map_npy: " + from_numpy("int16_big") +
          ": holds int16 ('>i2'), but uint8 ('|u1') was asked for"));
  EXPECT_TRUE(expect::throws<ndx::ValueError>(
      [] { return ndx::load_npy<std::int16_t>(from_numpy("void3")); },
      "load_npy: " + from_numpy("void3") + ": holds a struct of 3 bytes ('|V3'), but int16 ('" +
          kOrder + "i2') was asked for"));
}

TEST(LoadNpy, TypesThatNdxDoesNotHaveAreRefusedByName) {
  const auto refused = [](const std::string& name, const std::string& fault) {
    return expect::throws<ndx::ValueError>([&] { return ndx::load_npy_any(from_numpy(name)); },
                                           "load_npy_any: " + from_numpy(name) + ": " + fault);
  };
  const std::string known =
      " is not one of bool, integers, float16, float32, float64, complex64, complex128 and void";
  EXPECT_TRUE(refused("refused_object", "the element type '|O'" + known));
  EXPECT_TRUE(refused("refused_text", "the element type '<U2'" + known));
  EXPECT_TRUE(refused("refused_time", "the element type '<m8[s]'" + known));
  EXPECT_TRUE(refused(
      "refused_struct",
      "holds structs with named fields; load_npy_field reads one of them from an .npy file"));
  EXPECT_TRUE(refused("void3",
                      "holds a struct of 3 bytes ('|V3'), which is not among the types of "
                      "NpyTensor; use load_npy<T>"));
}

TEST(LoadNpyAny, FindsEveryType) {
  const char* const names[] = {"bool",    "int8",    "int16",     "int32",     "int64",
                               "uint8",   "uint16",  "uint32",    "uint64",    "float16",
                               "float32", "float64", "complex64", "complex128"};
  static_assert(std::size(names) == std::variant_size_v<ndx::NpyTensor>);
  for (std::size_t i = 0; i < std::size(names); ++i) {
    const ndx::NpyTensor t = ndx::load_npy_any(from_numpy(names[i]));
    EXPECT_EQ(t.index(), i) << names[i];
    EXPECT_STREQ(std::visit([](const auto& found) { return ndx::dtype_name(found.dtype()); }, t),
                 names[i]);
  }
}

TEST(MapNpy, TheMappingLivesAsLongAsAView) {
  auto view = ndx::map_npy<std::int32_t>(native("version1")).select(0, 1).flip(0);
  static_assert(std::is_same_v<decltype(view), ndx::Tensor<const std::int32_t>>);
  EXPECT_EQ(view.storage().owners(), 1U);
  EXPECT_TRUE(is(view.select(0, 0), {4}, {20, 21, 22, 23}));
}

TEST(MapNpy, TheOtherByteOrderIsReadIntoMemory) {
  const std::string order = npy_files::kLittle ? "_big" : "";
  EXPECT_TRUE(is(ndx::map_npy<std::int16_t>(from_numpy("int16" + order)), {2, 3},
                 {0, 1, 2, -32768, 32767, 100}));
  EXPECT_TRUE(is(ndx::map_npy<C64>(from_numpy("complex64" + order)).narrow(0, 0, 1), {1, 3},
                 {0, {1.5F, -2}, {0, 0.1F}}));
  const auto fortran = ndx::map_npy<std::int32_t>(from_numpy("fortran" + order));
  EXPECT_TRUE(is(fortran, {2, 3, 4}, counting(24)));
  EXPECT_EQ(fortran.strides(), (ndx::Dims{1, 2, 6}));
}

TEST(MapNpy, BoolsThatAreNeitherZeroNorOneAreReadIntoMemory) {
  const auto t = ndx::map_npy<bool>(from_numpy("bool_bytes"));
  ASSERT_TRUE(is(t, {5}, {false, true, true, true, true}));
  // Compilers may read a bool of any other byte as true.
  for (int i = 1; i < 5; ++i) EXPECT_EQ(reinterpret_cast<const unsigned char*>(t.data())[i], 1);
}

TEST(MapNpy, ElementsThatTheFileDoesNotAlignAreRead) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("odd.npy");
  const std::int32_t values[] = {7, 8};
  std::string bytes =
      npy_files::with_header("{'descr':'" + kOrder + "i4','fortran_order':False,'shape':(2,)}");
  while (bytes.size() % 4 != 1) bytes = npy_files::with_header(bytes.substr(10) + ' ');
  npy_files::write(path, bytes + std::string(reinterpret_cast<const char*>(values), 8));
  EXPECT_TRUE(is(ndx::map_npy<std::int32_t>(path), {2}, {7, 8}));
}

}  // namespace npy_load_test
