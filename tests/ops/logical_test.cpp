#include <complex>
#include <limits>

#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace logical_test {

const Tensor<bool> a = tensor({false, false, true, true});
const Tensor<bool> b = tensor({false, true, false, true});

TEST(Logic, OfBools) {
  EXPECT_TRUE(is(a & b, {4}, {false, false, false, true}));
  EXPECT_TRUE(is(a | b, {4}, {false, true, true, true}));
  EXPECT_TRUE(is(a ^ b, {4}, {false, true, true, false}));
  EXPECT_TRUE(is(~a, {4}, {true, true, false, false}));
  EXPECT_TRUE(is(!a, {4}, {true, true, false, false}));
  EXPECT_TRUE(is(a & true, {4}, {false, false, true, true}));
  EXPECT_TRUE(is(true ^ a, {4}, {true, true, false, false}));
}

TEST(Logic, CombinesComparisonsIntoMasks) {
  const auto x = arange<int>(6);
  EXPECT_TRUE(is(x.index({(x > 1) & (x < 4)}), {2}, {2, 3}));
  EXPECT_TRUE(is(x.index({~(x == 0) & ~(x > 1)}), {1}, {1}));
}

TEST(Logic, BroadcastsAndReadsAnyStrides) {
  const auto column = tensor({{true}, {false}});
  EXPECT_TRUE(is(column | a.slice(0, Slice(None, None, 2)), {2, 2}, {true, true, false, true}));
  EXPECT_TRUE(is(a & b.flip(), {4}, {false, false, true, false}));
  EXPECT_TRUE(is(~column.expand({2, 2}), {2, 2}, {false, false, true, true}));
  EXPECT_TRUE(has_shape(zeros<bool>({0}) & tensor({true}), {0}));
  EXPECT_TRUE(is(~tensor(true), {}, {false}));
  EXPECT_TRUE(throws<ShapeError>([] { (void)(zeros<bool>({2}) & zeros<bool>({3})); },
                                 "operator&: shapes (2) and (3) cannot be broadcast together"));
}

template <class T>
class BitsOfIntegers : public testing::Test {};
TYPED_TEST_SUITE(BitsOfIntegers, number_types::Integers);

TYPED_TEST(BitsOfIntegers, AreCombinedBitByBit) {
  using T = TypeParam;
  const auto x = tensor<T>({0b1100, 0});
  EXPECT_TRUE(is(x & T{0b1010}, {2}, {0b1000, 0}));
  EXPECT_TRUE(is(x | tensor<T>({0b1010}), {2}, {0b1110, 0b1010}));
  EXPECT_TRUE(is(x ^ 0b1010, {2}, {0b0110, 0b1010}));
  EXPECT_TRUE(is(~x, {2}, {static_cast<T>(-13), static_cast<T>(-1)}));
  EXPECT_TRUE(is(!x, {2}, {false, true}));
  EXPECT_TRUE(is(x & tensor({true, true}), {2}, {0, 0}));
}

TEST(LogicInPlace, WritesBoolsAndIntegers) {
  const auto mask = a.clone();
  mask &= b;
  EXPECT_TRUE(is(mask, {4}, {false, false, false, true}));
  mask |= mask.flip();
  EXPECT_TRUE(is(mask, {4}, {true, false, false, true}));
  mask ^= true;
  EXPECT_TRUE(is(mask, {4}, {false, true, true, false}));
  const auto bits = tensor<std::uint8_t>({0xF0, 0x0F});
  bits.narrow(0, 0, 1) |= 0x101;
  EXPECT_TRUE(is(bits, {2}, {0xF1, 0x0F}));
  EXPECT_TRUE(throws<ShapeError>([&] { bits &= zeros<int>({3}); },
                                 "operator&=: shape (3) cannot be broadcast to (2)"));
}

TEST(LogicalFunctions, TakeWhatIsNotZeroAsTrue) {
  const auto x = tensor({0.0, -0.0, 0.5, std::numeric_limits<double>::quiet_NaN()});
  EXPECT_TRUE(is(logical_not(x), {4}, {true, true, false, false}));
  EXPECT_TRUE(is(logical_and(x, tensor({1, 1, 0, 256})), {4}, {false, false, false, true}));
  EXPECT_TRUE(is(logical_or(x, 0), {4}, {false, false, true, true}));
  EXPECT_TRUE(is(logical_xor(0.25, x), {4}, {true, true, false, false}));
  EXPECT_TRUE(is(logical_not(tensor({std::complex<float>(0, 1)})), {1}, {false}));
}

}  // namespace logical_test
