#include <cmath>
#include <limits>

#include <ndx/half.hpp>
#include <ndx/linalg.hpp>

#include "support/expect.hpp"
#include "support/scrambled_executor.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace cdist_test {

constexpr double inf = std::numeric_limits<double>::infinity();

/// The distances by their definition.
Tensor<double> by_definition(const Tensor<double>& a, const Tensor<double>& b, double p) {
  const auto out = zeros<double>({a.size(0), b.size(0)});
  for (index_t i = 0; i < a.size(0); ++i) {
    for (index_t j = 0; j < b.size(0); ++j)
      out(i, j) = norm(a.select(0, i) - b.select(0, j), p).item();
  }
  return out;
}

TEST(Cdist, IsTheNormOfEachDifference) {
  const auto a = tensor({{0.0, 0.0}, {1.0, -2.0}});
  const auto b = tensor({{3.0, 4.0}, {0.0, 1.0}, {1.0, -2.0}});
  EXPECT_TRUE(is(cdist(a.narrow(0, 0, 1), b), {1, 3}, {5.0, 1.0, std::sqrt(5.0)}));
  for (const double p : {0.0, 0.5, 1.0, 2.0, 3.0, inf})
    EXPECT_TRUE(allclose(cdist(a, b, p), by_definition(a, b, p), 1e-14, 1e-300)) << p;
}

TEST(Cdist, GoesAcrossPanelsAndTakesAnyStrides) {
  const auto a = (arange(70 * 5) % 17).to<double>().reshape({5, 70}).transpose();
  const auto b = (arange(5 * 130) % 13).to<double>().reshape({130, 5}).flip(0);
  for (const double p : {1.0, 2.0, inf})
    EXPECT_TRUE(allclose(cdist(a, b, p), by_definition(a, b, p), 1e-14, 1e-300)) << p;
  const auto want = cdist(a, b);
  const ndx_test::ScrambledExecutor executor({3, 1});
  EXPECT_TRUE(equal(cdist(a, b), want));
}

TEST(Cdist, BroadcastsTheOtherDims) {
  const auto a = arange<float>(2 * 3 * 4).reshape({2, 3, 4});
  const auto b = arange<float>(20).reshape({5, 4});
  const auto all = cdist(a, b);
  EXPECT_TRUE(has_shape(all, {2, 3, 5}));
  EXPECT_TRUE(equal(all.select(0, 1), cdist(a.select(0, 1), b)));
}

TEST(Cdist, HasTheTypesOfMean) {
  EXPECT_TRUE(is(cdist(tensor<std::uint8_t>({{1}}), tensor<std::uint8_t>({{4}})), {1, 1}, {3.0}));
  EXPECT_TRUE(is(cdist(tensor({{1.f}}), tensor({{3.f}})), {1, 1}, {2.f}));
  EXPECT_TRUE(is(cdist(tensor({{1.f}}).to<float16>(), tensor({{3.f}}).to<float16>()).to<float>(),
                 {1, 1}, {2.f}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto with_nan = cdist(tensor({{nan, 0.0}}), tensor({{1.0, 9.0}}), inf);
  EXPECT_TRUE(with_nan.item() != with_nan.item());
}

TEST(Cdist, OfNoElements) {
  EXPECT_TRUE(has_shape(cdist(zeros({0, 3}), zeros({2, 3})), {0, 2}));
  EXPECT_TRUE(is(cdist(zeros({1, 0}), zeros({2, 0})), {1, 2}, {0.f, 0.f}));
}

TEST(Cdist, RefusesWhatDoesNotFit) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)cdist(zeros({2, 3}), zeros({2, 4})); },
                                 "cdist: shapes (2, 3) and (2, 4) are not those of matrices with "
                                 "rows of one size"));
  EXPECT_THROW((void)cdist(zeros({3}), zeros({2, 3})), ShapeError);
  EXPECT_THROW((void)cdist(zeros({2, 3}), zeros({2, 3}), -1), ValueError);
}

}  // namespace cdist_test
