// Tensors beside scalars of a type of 16 bits that is not ndx's own, as Eigen::half.
#include <limits>

#include <ndx/ops/arithmetic/foreign_halves.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"

namespace foreign_halves_test {

struct OtherHalf {
  std::uint16_t bits;
};

}  // namespace foreign_halves_test

template <>
class std::numeric_limits<foreign_halves_test::OtherHalf> {
 public:
  static constexpr int digits = 11;
};

using namespace ndx;
using expect::is;

namespace foreign_halves_test {

constexpr OtherHalf two{0x4000};

TEST(ForeignHalves, AreOperandsOnEitherSide) {
  const Tensor<float16> h = tensor({1.F, 3.F}).to<float16>();
  const auto halves = [](const auto& t) { return t.template to<float>(); };
  EXPECT_TRUE(is(halves(h + two), {2}, {3.F, 5.F}));
  EXPECT_TRUE(is(halves(two - h), {2}, {1.F, -1.F}));
  EXPECT_TRUE(is(halves(h * two), {2}, {2.F, 6.F}));
  EXPECT_TRUE(is(halves(two / h), {2}, {2.F, 0.66650390625F}));  // NumPy's float16(2) / float16(3)
  EXPECT_TRUE(is(halves(h % two), {2}, {1.F, 1.F}));
  EXPECT_EQ((h + two).dtype(), DType::float16);
  EXPECT_TRUE(is(tensor({1.5}) + two, {1}, {3.5}));
  EXPECT_TRUE(is(h == two, {2}, {false, false}));
  EXPECT_TRUE(is(h > two, {2}, {false, true}));
  EXPECT_TRUE(is(two <= h, {2}, {false, true}));
}

TEST(ForeignHalves, UpdateATensorAndAView) {
  const Tensor<float> t = tensor({{1.F, 3.F}, {5.F, 7.F}});
  t += two;
  t.select(0, 0) *= two;
  EXPECT_TRUE(is(t, {2, 2}, {6.F, 10.F, 7.F, 9.F}));
  t -= two;
  t /= two;
  t %= two;
  EXPECT_TRUE(is(t, {2, 2}, {0.F, 0.F, 0.5F, 1.5F}));
}

}  // namespace foreign_halves_test
