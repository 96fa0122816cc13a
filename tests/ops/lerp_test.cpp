// lerp. Expected values are torch.lerp's.
#include <ndx/numpy.hpp>
#include <ndx/ops/arithmetic/map_into.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::is;
using expect::throws;

namespace lerp_test {

TEST(Lerp, OfTensorsAndScalars) {
  const auto a = tensor<float>({1, 2, 3});
  const auto b = tensor<float>({10, 20, 30});
  EXPECT_TRUE(is(lerp(a, b, tensor<float>({0, 0.5F, 1})), {3}, {1, 11, 30}));
  EXPECT_TRUE(is(lerp(a, b, 0.5), {3}, {5.5F, 11, 16.5F}));
  EXPECT_TRUE(is(lerp(a, 3, 0.5), {3}, {2, 2.5F, 3}));
  EXPECT_TRUE(is(lerp(1, a, 0.5F), {3}, {1, 1.5F, 2}));
  EXPECT_TRUE(is(lerp(0, 8, tensor({0.25, 2.0, -1.0})), {3}, {2.0, 16.0, -8.0}));
  EXPECT_TRUE(is(lerp(tensor({{1}, {2}}), 5, tensor({0, 1})), {2, 2}, {1.0, 5.0, 2.0, 5.0}));
  EXPECT_TRUE(is(lerp(b.flip(), 0, a - 1.F), {3}, {30, 0, -10}));
  static_assert(std::is_same_v<decltype(lerp(a, 1.0, 1)), Tensor<float>>);
  static_assert(std::is_same_v<decltype(lerp(tensor({1}), 2, 1)), Tensor<double>>);
}

TEST(Lerp, ReachesBothEndsExactly) {
  const auto a = tensor<float>({0.1F, 1e30F, -7});
  const auto b = tensor<float>({0.3F, 1, 1e-30F});
  EXPECT_TRUE(equal(lerp(a, b, 0.F), a));
  EXPECT_TRUE(equal(lerp(a, b, 1.F), b));
}

TEST(Lerp, WritesIntoATensor) {
  const auto a = tensor<float>({1, 2, 3});
  lerp_into(a.flip(), a, 5, 0.5F);
  EXPECT_TRUE(is(a, {3}, {4, 3.5F, 3}));
}

TEST(Lerp, Errors) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)lerp(zeros({2}), zeros({3}), zeros({2})); },
                                 "lerp: shapes (2), (3) and (2) cannot be broadcast together"));
}

}  // namespace lerp_test
