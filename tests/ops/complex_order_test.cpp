// What sorts, searches and compares complex numbers: by real parts, then by imaginary parts.
#include <complex>
#include <limits>

#include <ndx/numpy.hpp>
#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/ops/arithmetic/maximum.hpp>
#include <ndx/ops/reduce/arg_extremes.hpp>
#include <ndx/ops/sort/partition.hpp>
#include <ndx/ops/sort/searchsorted.hpp>
#include <ndx/ops/sort/unique.hpp>
#include <ndx/statistics.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::is;
using expect::throws;

namespace complex_order_test {

using C = std::complex<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

// The expected values are NumPy 1.24's.
Tensor<C> numbers() { return tensor<C>({C(2, 1), C(1, 5), C(1, -3), C(-0., 2), C(0, 2)}); }
Tensor<C> with_nan() {
  return tensor<C>({C(2, 1), C(nan, 0), C(1, nan), C(1, 5), C(nan, nan), C(1, -3), C(0, nan),
                    C(-0., 2), C(0, 2), C(nan, -1), C(inf, 0), C(-inf, nan), C(1, nan)});
}

TEST(ComplexOrder, SortsByRealPartsThenImaginaryParts) {
  EXPECT_TRUE(is(argsort(numbers()), {5}, {3, 4, 2, 1, 0}));
  EXPECT_TRUE(is(argsort(numbers(), 0, true), {5}, {0, 1, 2, 3, 4}));
  EXPECT_TRUE(is(sort_values(numbers()), {5}, {C(0, 2), C(0, 2), C(1, -3), C(1, 5), C(2, 1)}));
  EXPECT_TRUE(is(argsort(numbers().flip()), {5}, {0, 1, 2, 3, 4}));
  EXPECT_TRUE(is(argsort(tensor(C(1, 2)), 0), {}, {0}));
  EXPECT_TRUE(is(argsort(zeros<C>({0})), {0}, {}));
  EXPECT_TRUE(is(argsort(tensor(C(1, 2)).expand({3})), {3}, {0, 1, 2}));
}

TEST(ComplexOrder, SortsNanLastInFourGroups) {
  EXPECT_TRUE(is(argsort(with_nan()), {13}, {7, 8, 5, 3, 0, 10, 11, 6, 2, 12, 9, 1, 4}));
  const Tensor<std::complex<float>> narrow = with_nan().to<std::complex<float>>();
  EXPECT_TRUE(is(argsort(narrow), {13}, {7, 8, 5, 3, 0, 10, 11, 6, 2, 12, 9, 1, 4}));
}

TEST(ComplexOrder, SortsManyShortLines) {
  const auto lines = numbers().expand({40, 5});
  EXPECT_TRUE(is(take(argsort(lines), {0, 39}, 0), {2, 5}, {3, 4, 2, 1, 0, 3, 4, 2, 1, 0}));
  EXPECT_TRUE(is(sort_values(lines, 0).select(0, 39), {5}, numbers().to_vector()));
}

TEST(ComplexOrder, PartitionsAndSelectsTheMiddle) {
  EXPECT_TRUE(is(partition(numbers(), 2).select(0, 2), {}, {C(1, -3)}));
  EXPECT_TRUE(is(argpartition(numbers(), -1).select(0, 4), {}, {0}));
  EXPECT_TRUE(is(median(numbers()), {}, {C(1, -3)}));
  EXPECT_TRUE(is(median(numbers().narrow(0, 0, 4)), {}, {C(1, 1)}));
  EXPECT_TRUE(is(nanmedian(with_nan()), {}, {C(1, 1)}));
  EXPECT_TRUE(is(isnan(median(with_nan())), {}, {true}));
  EXPECT_TRUE(is(isnan(median(zeros<C>({0}))), {}, {true}));
}

TEST(ComplexOrder, ListsDistinctNumbersAndOneNan) {
  const auto found =
      unique(with_nan(), {.return_index = true, .return_inverse = true, .return_counts = true});
  EXPECT_TRUE(is(found.index, {6}, {7, 5, 3, 0, 10, 11}));
  EXPECT_TRUE(is(found.inverse, {13}, {3, 5, 5, 2, 5, 1, 5, 0, 0, 5, 4, 5, 5}));
  EXPECT_TRUE(is(found.counts, {6}, {2, 1, 1, 1, 1, 7}));
  EXPECT_TRUE(is(isnan(unique(with_nan()).values), {6}, {false, false, false, false, false, true}));
  EXPECT_TRUE(expect::has_shape(unique(with_nan(), {.equal_nan = false}).values, {12}));
  const auto rows = tensor({{C(0, 1), C(2)}, {C(0, 1), C(1)}, {C(0, 1), C(2)}});
  EXPECT_TRUE(is(unique(rows, 0).values, {2, 2}, {C(0, 1), C(1), C(0, 1), C(2)}));
}

TEST(ComplexOrder, SearchesSortedNumbers) {
  const auto sorted = sort_values(with_nan());
  EXPECT_TRUE(
      is(searchsorted(sorted, with_nan()), {13}, {4, 11, 8, 3, 12, 2, 7, 0, 0, 10, 5, 6, 8}));
  EXPECT_TRUE(is(searchsorted(sorted, with_nan(), "right"), {13},
                 {5, 12, 10, 4, 13, 3, 8, 2, 2, 11, 6, 7, 10}));
  EXPECT_TRUE(is(searchsorted(sort_values(numbers()), tensor({1., 2., 0.})), {3}, {3, 4, 0}));
  EXPECT_TRUE(is(searchsorted(tensor({0., 1., 2.}), C(1, -1)), {}, {1}));
}

TEST(ComplexOrder, FindsExtremes) {
  EXPECT_TRUE(is(max(numbers()), {}, {C(2, 1)}));
  EXPECT_TRUE(is(amin(numbers(), 0, true), {1}, {C(0, 2)}));
  EXPECT_TRUE(is(argmax(numbers()), {}, {0}));
  EXPECT_TRUE(is(argmin(numbers()), {}, {3}));
  EXPECT_TRUE(is(argmin(numbers(), {.last = true}), {}, {4}));
  EXPECT_TRUE(is(ptp(numbers()), {}, {C(2, -1)}));
  const auto [values, indices] = min(numbers().narrow(0, 1, 4).reshape({2, 2}), 0);
  EXPECT_TRUE(is(values, {2}, {C(0, 2), C(0, 2)}));
  EXPECT_TRUE(is(indices, {2}, {1, 1}));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)max(zeros<C>({0})); },
      "max: the dims to reduce of shape (0) have no elements, and so no largest"));
}

