// Integers that the elements beside them cannot hold. What fits is NumPy's; what does not wrap as sums
// do is refused, as NumPy 2 refuses it, unless it is a bound beyond all that elements can be.
#include <cstdint>

#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/ops/arithmetic/maximum.hpp>
#include <ndx/ops/mask/where.hpp>
#include <ndx/ops/math/rounding.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::is;
using expect::throws;

namespace scalar_operand_test {

using byte = std::uint8_t;

/// Whether the call is refused with `said`, and what to do.
template <class Call>
testing::AssertionResult refused(const Call& call, const std::string& said) {
  return throws<ValueError>(call, said + ": convert the tensor to a wider type first");
}

TEST(WideScalars, AreBoundsThatChangeNothing) {
  const auto t = tensor<byte>({1, 5, 200});
  EXPECT_TRUE(is(clamp(t, 0, 256), {3}, {byte{1}, byte{5}, byte{200}}));
  EXPECT_TRUE(is(clip(t, -1, 300), {3}, {byte{1}, byte{5}, byte{200}}));
  EXPECT_TRUE(is(clamp(t, 2, 300), {3}, {byte{2}, byte{5}, byte{200}}));
  EXPECT_TRUE(is(clamp(t, None, 1000), {3}, {byte{1}, byte{5}, byte{200}}));
  EXPECT_TRUE(is(minimum(t, 256), {3}, {byte{1}, byte{5}, byte{200}}));
  EXPECT_TRUE(is(maximum(-1, t), {3}, {byte{1}, byte{5}, byte{200}}));
  EXPECT_TRUE(is(clip(tensor({1, 5, -7}), 0, INT64_MAX), {3}, {1, 5, 0}));
  EXPECT_TRUE(is(clip(tensor({1, 5, -7}), INT64_MIN, 2), {3}, {1, 2, -7}));
  EXPECT_TRUE(is(fmin(tensor({1, 5, -7}), index_t{1} << 32), {3}, {1, 5, -7}));
  EXPECT_TRUE(
      is(fmax(tensor<std::uint64_t>({1, 2}), -1), {2}, {std::uint64_t{1}, std::uint64_t{2}}));
  EXPECT_TRUE(is(minimum(tensor<std::int8_t>({100, -100}), UINT64_MAX), {2},
                 {std::int8_t{100}, std::int8_t{-100}}));
  const auto out = zeros<int>({3});
  clamp_into(out, t, 0, 256);
  EXPECT_TRUE(is(out, {3}, {1, 5, 200}));
}

TEST(WideScalars, AreRefusedAsBoundsThatResultsWouldBe) {
  const auto t = tensor<byte>({1, 5, 200});
  EXPECT_TRUE(
      refused([&] { (void)clamp(t, 300, 400); }, "clamp: elements of uint8 cannot hold 300"));
  EXPECT_TRUE(refused([&] { (void)clip(t, None, -1); }, "clip: elements of uint8 cannot hold -1"));
  EXPECT_TRUE(refused([&] { (void)minimum(t, -1); }, "minimum: elements of uint8 cannot hold -1"));
  EXPECT_TRUE(
      refused([&] { (void)maximum(256, t); }, "maximum: elements of uint8 cannot hold 256"));
  EXPECT_TRUE(refused([] { (void)maximum(tensor({1}), UINT64_MAX); },
                      "maximum: elements of int32 cannot hold 18446744073709551615"));
  EXPECT_TRUE(refused([] { (void)minimum(tensor({1}), INT64_MIN); },
                      "minimum: elements of int32 cannot hold -9223372036854775808"));
}

TEST(WideScalars, AreRefusedWhereResultsDoNotWrapAround) {
  const auto t = tensor<byte>({1, 5, 200});
  const auto signs = tensor<std::int8_t>({100, -100, 1});
  EXPECT_TRUE(refused([&] { (void)(t % 256); }, "operator%: elements of uint8 cannot hold 256"));
  EXPECT_TRUE(refused([&] { (void)(1000 % t); }, "operator%: elements of uint8 cannot hold 1000"));
  EXPECT_TRUE(
      refused([&] { (void)remainder(signs, 200); }, "remainder: elements of int8 cannot hold 200"));
  EXPECT_TRUE(refused([&] { (void)floor_divide(signs, -200); },
                      "floor_divide: elements of int8 cannot hold -200"));
  EXPECT_TRUE(refused([&] { (void)fmod(signs, 200); }, "fmod: elements of int8 cannot hold 200"));
  EXPECT_TRUE(refused([&] { (void)pow(t, 256); }, "pow: elements of uint8 cannot hold 256"));
  EXPECT_TRUE(
      refused([&] { (void)where(t > 2, t, 300); }, "where: elements of uint8 cannot hold 300"));
  EXPECT_TRUE(
      refused([&] { (void)where(t > 2, -1, t); }, "where: elements of uint8 cannot hold -1"));
  EXPECT_TRUE(refused([&] { t %= 300; }, "operator%=: elements of uint8 cannot hold 300"));
  EXPECT_TRUE(refused([&] { where_into(t, t > 2, t, 300); },
                      "where_into: elements of uint8 cannot hold 300"));
  EXPECT_TRUE(is(t, {3}, {byte{1}, byte{5}, byte{200}}));
}

TEST(WideScalars, WrapAroundInSumsAndProducts) {
  const auto t = tensor<byte>({1, 5, 200});
  EXPECT_TRUE(is(t + 300, {3}, {byte{45}, byte{49}, byte{244}}));
  EXPECT_TRUE(is(257 * t, {3}, {byte{1}, byte{5}, byte{200}}));
  EXPECT_TRUE(is(pow(257, t), {3}, {byte{1}, byte{1}, byte{1}}));
}

TEST(WideScalars, AreNoConcernOfOtherTypes) {
  EXPECT_TRUE(is(maximum(tensor({1.5F}), 1000000), {1}, {1000000.F}));
  EXPECT_TRUE(is(clamp(tensor({1, 5}), 1.5, INT64_MAX), {2}, {1.5, 5.0}));
  EXPECT_TRUE(is(minimum(tensor({true}), 300), {1}, {1}));
  EXPECT_TRUE(is(where(tensor({true, false}), 1, 300), {2}, {1, 300}));
  EXPECT_TRUE(is(tensor<byte>({7}) % true, {1}, {byte{0}}));
}

}  // namespace scalar_operand_test
