// Reductions with NumPy's `where` and `initial`. Expected values are NumPy 1.24's.
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include <ndx/half.hpp>
#include <ndx/indexed.hpp>
#include <ndx/numpy.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace masked_reductions_test {

using C = std::complex<double>;
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

const auto a = tensor({{1, 5, 2}, {7, 0, 4}});
const auto m = tensor({{true, false, true}, {false, false, true}});
const auto f = tensor({{1.5F, nan, inf}, {2.5F, 4.F, -1.F}});
const auto g = tensor({{true, false, false}, {true, true, true}});
const auto c = tensor({C(1, 2), C(3, -1), C(0, 5), C(1, 1)});
const auto some = tensor({true, false, true, true});

TEST(MaskedReductions, SumAndProduct) {
  EXPECT_TRUE(is(sum(a, 0, {.where = m}), {3}, {1, 0, 6}));
  EXPECT_TRUE(is(sum(a, 1, {.where = m, .initial = 10, .keepdim = true}), {2, 1}, {13, 14}));
  EXPECT_TRUE(is(sum(a, all_dims, {.where = m.select(0, 0)}), {}, {14}));
  EXPECT_TRUE(is(sum(a, {0, 1}, {.initial = 5}), {}, {24}));
  EXPECT_TRUE(is(prod(a, 1, {.where = m}), {2}, {2, 4}));
  EXPECT_TRUE(is(prod(a, 1, {.where = m, .initial = 3}), {2}, {6, 12}));
  EXPECT_TRUE(is(prod(a, 0, {.where = tensor({{true}, {false}})}), {3}, {1, 5, 2}));
  EXPECT_TRUE(is(sum(f, 1, {.where = g}), {2}, {1.5F, 5.5F}));
  EXPECT_TRUE(is(sum(f.flip(1), -1, {.where = g.flip(1)}), {2}, {1.5F, 5.5F}));
  EXPECT_TRUE(is(sum(zeros<double>({0, 2}), 0, {.initial = 4}), {2}, {4, 4}));
  EXPECT_TRUE(is(sum(tensor(3), all_dims, {.where = tensor(false)}), {}, {0}));
}

TEST(MaskedReductions, Extremes) {
  EXPECT_TRUE(is(amax(a, 0, {.where = m, .initial = 3}), {3}, {3, 3, 4}));
  EXPECT_TRUE(is(amin(a, 0, {.where = m, .initial = 3}), {3}, {1, 3, 2}));
  EXPECT_TRUE(is(amax(a, 1, {.initial = 6}), {2}, {6, 7}));
  EXPECT_TRUE(is(amin(a, 1, {.initial = 1, .keepdim = true}), {2, 1}, {1, 0}));
  EXPECT_TRUE(is(amax(a, 1, {.keepdim = true}), {2, 1}, {5, 7}));
  EXPECT_TRUE(is(amax(f, 1, {.where = g, .initial = 0}), {2}, {1.5F, 4.F}));
  EXPECT_TRUE(std::isnan(amax(f, 1, {.initial = 0}).at(0)));
  EXPECT_TRUE(is(amax(zeros<int>({0, 2}), 0, {.initial = -1}), {2}, {-1, -1}));
  EXPECT_TRUE(is(amin(zeros<float>({0}), 0, {.initial = 2}), {}, {2.F}));
}

TEST(MaskedReductions, Truth) {
  EXPECT_TRUE(is(any(a, 0, {.where = m}), {3}, {true, false, true}));
  const auto others = tensor({{true, true, true}, {true, false, true}});
  EXPECT_TRUE(is(all(a, 1, {.where = others}), {2}, {true, true}));
  EXPECT_TRUE(is(all(a, all_dims, {.where = zeros<bool>({3}), .keepdim = true}), {1, 1}, {true}));
}

TEST(MaskedReductions, MeanAndVariance) {
  EXPECT_EQ(to_string(mean(a, 0, {.where = m})), "[ 1. nan  3.]");
  EXPECT_TRUE(is(mean(a, 1, {.where = m}), {2}, {1.5, 4}));
  EXPECT_DOUBLE_EQ(mean(a, all_dims, {.where = m}).item(), 7.0 / 3);
  EXPECT_TRUE(is(mean(f, 1, {.where = g}), {2}, {1.5F, 11.F / 6}));
  EXPECT_TRUE(is(var(a, 1, {.where = m}), {2}, {0.25, 0}));
  EXPECT_DOUBLE_EQ(var(a, all_dims, {.where = m, .correction = 1}).item(), 7.0 / 3);
  EXPECT_EQ(to_string(var(a, 0, {.where = m, .correction = 1})), "[nan nan  2.]");
  EXPECT_TRUE(is(var(f, all_dims, {.where = g}), {}, {3.3125F}));
  EXPECT_TRUE(is(ndx::std(a, 1, {.where = m, .keepdim = true}), {2, 1}, {0.5, 0}));
  EXPECT_DOUBLE_EQ(ndx::std(a, {0, 1}, {.where = m}).item(), 1.247219128924647);
}

