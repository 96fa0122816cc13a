#include <cmath>
#include <complex>
#include <limits>

#include <ndx/statistics.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::elements;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace nan_reductions_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Tensor<double> table() {
  return tensor({{1.0, nan, 3.0}, {4.0, 5.0, nan}, {nan, nan, nan}, {-2.0, 0.0, 7.0}});
}

/// Equal shapes and elements, NaN being equal to NaN, doubles up to rounding.
testing::AssertionResult is_about(const Tensor<double>& t, const expect::Shape& shape,
                                  const std::vector<double>& values) {
  const auto found = elements(t);
  bool same = expect::dims(t.shape()) == shape && found.size() == values.size();
  for (std::size_t i = 0; same && i < values.size(); ++i)
    same = std::isnan(values[i]) ? std::isnan(found[i])
                                 : found[i] == values[i] || std::abs(found[i] - values[i]) < 1e-14;
  return same ? testing::AssertionSuccess()
              : testing::AssertionFailure() << testing::PrintToString(found);
}

// Expected values are NumPy's.

TEST(Nansum, LeavesOutNan) {
  EXPECT_TRUE(is(nansum(table()), {}, {18.0}));
  EXPECT_TRUE(is(nansum(table(), 0), {3}, {3.0, 5.0, 10.0}));
  EXPECT_TRUE(is(nansum(table(), -1, true), {4, 1}, {4.0, 9.0, 0.0, 5.0}));
  EXPECT_TRUE(is(nansum(table().transpose(), 0), {4}, {4.0, 9.0, 0.0, 5.0}));
  EXPECT_TRUE(is(nansum(zeros({0})), {}, {0.f}));
  EXPECT_TRUE(is(nansum(tensor({nan, 2.0}).expand({3, 2})), {}, {6.0}));
  EXPECT_TRUE(is(nansum(Tensor<const double>(table().flip()), {0, 1}), {}, {18.0}));
  EXPECT_TRUE(is(nansum(tensor(nan)), {}, {0.0}));
  EXPECT_TRUE(std::isnan(nansum(tensor({inf, 1.0, -inf})).item()));  // no element is NaN
  for (const index_t size : {5, 100, 1000}) {                        // by vectors, too
    const auto t = arange(3 * size).to<double>().reshape({3, size});
    const auto expected = sum(t, 1) - t.select(1, 4);
    t.index_put_({Slice(), 4}, nan);
    EXPECT_TRUE(equal(nansum(t, 1), expected)) << size;
    EXPECT_TRUE(equal(nansum(t.to<float>(), 1), expected.to<float>())) << size;
    EXPECT_TRUE(equal(nansum(t.transpose().contiguous(), 0), expected)) << size;
    t.index_put_({0, 2}, inf);
    t.index_put_({0, 3}, -inf);
    EXPECT_TRUE(std::isnan(nansum(t, 1)(0))) << size;
  }
}

TEST(Nanprod, LeavesOutNan) {
  EXPECT_TRUE(is(nanprod(table(), 0), {3}, {-8.0, 0.0, 21.0}));
  EXPECT_TRUE(is(nanprod(table(), 1), {4}, {3.0, 20.0, 1.0, 0.0}));
  EXPECT_TRUE(is(nanprod(tensor({nan, 2.f}).expand({3, 2})), {}, {8.0}));
}

TEST(Nanmean, DividesByTheNumberOfNumbers) {
  EXPECT_TRUE(is_about(nanmean(table()), {}, {2.5714285714285716}));
  EXPECT_TRUE(is_about(nanmean(table(), 0), {3}, {1, 2.5, 5}));
  EXPECT_TRUE(is_about(nanmean(table(), 1, true), {4, 1}, {2, 4.5, nan, 1.6666666666666667}));
  EXPECT_TRUE(is_about(nanmean(zeros<double>({0, 2}), 0), {2}, {nan, nan}));
  EXPECT_TRUE(is(nanmean(tensor({1.f, static_cast<float>(nan), 2.f})), {}, {1.5f}));
}

