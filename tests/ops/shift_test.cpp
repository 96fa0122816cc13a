// << and >>. Expected values are those of NumPy's left_shift and right_shift.
#include <cstdint>

#include <ndx/ops/arithmetic/map_into.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

namespace shift_test {

template <class T>
Tensor<T> of(std::initializer_list<T> values) {
  return tensor<T>(values);
}

TEST(Shift, MovesBits) {
  EXPECT_TRUE(is(of<std::int8_t>({1, -3, 127}) << of<std::int8_t>({7, 1, 8}), {3}, {-128, -6, 0}));
  EXPECT_TRUE(is(of<std::uint8_t>({200, 200}) >> of<std::uint8_t>({3, 8}), {2}, {25, 0}));
  EXPECT_TRUE(is(of<std::int64_t>({3}) << 62, {1}, {INT64_MIN / 2}));
  EXPECT_TRUE(is(of<std::uint64_t>({UINT64_MAX}) >> 63, {1}, {1}));
  EXPECT_TRUE(is(1 << counting({2, 2}), {2, 2}, {1, 2, 4, 8}));
  EXPECT_TRUE(is(counting({2, 2}).transpose() << tensor({{1}, {2}}), {2, 2}, {0, 4, 4, 12}));
}

TEST(Shift, ByMoreThanTheWidthOrLessThanNothingMovesAllBitsOut) {
  EXPECT_TRUE(is(tensor({1, 1, 5}) << tensor({31, 32, -1}), {3}, {INT32_MIN, 0, 0}));
  EXPECT_TRUE(is(tensor({-8, 7, -1, 5}) >> tensor({1, 40, -1, -1}), {4}, {-4, 0, -1, 0}));
  EXPECT_TRUE(is(of<std::int8_t>({1, -1}) << 256, {2}, {0, 0}));  // not 256 as an int8
  EXPECT_TRUE(is(of<std::int8_t>({1, -1}) >> INT64_MAX, {2}, {0, -1}));
  EXPECT_TRUE(
      is(of<std::int64_t>({1, -1}) >> of<std::uint64_t>({64, UINT64_MAX}).to<int>(), {2}, {0, -1}));
}

TEST(Shift, HasTheTypeOfArithmetic) {
  static_assert(std::is_same_v<decltype(of<std::int8_t>({1}) << tensor({1})), Tensor<int>>);
  static_assert(std::is_same_v<decltype(of<std::int8_t>({1}) << 1), Tensor<std::int8_t>>);
  static_assert(std::is_same_v<decltype(tensor({true}) << 1), Tensor<int>>);
  EXPECT_TRUE(is(of<std::int8_t>({100}) << tensor({1}), {1}, {200}));
  EXPECT_TRUE(is(tensor({true, false}) << 3, {2}, {8, 0}));
  EXPECT_TRUE(is(tensor({6, 7}) >> tensor({true, false}), {2}, {3, 7}));
}

TEST(Shift, InPlace) {
  const auto t = counting({2, 3});
  t.select(0, 1) <<= tensor({1, 2, 40});
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 6, 16, 0}));
  t >>= 1;
  EXPECT_TRUE(is(t, {2, 3}, {0, 0, 1, 3, 8, 0}));
  t[{0, Slice(1, None)}] <<= 4;
  EXPECT_TRUE(is(t, {2, 3}, {0, 0, 16, 3, 8, 0}));
  t[{t > 5}] >>= 2;
  EXPECT_TRUE(is(t, {2, 3}, {0, 0, 4, 3, 2, 0}));
  const auto small = of<std::int8_t>({-1, 1});
  small <<= of<std::int64_t>({256, 6});
  EXPECT_TRUE(is(small, {2}, {0, 64}));
  const auto turned = tensor({1, 2, 3});
  turned <<= turned.flip();
  EXPECT_TRUE(is(turned, {3}, {8, 8, 6}));
}

TEST(Shift, WritesIntoATensor) {
  const auto out = zeros<std::int64_t>({2, 3}).transpose();
  left_shift_into(out, counting({3, 2}), 33);  // of ints, so all bits leave
  EXPECT_TRUE(is(out, {3, 2}, {0, 0, 0, 0, 0, 0}));
  right_shift_into(out, counting({3, 2}) - 3, tensor({0, 1}));
  EXPECT_TRUE(is(out, {3, 2}, {-3, -1, -1, 0, 1, 1}));
}

TEST(Shift, Errors) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)(tensor({1, 2}) << tensor({1, 2, 3})); },
                                 "operator<<: shapes (2) and (3) cannot be broadcast together"));
  EXPECT_THROW(tensor({1}).expand({2}) >>= 1, ValueError);
  EXPECT_TRUE(is(zeros<int>({0, 2}) << 1, {0, 2}, {}));
  EXPECT_TRUE(is(tensor(3) << tensor(2), {}, {12}));
}

}  // namespace shift_test
