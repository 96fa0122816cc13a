// The element type as a value.
#include <complex>
#include <string>

#include <gtest/gtest.h>

#include <ndx/base/dtype.hpp>

namespace dtype_test {

using ndx::DType;
using ndx::dtype_of;

struct Pair {
  int a;
  int b;
};
enum class Colour : int { red };

TEST(DTypeOf, GoesByWidthAndSignednessNotByName) {
  static_assert(dtype_of<signed char>() == DType::int8 && dtype_of<short>() == DType::int16);
  static_assert(dtype_of<int>() == DType::int32 && dtype_of<long long>() == DType::int64);
  static_assert(dtype_of<std::int64_t>() == DType::int64);
  static_assert(dtype_of<long>() == (sizeof(long) == 8 ? DType::int64 : DType::int32));
  static_assert(dtype_of<unsigned char>() == DType::uint8);
  static_assert(dtype_of<unsigned short>() == DType::uint16);
  static_assert(dtype_of<unsigned>() == DType::uint32);
  static_assert(dtype_of<unsigned long long>() == DType::uint64);
}

TEST(DTypeOf, KnowsBoolsFloatsAndComplexNumbers) {
  static_assert(dtype_of<bool>() == DType::boolean);
  static_assert(dtype_of<float>() == DType::float32 && dtype_of<double>() == DType::float64);
  static_assert(dtype_of<std::complex<float>>() == DType::complex64);
  static_assert(dtype_of<std::complex<double>>() == DType::complex128);
}

TEST(DTypeOf, KnowsFloatsOf16Bits) {
  static_assert(dtype_of<ndx::float16>() == DType::float16);
  static_assert(dtype_of<const ndx::bfloat16>() == DType::bfloat16);
}

TEST(DTypeOf, IgnoresConst) {
  static_assert(dtype_of<const bool>() == DType::boolean);
  static_assert(dtype_of<const int>() == DType::int32);
  static_assert(dtype_of<const float>() == DType::float32);
  static_assert(dtype_of<const std::complex<float>>() == DType::complex64);
}

TEST(DTypeOf, EverythingElseIsOpaque) {
  static_assert(dtype_of<Pair>() == DType::opaque && dtype_of<Colour>() == DType::opaque);
  static_assert(dtype_of<char>() == DType::opaque && dtype_of<char8_t>() == DType::opaque);
  static_assert(dtype_of<long double>() == DType::opaque && dtype_of<int*>() == DType::opaque);
  static_assert(dtype_of<std::complex<long double>>() == DType::opaque);
}

TEST(DTypeName, IsNumPys) {
  const std::pair<DType, std::string> names[] = {
      {DType::boolean, "bool"},          {DType::int8, "int8"},
      {DType::int16, "int16"},           {DType::int32, "int32"},
      {DType::int64, "int64"},           {DType::uint8, "uint8"},
      {DType::uint16, "uint16"},         {DType::uint32, "uint32"},
      {DType::uint64, "uint64"},         {DType::float16, "float16"},
      {DType::bfloat16, "bfloat16"},     {DType::float32, "float32"},
      {DType::float64, "float64"},       {DType::complex64, "complex64"},
      {DType::complex128, "complex128"}, {DType::opaque, "opaque"}};
  for (const auto& [dtype, name] : names) EXPECT_EQ(ndx::dtype_name(dtype), name);
}

TEST(IsInteger, HoldsForTheEightIntegersOnly) {
  for (int d = 0; d <= static_cast<int>(DType::opaque); ++d) {
    const auto dtype = static_cast<DType>(d);
    const bool integer = std::string(ndx::dtype_name(dtype)).find("int") != std::string::npos;
    EXPECT_EQ(ndx::is_integer(dtype), integer) << ndx::dtype_name(dtype);
  }
}

}  // namespace dtype_test