TEST(Nanvar, IsThatOfTheNumbers) {
  EXPECT_TRUE(is_about(nanvar(table()), {}, {8.244897959183673}));
  EXPECT_TRUE(is_about(nanvar(table(), 0), {3}, {6, 6.25, 4}));
  EXPECT_TRUE(is_about(nanvar(table(), 1), {4}, {1, 0.25, nan, 14.888888888888891}));
  EXPECT_TRUE(is_about(nanvar(table(), 1, {.correction = 1, .keepdim = true}), {4, 1},
                       {2, 0.5, nan, 22.333333333333336}));
  EXPECT_TRUE(is_about(nanvar(tensor({1.0, nan}), 0, {.correction = 1}), {}, {nan}));
  EXPECT_TRUE(is_about(nanvar(tensor({inf, 1.0, nan})), {}, {nan}));
  EXPECT_TRUE(is_about(nanstd(table(), 0), {3}, {2.449489742783178, 2.5, 2}));
}

TEST(Nanmax, IsTheLargestNumber) {
  EXPECT_TRUE(is_about(nanmax(table()), {}, {7}));
  EXPECT_TRUE(is_about(nanmin(table()), {}, {-2}));
  EXPECT_TRUE(is_about(nanmax(table(), 0), {3}, {4, 5, 7}));
  EXPECT_TRUE(is_about(nanmin(table(), 0, true), {1, 3}, {-2, 0, 3}));
  EXPECT_TRUE(is_about(nanmax(table(), 1), {4}, {3, 5, nan, 7}));
  EXPECT_TRUE(is_about(nanmin(table().transpose(), 0), {4}, {1, 4, nan, -2}));
  EXPECT_TRUE(is_about(nanmax(tensor({nan, -inf})), {}, {-inf}));
  EXPECT_TRUE(is_about(nanmax(tensor({nan, nan})), {}, {nan}));
}

TEST(Nanmax, OfLongRows) {
  const auto x = full<double>({3, 5000}, nan);
  x.index_put_({1, 4000}, -inf);
  x.index_put_({2, tensor({3, 4999})}, 8.0);
  EXPECT_TRUE(is_about(nanmax(x, 1), {3}, {nan, -inf, 8}));
  EXPECT_TRUE(is(nanargmax(x.narrow(0, 1, 2), 1), {2}, {4000, 3}));
  EXPECT_TRUE(is(nanargmin(x.narrow(0, 1, 2), 1, {.last = true}), {2}, {4000, 4999}));
  EXPECT_TRUE(is(nanargmin(x), {}, {9000}));
}

TEST(Nanmax, OfNoElementsIsAnError) {
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)nanmax(zeros({0})); },
      "nanmax: the dims to reduce of shape (0) have no elements, and so no largest"));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)nanmin(zeros({2, 0}), 1); },
      "nanmin: the dims to reduce of shape (2, 0) have no elements, and so no smallest"));
}

TEST(Nanargmax, IsThePositionOfTheLargestNumber) {
  const auto x = table().index({tensor({0, 1, 3})});
  EXPECT_TRUE(is(nanargmax(table()), {}, {11}));
  EXPECT_TRUE(is(nanargmin(table(), {.keepdim = true}), {1, 1}, {9}));
  EXPECT_TRUE(is(nanargmax(x, 1), {3}, {2, 1, 2}));
  EXPECT_TRUE(is(nanargmin(table(), 0), {3}, {3, 3, 0}));
  EXPECT_TRUE(is(nanargmin(table(), 0, true), {1, 3}, {3, 3, 0}));
  EXPECT_TRUE(is(nanargmax(tensor({nan, 2.0, 2.0, nan})), {}, {1}));
  EXPECT_TRUE(is(nanargmax(tensor({nan, 2.0, 2.0, nan}), {.last = true}), {}, {2}));
  EXPECT_TRUE(is(nanargmax(tensor({nan, -inf})), {}, {1}));
}

TEST(Nanargmax, OfColumnsSideBySide) {
  const auto x = full<float>({4, 50}, static_cast<float>(nan));
  x.select(0, 2).fill_(1.f);
  x.select(0, 3).fill_(1.f);
  EXPECT_TRUE(is(nanargmax(x, 0), {50}, std::vector<index_t>(50, 2)));
  EXPECT_TRUE(is(nanargmin(x, 0, {.last = true}), {50}, std::vector<index_t>(50, 3)));
  x.select(1, 7).fill_(static_cast<float>(nan));
  EXPECT_TRUE(throws<ValueError>([&] { (void)nanargmax(x, 0); },
                                 "nanargmax: all elements are NaN at [7] of the result"));
}