TEST(MaskedReductions, OfComplexNumbersBoolsAndHalves) {
  EXPECT_TRUE(is(sum(c, 0, {.where = some, .initial = C(0, 1)}), {}, {C(2, 9)}));
  EXPECT_TRUE(is(prod(c, 0, {.where = some}), {}, {C(-15, -5)}));
  EXPECT_TRUE(is(amax(c, 0, {.where = some, .initial = -1}), {}, {C(1, 2)}));
  EXPECT_TRUE(is(amin(c, 0, {.where = some, .initial = 2}), {}, {C(0, 5)}));
  EXPECT_TRUE(is(mean(c, 0, {.where = some}), {}, {C(2.0 / 3, 8.0 / 3)}));
  EXPECT_DOUBLE_EQ(var(c, 0, {.where = some}).item(), 28.0 / 9);
  const auto bools = tensor({true, true, false});
  const auto ends = tensor({true, false, true});
  EXPECT_TRUE(is(sum(bools, 0, {.where = ends, .initial = 2}), {}, {3}));
  EXPECT_TRUE(is(prod(bools, 0, {.initial = 4}), {}, {0}));
  EXPECT_TRUE(is(amax(bools, 0, {.where = !bools, .initial = false}), {}, {false}));
  EXPECT_TRUE(is(mean(bools, 0, {.where = ends}), {}, {0.5}));
  const auto halves = tensor({1.5F, 2.F, 4.F}).to<float16>();
  EXPECT_TRUE(is(sum(halves, 0, {.where = ends, .initial = 1}), {}, {float16(6.5F)}));
  EXPECT_TRUE(is(amax(halves, 0, {.where = !ends, .initial = 3}), {}, {float16(3.F)}));
  EXPECT_TRUE(is(mean(halves, 0, {.where = ends}), {}, {float16(2.75F)}));
  EXPECT_TRUE(is(var(halves, 0, {.where = ends}), {}, {float16(1.5625F)}));
}

TEST(MaskedReductions, OptionsLeaveOtherCallsAsTheyAre) {
  EXPECT_TRUE(is(sum(a, {1, 0}), {}, {19}));
  EXPECT_TRUE(is(sum(a, {}), {2, 3}, {1, 5, 2, 7, 0, 4}));
  EXPECT_TRUE(is(sum(a, 1, true), {2, 1}, {8, 11}));
  EXPECT_TRUE(is(mean(a, 1, true), {2, 1}, {8.0 / 3, 11.0 / 3}));
  EXPECT_TRUE(is(var(a, 0, {.correction = 1}), {3}, {18, 12.5, 2}));
  EXPECT_TRUE(is(var(a, 0, {}), {3}, {9, 6.25, 1}));
  EXPECT_TRUE(is(ndx::std(a, 0, {.keepdim = true}), {1, 3}, {3, 2.5, 1}));
  const Tensor<const int> read_only = a;
  EXPECT_TRUE(is(sum(read_only, 0, {.where = m}), {3}, {1, 0, 6}));
  EXPECT_TRUE(is(amax(read_only, 0, {.where = m, .initial = 3}), {3}, {3, 3, 4}));
}

TEST(MaskedReductions, OfSubscriptsAndIndexedViews) {
  const auto ends = m.select(0, 0);
  const auto middle = !ends;
  EXPECT_TRUE(is(sum(a[0], 0, {.where = ends}), {}, {3}));
  EXPECT_TRUE(is(sum(a[{Slice(), Slice(1)}], {0, 1}, {.initial = 5}), {}, {16}));
  EXPECT_TRUE(is(prod(a[0], 0, {.where = ends, .initial = 3}), {}, {6}));
  EXPECT_TRUE(is(amax(a[0], 0, {.where = ends, .initial = 0}), {}, {2}));
  EXPECT_TRUE(is(amin(a[0], 0, {.where = ends, .initial = 9, .keepdim = true}), {1}, {1}));
  EXPECT_TRUE(is(any(a[1], 0, {.where = middle}), {}, {false}));
  EXPECT_TRUE(is(all(a[1], 0, {.where = ends}), {}, {true}));
  EXPECT_TRUE(is(mean(a[0], 0, {.where = ends}), {}, {1.5}));
  EXPECT_TRUE(is(var(a[0], 0, {.where = ends}), {}, {0.25}));
  EXPECT_TRUE(is(ndx::std(a[0], all_dims, {.where = ends}), {}, {0.5}));
  EXPECT_TRUE(is(sum(a.indexed({tensor({1, 0}), Slice(1)}), 0, {.where = tensor({true, false})}),
                 {2}, {5, 0}));
  const ReducedDims last = -1;
  const MaskedOptions options{ends};
  EXPECT_TRUE(is(mean(a[0], last, options), {}, {1.5}));
  EXPECT_TRUE(is(var(a[{Slice(), 1}], 0, {.correction = 1}), {}, {12.5}));
  EXPECT_TRUE(is(ndx::std(a[{Slice(), 1}], {0}, {.keepdim = true}), {1}, {2.5}));
}

TEST(MaskedReductions, Errors) {
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)amax(a, 0, {.where = m}); },
      "amax: where the mask selects no element there is no largest: give an initial value, "
      "{.where = mask, .initial = 0}"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)sum(a, 0, {.where = some}); },
                                 "sum: mask of shape (4) cannot be broadcast to (2, 3)"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)var(a.select(0, 0), 0, {.where = m}); },
                                 "var: mask of shape (2, 3) cannot be broadcast to (3)"));
  EXPECT_THROW((void)mean(a, 2, {.where = m}), IndexError);
  EXPECT_THROW((void)amin(zeros<int>({0}), 0, {.keepdim = true}), ValueError);
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)amax(a.to<std::int8_t>(), 0, {.initial = 300}); },
      "initial: elements of int8 cannot hold 300: convert the tensor to a wider type first"));
}

}  // namespace masked_reductions_test
