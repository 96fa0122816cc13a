// Which types operations give. The table for two integers is numpy.promote_types'.
#include <complex>

#include "support/expect.hpp"

using namespace ndx;

namespace promote_test {

using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using c64 = std::complex<float>;
using c128 = std::complex<double>;

template <class A, class B, class R>
constexpr bool meet_in = std::is_same_v<promote_t<A, B>, R> && std::is_same_v<promote_t<B, A>, R>;

TEST(PromoteTensors, TheSameTypeStays) {
  EXPECT_TRUE((meet_in<i8, i8, i8>));
  EXPECT_TRUE((meet_in<bool, bool, bool>));
  EXPECT_TRUE((meet_in<c64, c64, c64>));
}

TEST(PromoteTensors, IntegersMeetInTheSmallestThatHoldsBoth) {
  EXPECT_TRUE((meet_in<i8, i16, i16>));
  EXPECT_TRUE((meet_in<u8, u64, u64>));
  EXPECT_TRUE((meet_in<i8, u8, i16>));
  EXPECT_TRUE((meet_in<i8, u16, i32>));
  EXPECT_TRUE((meet_in<i16, u8, i16>));
  EXPECT_TRUE((meet_in<i32, u32, i64>));
  EXPECT_TRUE((meet_in<i64, u32, i64>));
  EXPECT_TRUE((meet_in<i8, u64, double>));
  EXPECT_TRUE((meet_in<i64, u64, double>));
}

TEST(PromoteTensors, AHigherCategoryWins) {
  EXPECT_TRUE((meet_in<bool, u8, u8>));
  EXPECT_TRUE((meet_in<bool, float, float>));
  EXPECT_TRUE((meet_in<i64, float, float>));
  EXPECT_TRUE((meet_in<float, double, double>));
  EXPECT_TRUE((meet_in<i64, c64, c64>));
  EXPECT_TRUE((meet_in<float, c64, c64>));
  EXPECT_TRUE((meet_in<double, c64, c128>));
  EXPECT_TRUE((meet_in<c64, c128, c128>));
}

TEST(PromoteScalar, AScalarOfTheSameOrALowerCategoryChangesNothing) {
  EXPECT_TRUE((std::is_same_v<promote_scalar_t<i8, i64>, i8>));
  EXPECT_TRUE((std::is_same_v<promote_scalar_t<u8, int>, u8>));
  EXPECT_TRUE((std::is_same_v<promote_scalar_t<float, double>, float>));
  EXPECT_TRUE((std::is_same_v<promote_scalar_t<float, i64>, float>));
  EXPECT_TRUE((std::is_same_v<promote_scalar_t<c64, double>, c64>));
  EXPECT_TRUE((std::is_same_v<promote_scalar_t<i16, bool>, i16>));
}

TEST(PromoteScalar, AScalarOfAHigherCategoryCountsAsATensorOfItsType) {
  EXPECT_TRUE((std::is_same_v<promote_scalar_t<bool, int>, int>));
  EXPECT_TRUE((std::is_same_v<promote_scalar_t<i8, double>, double>));
  EXPECT_TRUE((std::is_same_v<promote_scalar_t<i64, float>, float>));
  EXPECT_TRUE((std::is_same_v<promote_scalar_t<float, c64>, c64>));
  EXPECT_TRUE((std::is_same_v<promote_scalar_t<double, c64>, c128>));
}

template <class A, class B>
concept CanAdd = requires(const A& a, const B& b) { a + b; };

// Tensors of structs do not compile, nor do characters: tests/compile_fail/subscript_add_structs.cpp and
// add_character.cpp.
TEST(Operands, AreTensorsOfNumbersAndNumbers) {
  EXPECT_TRUE((CanAdd<Tensor<int>, Tensor<const float>>));
  EXPECT_TRUE((CanAdd<Tensor<int>, c64>));
  EXPECT_FALSE((CanAdd<Dims, Dims>));
}

}  // namespace promote_test