TEST(ComplexOrder, FindsNanOrLeavesItOut) {
  EXPECT_TRUE(is(argmax(with_nan()), {}, {1}));
  EXPECT_TRUE(is(argmin(with_nan()), {}, {1}));
  EXPECT_TRUE(is(isnan(max(with_nan())), {}, {true}));
  EXPECT_TRUE(is(isnan(amin(with_nan(), 0)), {}, {true}));
  const auto first = max(with_nan(), 0);
  EXPECT_TRUE(is(first.indices, {}, {1}));
  EXPECT_EQ(first.values.item().imag(), 0);
  EXPECT_TRUE(is(nanmax(with_nan()), {}, {C(inf, 0)}));
  EXPECT_TRUE(is(nanmin(with_nan()), {}, {C(0, 2)}));
  EXPECT_TRUE(is(nanargmax(with_nan()), {}, {10}));
  EXPECT_TRUE(is(nanargmin(with_nan(), 0), {}, {7}));
}

TEST(ComplexOrder, FindsExtremesOfManyNumbers) {
  const auto parts = arange<double>(20000);
  const Tensor<C> many = remainder(parts * 7919., 20000.) * C(1, -1);
  EXPECT_TRUE(is(max(many), {}, {C(19999, -19999)}));
  EXPECT_TRUE(is(argmin(many), {}, {0}));
  const auto columns = many.reshape({200, 100});
  EXPECT_TRUE(is(max(amax(columns, 0)), {}, {C(19999, -19999)}));
  EXPECT_TRUE(is(amax(columns, 1).select(0, 0), {}, {amax(columns.select(0, 0)).item()}));
  EXPECT_TRUE(is(max(columns, 0).values, {100}, amax(columns, 0).to_vector()));
}

TEST(ComplexOrder, FindsRunningExtremes) {
  const auto most = cummax(numbers().flip(), 0);
  EXPECT_TRUE(is(most.values, {5}, {C(0, 2), C(0, 2), C(1, -3), C(1, 5), C(2, 1)}));
  EXPECT_TRUE(is(most.indices, {5}, {0, 1, 2, 3, 4}));
  EXPECT_TRUE(is(cummin(numbers(), 0).indices, {5}, {0, 1, 2, 3, 4}));
}

TEST(ComplexOrder, OfTwoNumbersTakesOne) {
  const auto a = tensor<C>({C(1, 2), C(1, 2), C(1, 2), C(nan, 1), C(nan, 1)});
  const auto b = tensor<C>({C(1, 3), C(1, 1), C(2, nan), C(1, 3), C(2, nan)});
  const auto taken = [&](const Tensor<C>& c) { return where(isnan(real(c)), 9., imag(c)); };
  EXPECT_TRUE(is(taken(fmax(a, b)), {5}, {3., 2., 2., 3., 9.}));
  EXPECT_TRUE(is(taken(fmin(a, b)), {5}, {2., 1., 2., 3., 9.}));
  EXPECT_TRUE(is(isnan(maximum(a, b)), {5}, {false, false, true, true, true}));
  EXPECT_TRUE(is(taken(minimum(a, b)).narrow(0, 0, 2), {2}, {2., 1.}));
  EXPECT_TRUE(
      is(clip(numbers(), C(0, 0), C(1, 2)), {5}, {C(1, 2), C(1, 2), C(1, -3), C(0, 2), C(0, 2)}));
  const auto out = zeros<C>({5});
  maximum_into(out, numbers(), 1);
  EXPECT_TRUE(is(out, {5}, {C(2, 1), C(1, 5), C(1), C(1), C(1)}));
}

TEST(ComplexOrder, Compares) {
  const auto x = numbers();
  EXPECT_TRUE(is(x < C(1, 5), {5}, {false, false, true, true, true}));
  EXPECT_TRUE(is(x <= C(1, 5), {5}, {false, true, true, true, true}));
  EXPECT_TRUE(is(x > 1, {5}, {true, true, false, false, false}));
  EXPECT_TRUE(is(arange<double>(5) >= x, {5}, {false, false, true, true, true}));
  EXPECT_TRUE(
      is(with_nan() <= with_nan(), {13},
         {true, false, false, true, false, true, false, true, true, false, true, false, false}));
}

}  // namespace complex_order_test