TEST(Nanargmax, OfNothingButNanIsAnError) {
  EXPECT_TRUE(throws<ValueError>([] { (void)nanargmax(tensor({nan, nan})); },
                                 "nanargmax: all elements are NaN"));
  EXPECT_TRUE(throws<ValueError>([] { (void)nanargmin(table(), 1); },
                                 "nanargmin: all elements are NaN at [2] of the result"));
  const auto repeated = tensor({{nan}, {1.0}}).expand({2, 5});
  EXPECT_TRUE(throws<ValueError>([&] { (void)nanargmax(repeated, 1, {.last = true}); },
                                 "nanargmax: all elements are NaN at [0] of the result"));
  EXPECT_TRUE(is(nanargmax(repeated.narrow(0, 1, 1), 1, {.last = true}), {1}, {4}));
  EXPECT_TRUE(throws<ValueError>([] { (void)nanargmax(zeros({0})); },
                                 "nanargmax: shape (0) has no elements, and so no largest"));
  EXPECT_TRUE(throws<IndexError>([] { (void)nanargmin(zeros({2}), 1); },
                                 "nanargmin: dim 1 is out of range for a tensor of rank 1"));
}

template <class T>
class NanOfNumbers : public testing::Test {};
// Of the integers one of each kind, for all of which the functions without "nan" are called.
using NumberTypes =
    testing::Types<std::int8_t, std::int64_t, std::uint64_t, float, double, long double>;
TYPED_TEST_SUITE(NanOfNumbers, NumberTypes);

TYPED_TEST(NanOfNumbers, WithoutNanAreTheFunctionsWithoutIt) {
  using T = TypeParam;
  const auto x = (counting({3, 5}) * 7 % 11).template to<T>();
  EXPECT_TRUE(equal(nansum(x, 1), sum(x, 1)));
  EXPECT_TRUE(equal(nanprod(x, 0), prod(x, 0)));
  EXPECT_TRUE(equal(nanmean(x, 0), mean(x, 0)));
  EXPECT_TRUE(equal(nanvar(x), var(x)));
  EXPECT_TRUE(equal(nanmax(x, 1), amax(x, 1)));
  EXPECT_TRUE(equal(nanmin(x, 0), amin(x, 0)));
  EXPECT_TRUE(equal(nanargmax(x, 1), argmax(x, 1)));
  EXPECT_TRUE(equal(nanargmin(x), argmin(x)));
}

TEST(Nansum, OfBoolsAndComplexNumbers) {
  EXPECT_TRUE(is(nansum(tensor({true, false, true})), {}, {std::int64_t{2}}));
  EXPECT_TRUE(is(nanmax(tensor({true, false})), {}, {true}));
  using Z = std::complex<double>;
  const auto z = tensor({Z(1, 1), Z(nan, 0), Z(3, 0), Z(0, nan)});
  EXPECT_TRUE(is(nansum(z), {}, {Z(4, 1)}));
  EXPECT_TRUE(is(nanmean(z), {}, {Z(2, 0.5)}));
  EXPECT_TRUE(is(nanprod(z), {}, {Z(3, 3)}));
  EXPECT_TRUE(is(nanvar(z), {}, {1.25}));
}

TEST(NanMax, OfManyShortRows) {
  const auto x = arange<double>(600).reshape({100, 6});
  x.index_put_({tensor({0, 37, 99}), tensor({5, 0, 3})}, nan);
  x.index_put_({64}, nan);
  const auto largest = nanmax(x, 1);
  const auto least = nanmin(x, 1);
  for (index_t i = 0; i < 100; ++i) {
    if (i == 64) {
      EXPECT_TRUE(std::isnan(largest(i)) && std::isnan(least(i)));
    } else {
      EXPECT_EQ(largest(i), static_cast<double>(6 * i + (i == 0 ? 4 : 5)));
      EXPECT_EQ(least(i), static_cast<double>(6 * i + (i == 37 ? 1 : 0)));
    }
  }
}

}  // namespace nan_reductions_test
