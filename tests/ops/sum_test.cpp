#include <array>
#include <complex>
#include <limits>
#include <sstream>

#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace sum_test {

template <class R, class T>
constexpr bool holds(const Tensor<T>&) {
  return std::is_same_v<R, T>;
}

const Tensor<int> cube = arange<int>(24).reshape({2, 3, 4});

/// The reducer that the head of ops/reduce/reduction.hpp shows: it says nothing of repeats.
struct SumOfCubes : kernel::ReducerOf<double> {
  [[nodiscard]] double identity() const { return 0; }
  [[nodiscard]] double step(double total, double x) const { return total + x * x * x; }
  [[nodiscard]] double merge(double a, double b) const { return a + b; }
};

TEST(Reduction, RepeatedElementsCountEachTimeForANewReducer) {
  const auto of = [](const Tensor<double>& t, const ReducedDims& dims) {
    return detail::reduce_to<double>("sum_of_cubes", SumOfCubes{}, t, dims, false);
  };
  const auto t = tensor({1.0, 2.0, 3.0});
  EXPECT_TRUE(is(of(t.expand({7, 3}), 0), {3}, {7.0, 56.0, 189.0}));
  EXPECT_TRUE(is(of(t.expand({7, 3}), all_dims), {}, {252.0}));
  EXPECT_TRUE(is(of(t.expand({2, 3, 3}), {0, 1}), {3}, {6.0, 48.0, 162.0}));
  EXPECT_TRUE(is(of(t.expand({0, 3}), 0), {3}, {0.0, 0.0, 0.0}));
}

TEST(Sum, OfAllElementsHasRankZero) {
  EXPECT_TRUE(is(sum(cube), {}, {276}));
  EXPECT_EQ(sum(tensor(7)).item(), 7);
  EXPECT_TRUE(is(sum(cube, all_dims, true), {1, 1, 1}, {276}));
}

TEST(Sum, OverOneDim) {
  EXPECT_TRUE(is(sum(cube, 0), {3, 4}, {12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34}));
  EXPECT_TRUE(is(sum(cube, 1), {2, 4}, {12, 15, 18, 21, 48, 51, 54, 57}));
  EXPECT_TRUE(is(sum(cube, -1), {2, 3}, {6, 22, 38, 54, 70, 86}));
  EXPECT_TRUE(is(sum(cube, -1, true), {2, 3, 1}, {6, 22, 38, 54, 70, 86}));
}

TEST(Sum, OverAListOfDims) {
  EXPECT_TRUE(is(sum(cube, {0, 2}), {3}, {60, 92, 124}));
  EXPECT_TRUE(is(sum(cube, {-1, 0}, true), {1, 3, 1}, {60, 92, 124}));
  EXPECT_TRUE(is(sum(cube, std::vector<int>{0, 1}), {4}, {60, 66, 72, 78}));
  EXPECT_TRUE(is(sum(cube, {0, 1, 2}), {}, {276}));
  EXPECT_TRUE(is(sum(tensor({1, 2}), {}), {2}, {1, 2}));
}

TEST(Sum, AWrongDimIsNamed) {
  EXPECT_TRUE(throws<IndexError>([] { (void)sum(cube, 3); },
                                 "sum: dim 3 is out of range for a tensor of rank 3"));
  EXPECT_TRUE(throws<IndexError>([] { (void)sum(cube, {0, -4}); },
                                 "sum: dim -4 is out of range for a tensor of rank 3"));
  EXPECT_TRUE(throws<IndexError>([] { (void)sum(tensor(1), 0); },
                                 "sum: dim 0 is out of range for a tensor of rank 0"));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)sum(cube, {1, -2}); }, "sum: dims (1, -2) name dim 1 twice"));
}

TEST(Sum, OfNothingIsZero) {
  EXPECT_TRUE(is(sum(zeros({0})), {}, {0}));
  EXPECT_TRUE(is(sum(zeros({0, 2}), 0), {2}, {0, 0}));
  EXPECT_TRUE(has_shape(sum(zeros({0, 2}), 1), {0}));
  EXPECT_TRUE(has_shape(sum(zeros({0, 2}), 1, true), {0, 1}));
  EXPECT_TRUE(is(sum(Tensor<int>()), {}, {0}));
}

TEST(Sum, ReadsAnyStrides) {
  EXPECT_TRUE(is(sum(cube.transpose(), 0), {3, 2}, {6, 54, 22, 70, 38, 86}));
  EXPECT_TRUE(is(sum(cube.flip(), 2), {2, 3}, {86, 70, 54, 38, 22, 6}));
  EXPECT_TRUE(is(sum(tensor({1, 2, 3}).expand({4, 3}), 0), {3}, {4, 8, 12}));
  EXPECT_TRUE(is(sum(tensor({{1}, {2}}).expand({2, 5}), 1), {2}, {5, 10}));
  const auto inner = cube.slice(2, Slice(1, None, 2)).slice(1, Slice(None, None, -2));
  EXPECT_TRUE(is(sum(inner, 1), {2, 2}, {10, 14, 34, 38}));
  EXPECT_TRUE(is(sum(inner), {}, {96}));
  EXPECT_TRUE(is(sum(cube.diagonal(0, 1, 2), 0), {3}, {12, 22, 32}));
}

TEST(Sum, OfLongRowsStridedOrNot) {
  const auto x = arange<int>(10'007);
  EXPECT_EQ(sum(x).item(), 10'007 * 10'006 / 2);
  EXPECT_EQ(sum(x.slice(0, Slice(None, None, -3))).item(), 3336 * (10'006 + 1) / 2);
  const auto columns = x.narrow(0, 0, 10'000).reshape({2'000, 5});
  EXPECT_TRUE(is(sum(columns, 0), {5}, {9995000, 9997000, 9999000, 10001000, 10003000}));
}

template <class T>
class ReducingNumbers : public testing::Test {};
using NumberTypes = number_types::IntegersAnd<bool, float, double>;
TYPED_TEST_SUITE(ReducingNumbers, NumberTypes);

TYPED_TEST(ReducingNumbers, ReduceWhateverTheirType) {
  using T = TypeParam;
  const auto x = ones<T>({3, 700});
  x.index_put_({1, Slice(None, None, 7)}, T{0});
  EXPECT_TRUE(is(sum(x, 1).template to<int>(), {3}, {700, 600, 700}));
  EXPECT_TRUE(is(count_nonzero(x, 1), {3}, {700, 600, 700}));
  EXPECT_TRUE(is(any(x, 1), {3}, {true, true, true}));
  EXPECT_TRUE(is(all(x, 1), {3}, {true, false, true}));
  EXPECT_EQ(sum(x, 0).template to<int>().at(7), 2);
  EXPECT_EQ(count_nonzero(x).item(), 2000);
}

TYPED_TEST(ReducingNumbers, OfLongRowsOfTheLargestDoNotOverflowOnTheWay) {
  using T = TypeParam;
  if constexpr (std::is_integral_v<T>) {
    using Total = typename decltype(sum(ones<T>({1})))::value_type;
    const T largest = std::numeric_limits<T>::max();
    const T least = std::numeric_limits<T>::lowest();
    const auto total = [](T value) {
      return static_cast<Total>(std::uint64_t{9000} * static_cast<std::uint64_t>(value));
    };
    EXPECT_EQ(sum(full<T>({9000}, largest)).item(), total(largest));
    EXPECT_EQ(sum(full<T>({9000}, least)).item(), total(least));
    EXPECT_EQ(sum(full<T>({9000, 2}, largest), 0).at(1), total(largest));
    EXPECT_EQ(count_nonzero(full<T>({9000}, largest)).item(), 9000);
  }
}

TEST(Sum, TypesOfResults) {
  EXPECT_TRUE(holds<std::int64_t>(sum(tensor({true}))));
  EXPECT_TRUE(holds<std::int64_t>(sum(tensor<std::int8_t>({1}))));
  EXPECT_TRUE(holds<std::uint64_t>(sum(tensor<std::uint8_t>({1}))));
  EXPECT_TRUE(holds<float>(sum(tensor<float>({1}))));
  EXPECT_TRUE(holds<double>(sum(tensor<double>({1}))));
  EXPECT_TRUE(holds<std::complex<float>>(sum(tensor({std::complex<float>(1, 2)}))));
}

TEST(Sum, SmallIntegersDoNotOverflow) {
  EXPECT_EQ(sum(full<std::int8_t>({1000}, 127)).item(), 127'000);
  EXPECT_EQ(sum(full<std::uint32_t>({3}, UINT32_MAX)).item(), 3 * std::uint64_t{UINT32_MAX});
}

TEST(Sum, LargeIntegersWrap) {
  EXPECT_EQ(sum(tensor<std::int64_t>({INT64_MAX, 1})).item(), INT64_MIN);
  EXPECT_EQ(sum(tensor<std::uint64_t>({UINT64_MAX, 2})).item(), 1u);
}

TEST(Sum, OfManySmallFloatsStaysExact) {
  EXPECT_EQ(sum(full<float>({10'000'000}, 0.1f)).item(), 1'000'000.0149011612f);
  EXPECT_NEAR(sum(full<double>({1'000'000}, 0.1)).item(), 100'000.0, 1e-8);
}

TEST(Sum, OfFloatsIsWithinOneRoundingOfTheExactSum) {
  const auto x = 1.0 / arange<double>(1, 50001, 1);
  EXPECT_NEAR(sum(x).item(), 11.397003949278483, 1e-13);
  const auto floats = x.to<float>();
  EXPECT_NEAR(sum(floats).item(), 11.397004014801496F, 1e-6F);
  const auto halves = sum(floats.reshape({2, 25000}), 1);
  EXPECT_NEAR(halves.at(0), 10.703867F, 1e-6F);
  EXPECT_NEAR(halves.at(1), 0.69313717F, 6e-8F);
  const auto columns = sum(floats.reshape({250, 200}), 0);
  EXPECT_NEAR(columns.at(0), 1.0304425F, 1.2e-7F);
  EXPECT_NEAR(columns.at(199), 0.030503375F, 1.9e-9F);
}

TEST(Sum, OfComplexNumbersAndNan) {
  using C = std::complex<float>;
  EXPECT_TRUE(
      is(sum(tensor({{C(1, 2), C(3, -4)}, {C(0, 1), C(1, 0)}}), 1), {2}, {C(4, -2), C(1, 1)}));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(sum(tensor({1.f, nan})).item(), sum(tensor({1.f, nan})).item());
}

TEST(Sum, OfAReadOnlyTensor) {
  const Tensor<const int> x = tensor({1, 2});
  EXPECT_EQ(sum(x).item(), 3);
}

TEST(AnyAndAll, OfNothing) {
  EXPECT_FALSE(any(zeros<bool>({0})).item());
  EXPECT_TRUE(all(zeros<bool>({0})).item());
  EXPECT_TRUE(is(all(zeros({0, 2}), 0), {2}, {true, true}));
}

TEST(AnyAndAll, NanIsNotZero) {
  const auto x = tensor({std::numeric_limits<double>::quiet_NaN(), -0.0});
  EXPECT_TRUE(any(x).item());
  EXPECT_FALSE(all(x).item());
  EXPECT_EQ(count_nonzero(x).item(), 1);
}

TEST(AnyAndAll, FindOneAmongMany) {
  const auto x = zeros<bool>({100, 101});
  EXPECT_FALSE(any(x).item());
  x.index_put_({57, 99}, true);
  EXPECT_TRUE(any(x).item());
  EXPECT_EQ(count_nonzero(any(x, 0)).item(), 1);
  EXPECT_TRUE(any(x.transpose(), 0).at(57));
  EXPECT_FALSE(all(!x).item());
}

TEST(AnyAndAll, OfManyShortRows) {
  const auto x = zeros<bool>({100, 6});
  x.index_put_({tensor({0, 57, 99}), tensor({5, 0, 3})}, true);
  EXPECT_TRUE(equal(flatnonzero(any(x, 1)), tensor<index_t>({0, 57, 99})));
  EXPECT_TRUE(equal(flatnonzero(!all(!x, 1)), tensor<index_t>({0, 57, 99})));
  EXPECT_TRUE(equal(flatnonzero(count_nonzero(x, 1)), tensor<index_t>({0, 57, 99})));
}

TEST(CountNonzero, ByDimAndOfComplexNumbers) {
  EXPECT_TRUE(is(count_nonzero(cube, {0, 1}), {4}, {5, 6, 6, 6}));
  EXPECT_TRUE(is(count_nonzero(cube, 2, true), {2, 3, 1}, {3, 4, 4, 4, 4, 4}));
  EXPECT_EQ(count_nonzero(tensor({std::complex<double>(0, 1), std::complex<double>()})).item(), 1);
}

TEST(CountNonzero, ByDimOfStridedTensorsAndOfNothing) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto x = tensor({{0.0, nan, -0.0}, {2.0, 0.0, 0.0}});
  EXPECT_TRUE(is(count_nonzero(x, 0), {3}, {1, 1, 0}));
  EXPECT_TRUE(is(count_nonzero(x, -1, true), {2, 1}, {1, 1}));
  EXPECT_TRUE(is(count_nonzero(x.transpose().flip(), 1), {3}, {0, 1, 1}));
  EXPECT_TRUE(is(count_nonzero(tensor({0, 5}).expand({3, 2}), 0), {2}, {0, 3}));
  EXPECT_TRUE(is(count_nonzero(zeros<bool>({2, 0}), 1), {2}, {0, 0}));
  EXPECT_TRUE(is(count_nonzero(zeros<bool>({2, 0}), 0), {0}, {}));
  EXPECT_EQ(count_nonzero(tensor(true)).item(), 1);
  EXPECT_TRUE(throws<IndexError>([&] { (void)count_nonzero(x, 2); },
                                 "count_nonzero: dim 2 is out of range for a tensor of rank 2"));
}

TEST(Reduce, RankSixtyFour) {
  const auto x = ones<int>(Dims::filled(64, 1));
  EXPECT_EQ(sum(x).item(), 1);
  EXPECT_EQ(sum(x, {63, 0}).dim(), 62);
  EXPECT_EQ(sum(x, -1, true).dim(), 64);
}

TEST(TruthValue, OfAllElementsIsACondition) {
  const auto x = tensor({1, 2, 0});
  EXPECT_TRUE(any(x > 1) ? true : false);
  if (all(x)) FAIL();
  if (!any(x == 2)) FAIL();
  EXPECT_TRUE(all(x >= 0) && any(x));
  const bool some = any(x);
  const auto none = [&]() -> bool { return all(x); };
  EXPECT_TRUE(some && !none());
  EXPECT_TRUE(any(x).item());
}

TEST(TruthValue, IsATensorLikeAnyOther) {
  const auto x = tensor({1, 2, 0});
  const Tensor<bool> some = any(x);
  EXPECT_TRUE(is(some, {}, {true}));
  EXPECT_TRUE(is(any(x) & tensor({true, false}), {2}, {true, false}));
  EXPECT_TRUE(is(x.index({all(x)}), {0, 3}, {}));
  const auto mask = tensor({false, false});
  mask.index_put_({1}, any(x));
  EXPECT_TRUE(is(mask, {2}, {false, true}));
  EXPECT_EQ(sum(all(x)).item(), 0);
  EXPECT_TRUE(is(any(x) + 1, {}, {2}));
  EXPECT_TRUE(is(x[any(x)] + 1, {1, 3}, {2, 3, 1}));
  EXPECT_EQ((std::ostringstream() << any(x)).str(), "True");
}

TEST(Sum, OfLongDoublesIsALongDouble) {
  EXPECT_TRUE(is(sum(full<long double>({3000}, 0.5L)), {}, {1500.0L}));
  EXPECT_TRUE(
      is(sum(full<long double>({3, 100}, 0.5L), 0), {100}, std::vector<long double>(100, 1.5L)));
}

}  // namespace sum_test
