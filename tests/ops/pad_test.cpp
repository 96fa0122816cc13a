// Values from NumPy's pad.
#include <cmath>
#include <complex>

#include <ndx/half.hpp>
#include <ndx/numpy.hpp>
#include <ndx/random.hpp>
#include <ndx/statistics.hpp>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace pad_test {

const Tensor<int> x = tensor({{3, 1, 4}, {1, 5, 9}});
const PadPairs<index_t> w = {{1, 2}, {2, 1}};

TEST(Pad, WithZerosUnlessToldOtherwise) {
  const auto t = tensor({{1, 2}});
  EXPECT_TRUE(is(pad(t, 1), {3, 4}, {0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(is(pad(t, {0, 1}), {2, 3}, {1, 2, 0, 0, 0, 0}));
  EXPECT_TRUE(is(pad(t, {{0, 0}, {1, 2}}), {1, 5}, {0, 1, 2, 0, 0}));
  EXPECT_TRUE(is(pad(t, {{1, 0}}), {2, 3}, {0, 0, 0, 0, 1, 2}));
  EXPECT_TRUE(is(pad(t, std::vector<PadPair<index_t>>{{0, 0}, {0, 1}}), {1, 3}, {1, 2, 0}));
  EXPECT_TRUE(is(pad(t, 0), {1, 2}, {1, 2}));
  EXPECT_FALSE(pad(t, 0).shares_storage(t));
  EXPECT_TRUE(is(pad(tensor(5), 3), {}, {5}));
}

TEST(Pad, WithConstants) {
  EXPECT_TRUE(is(pad(tensor({1.0}), 1, {.values = 9}), {3}, {9.0, 1.0, 9.0}));
  EXPECT_TRUE(is(pad(tensor({1.0}), 1, {.values = {0.5, 2}}), {3}, {0.5, 1.0, 2.0}));
  EXPECT_TRUE(is(
      pad(x, w, {.values = {{1, 2}, {3, 4}}}), {5, 6},
      {3, 3, 1, 1, 1, 4, 3, 3, 3, 1, 4, 4, 3, 3, 1, 5, 9, 4, 3, 3, 2, 2, 2, 4, 3, 3, 2, 2, 2, 4}));
}

TEST(Pad, WithEdges) {
  EXPECT_TRUE(is(pad(x, w, PadMode::edge), {5, 6}, {3, 3, 3, 1, 4, 4, 3, 3, 3, 1, 4, 4, 1, 1, 1,
                                                    5, 9, 9, 1, 1, 1, 5, 9, 9, 1, 1, 1, 5, 9, 9}));
}

TEST(Pad, WithAModeByName) {
  const auto t = tensor({1, 2, 3});
  const std::string wrap = "wrap";
  EXPECT_TRUE(is(pad(t, 2, "reflect"), {7}, {3, 2, 1, 2, 3, 2, 1}));
  EXPECT_TRUE(is(pad(t, {1, 2}, "edge"), {6}, {1, 1, 2, 3, 3, 3}));
  EXPECT_TRUE(is(pad(t, {{2, 1}}, wrap), {6}, {2, 3, 1, 2, 3, 1}));
  EXPECT_TRUE(is(pad(t, 1, std::string_view("symmetric")), {5}, {1, 1, 2, 3, 3}));
  EXPECT_TRUE(is(pad(t, 1, {.mode = "maximum"}), {5}, {3, 1, 2, 3, 3}));
  EXPECT_TRUE(is(pad(t, 1, {.mode = "minimum"}), {5}, {1, 1, 2, 3, 1}));
  EXPECT_TRUE(is(pad(t, 1, {.mode = wrap}), {5}, {3, 1, 2, 3, 1}));
  EXPECT_TRUE(is(pad(t, 1, "mean"), {5}, {2, 1, 2, 3, 2}));
  EXPECT_TRUE(is(pad(tensor({1, 2, 6}), 1, "median"), {5}, {2, 1, 2, 6, 2}));
  EXPECT_TRUE(is(pad(t, 1, "linear_ramp", 5), {5}, {5, 1, 2, 3, 5}));
  EXPECT_TRUE(is(pad(t, 1, "constant", {8, 9}), {5}, {8, 1, 2, 3, 9}));
  EXPECT_TRUE(is(pad(t, 1, "constant"), {5}, {0, 1, 2, 3, 0}));
  EXPECT_TRUE(is(pad(t, 1, PadMode::constant, 9), {5}, {9, 1, 2, 3, 9}));
  EXPECT_TRUE(has_shape(pad(t, 1, "empty"), {5}));
  EXPECT_TRUE(is(pad(t[Slice(1)], 1, "edge"), {4}, {2, 2, 3, 3}));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)pad(t, 1, "mirror"); },
      "pad: mode \"mirror\" is none of \"constant\", \"edge\", \"linear_ramp\", \"maximum\", "
      "\"mean\", "
      "\"median\", \"minimum\", \"reflect\", \"symmetric\", \"wrap\", \"empty\""));
}

TEST(Pad, WithStatistics) {
  EXPECT_TRUE(is(
      pad(x, w, PadMode::maximum), {5, 6},
      {9, 9, 3, 5, 9, 9, 4, 4, 3, 1, 4, 4, 9, 9, 1, 5, 9, 9, 9, 9, 3, 5, 9, 9, 9, 9, 3, 5, 9, 9}));
  EXPECT_TRUE(is(
      pad(x, w, PadMode::minimum), {5, 6},
      {1, 1, 1, 1, 4, 1, 1, 1, 3, 1, 4, 1, 1, 1, 1, 5, 9, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 4, 1}));
  EXPECT_TRUE(is(pad(x, w, PadMode::mean), {5, 6}, {4, 4, 2, 3, 6, 4, 3, 3, 3, 1, 4, 3, 5, 5, 1,
                                                    5, 9, 5, 4, 4, 2, 3, 6, 4, 4, 4, 2, 3, 6, 4}));
  EXPECT_TRUE(is(
      pad(x, w, PadMode::median), {5, 6},
      {3, 3, 2, 3, 6, 3, 3, 3, 3, 1, 4, 3, 5, 5, 1, 5, 9, 5, 3, 3, 2, 3, 6, 3, 3, 3, 2, 3, 6, 3}));
  const auto d = tensor({0.5, 2.0, 4.0});
  const double third = 2.1666666666666665;
  EXPECT_TRUE(is(pad(d, {1, 2}, PadMode::mean), {6}, {third, 0.5, 2.0, 4.0, third, third}));
  EXPECT_TRUE(is(pad(d, {1, 2}, PadMode::median), {6}, {2.0, 0.5, 2.0, 4.0, 2.0, 2.0}));
}

TEST(Pad, WithStatisticsOfTheElementsBesideTheBorder) {
  const PadPairs<index_t> length = {{1, 2}, {2, 1}};
  EXPECT_TRUE(is(
      pad(x, w, {.mode = PadMode::maximum, .stat_length = length}), {5, 6},
      {3, 3, 3, 1, 4, 4, 3, 3, 3, 1, 4, 4, 5, 5, 1, 5, 9, 9, 5, 5, 3, 5, 9, 9, 5, 5, 3, 5, 9, 9}));
  EXPECT_TRUE(is(
      pad(x, w, {.mode = PadMode::minimum, .stat_length = length}), {5, 6},
      {1, 1, 3, 1, 4, 4, 1, 1, 3, 1, 4, 4, 1, 1, 1, 5, 9, 9, 1, 1, 1, 1, 4, 4, 1, 1, 1, 1, 4, 4}));
  EXPECT_TRUE(is(
      pad(x, w, {.mode = PadMode::mean, .stat_length = length}), {5, 6},
      {2, 2, 3, 1, 4, 4, 2, 2, 3, 1, 4, 4, 3, 3, 1, 5, 9, 9, 2, 2, 2, 3, 6, 6, 2, 2, 2, 3, 6, 6}));
  EXPECT_TRUE(is(
      pad(x, w, {.mode = PadMode::median, .stat_length = length}), {5, 6},
      {2, 2, 3, 1, 4, 4, 2, 2, 3, 1, 4, 4, 3, 3, 1, 5, 9, 9, 2, 2, 2, 3, 6, 6, 2, 2, 2, 3, 6, 6}));
}

TEST(Pad, StatisticsOfIntegersRoundHalfToEven) {
  EXPECT_TRUE(is(pad(tensor({1, 2, 3, 4}), 1, PadMode::median), {6}, {2, 1, 2, 3, 4, 2}));
  EXPECT_TRUE(is(pad(tensor({-1, -2, 0}), 1, PadMode::mean), {5}, {-1, -1, -2, 0, -1}));
  EXPECT_TRUE(
      is(pad(tensor<std::uint8_t>({250, 10, 3}), 1, PadMode::mean), {5}, {88, 250, 10, 3, 88}));
}

/// Pads random numbers of type T along each dim with the statistics that their functions return.
template <class T>
void pads_with_what_functions_return() {
  const auto t = (rand<double>({37, 60}, 11) * 250.0).to<T>();
  const auto with = [&](PadMode mode, index_t dim) {
    const PadPairs<index_t> widths = {{dim == 0 ? 1 : 0, 0}, {dim == 1 ? 1 : 0, 0}};
    return pad(t, widths, mode).narrow(dim, 0, 1).template to<double>();
  };
  const auto rounded = [](const auto& values) {
    return std::is_integral_v<T> ? round(values.template to<double>())
                                 : values.template to<double>();
  };
  for (const index_t dim : {0, 1}) {
    EXPECT_TRUE(equal(with(PadMode::maximum, dim), amax(t, dim, true).template to<double>()));
    EXPECT_TRUE(equal(with(PadMode::minimum, dim), amin(t, dim, true).template to<double>()));
    EXPECT_TRUE(equal(with(PadMode::median, dim), rounded(median(t, dim, true))));
    EXPECT_TRUE(allclose(with(PadMode::mean, dim), rounded(mean(t, dim, true))));
  }
}
TEST(Pad, StatisticsAreThoseOfTheFunctionsOfTheirNames) {
  pads_with_what_functions_return<std::uint8_t>();
  pads_with_what_functions_return<std::int64_t>();
  pads_with_what_functions_return<float>();
  pads_with_what_functions_return<double>();
  pads_with_what_functions_return<float16>();
}

TEST(Pad, StatisticsOfLargeIntegersKeepEveryDigit) {
  const index_t large = (index_t{1} << 62) + 1;
  EXPECT_TRUE(is(pad(tensor({large, large + 2}), 1, PadMode::maximum), {4},
                 {large + 2, large, large + 2, large + 2}));
  EXPECT_TRUE(is(pad(tensor({large, large + 2}), 1, PadMode::minimum), {4},
                 {large, large, large + 2, large}));
}

TEST(Pad, NanSpreadsToEveryStatistic) {
  const auto t = tensor({std::nan(""), 1.0, 2.0, std::nan(""), -3.0});
  for (const PadMode mode : {PadMode::maximum, PadMode::minimum, PadMode::mean, PadMode::median}) {
    EXPECT_TRUE(std::isnan(pad(t, 1, mode)(0)));
    EXPECT_EQ(pad(t.narrow(0, 1, 2), 1, mode)(1), 1.0);
  }
}

TEST(Pad, WithRamps) {
  EXPECT_TRUE(is(pad(x, w, {.mode = PadMode::linear_ramp, .values = {{-5, 10}, {0, 2}}}), {5, 6},
                 {0, -3, -5, -5, -5, 2, 0, 1, 3, 1, 4, 2,  0,  0,  1,
                  5, 9,  2,  0,  2,  5, 7, 9, 2, 0, 5, 10, 10, 10, 2}));
  EXPECT_TRUE(is(pad(tensor({0.5, 2.0, 4.0}), {2, 4}, PadMode::linear_ramp), {9},
                 {0.0, 0.25, 0.5, 2.0, 4.0, 3.0, 2.0, 1.0, 0.0}));
  EXPECT_TRUE(is(pad(tensor<std::uint8_t>({250, 10, 3}), 2, PadMode::linear_ramp), {7},
                 {0, 125, 250, 10, 3, 1, 0}));
  EXPECT_TRUE(is(pad(tensor({-1, -2, 0}), 2, {.mode = PadMode::linear_ramp, .values = -7}), {7},
                 {-7, -4, -1, -2, 0, -4, -7}));
}

TEST(Pad, WithReflections) {
  EXPECT_TRUE(is(
      pad(x, w, PadMode::reflect), {5, 6},
      {9, 5, 1, 5, 9, 5, 4, 1, 3, 1, 4, 1, 9, 5, 1, 5, 9, 5, 4, 1, 3, 1, 4, 1, 9, 5, 1, 5, 9, 5}));
  EXPECT_TRUE(is(
      pad(x, w, PadMode::symmetric), {5, 6},
      {1, 3, 3, 1, 4, 4, 1, 3, 3, 1, 4, 4, 5, 1, 1, 5, 9, 9, 5, 1, 1, 5, 9, 9, 1, 3, 3, 1, 4, 4}));
  EXPECT_TRUE(is(pad(x, w, PadMode::wrap), {5, 6}, {5, 9, 1, 5, 9, 1, 1, 4, 3, 1, 4, 3, 5, 9, 1,
                                                    5, 9, 1, 1, 4, 3, 1, 4, 3, 5, 9, 1, 5, 9, 1}));
  EXPECT_TRUE(is(pad(counting({1, 2, 2}), {{1, 0}, {0, 1}, {1, 0}}, PadMode::symmetric), {2, 3, 3},
                 {0, 0, 1, 2, 2, 3, 2, 2, 3, 0, 0, 1, 2, 2, 3, 2, 2, 3}));
}

TEST(Pad, ReflectionsMayBeWiderThanTheTensor) {
  const auto r = tensor({1, 2, 3});
  EXPECT_TRUE(
      is(pad(r, 7, PadMode::reflect), {17}, {2, 3, 2, 1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3, 2, 1, 2}));
  EXPECT_TRUE(
      is(pad(r, 7, PadMode::symmetric), {17}, {1, 1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1, 1, 2, 3, 3}));
  EXPECT_TRUE(
      is(pad(r, 7, PadMode::wrap), {17}, {3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1}));
  for (const PadMode mode : {PadMode::reflect, PadMode::symmetric, PadMode::wrap})
    EXPECT_TRUE(is(pad(tensor({5}), 2, mode), {5}, {5, 5, 5, 5, 5}));
}

TEST(Pad, OddReflectionsGoOnAsTheElementsDo) {
  EXPECT_TRUE(is(pad(x, w, {.mode = PadMode::reflect, .odd = true}), {5, 6},
                 {11, 13, 5,  -3,  -1,  1,  2, 5,  3,  1,   4,   7,  -7, -3, 1,
                  5,  9,  13, -16, -11, -1, 9, 14, 19, -25, -19, -3, 13, 19, 25}));
  EXPECT_TRUE(is(pad(x, w, {.mode = PadMode::symmetric, .odd = true}), {5, 6},
                 {5, 3, 3, 1,  4, 4, 5, 3, 3, 1,   4,  4,  -3, 1,  1,
                  5, 9, 9, -3, 1, 1, 5, 9, 9, -11, -1, -1, 9,  14, 14}));
  const auto d = tensor({0.5, 2.0, 4.0});
  EXPECT_TRUE(is(pad(d, {7, 6}, {.mode = PadMode::reflect, .odd = true}), {16},
                 {-12.0, -10.0, -8.0, -6.5, -5.0, -3.0, -1.0, 0.5, 2.0, 4.0, 6.0, 7.5, 9.0, 11.0,
                  13.0, 14.5}));
  EXPECT_TRUE(
      is(pad(d, {7, 6}, {.mode = PadMode::symmetric, .odd = true}), {16},
         {-6.5, -6.5, -5.0, -3.0, -3.0, -1.0, 0.5, 0.5, 2.0, 4.0, 4.0, 6.0, 7.5, 7.5, 9.0, 11.0}));
  EXPECT_TRUE(
      is(pad(tensor<std::uint8_t>({250, 10, 3}), {2, 4}, {.mode = PadMode::reflect, .odd = true}),
         {9}, {241, 234, 250, 10, 3, 252, 12, 28, 21}));
  EXPECT_TRUE(is(pad(tensor({5}), 1, {.mode = PadMode::reflect, .odd = true}), {3}, {5, 5, 5}));
}

TEST(Pad, FromAnyStridesAndOfEveryElementType) {
  const auto turned = x.transpose().flip(0);
  EXPECT_TRUE(is(pad(turned, {{1, 0}, {0, 1}}, PadMode::edge), {4, 3},
                 {4, 9, 9, 4, 9, 9, 1, 5, 5, 3, 1, 1}));
  EXPECT_TRUE(is(pad(tensor(7).expand({2}), 1), {4}, {0, 7, 7, 0}));
  EXPECT_TRUE(is(pad(Tensor<const int>(x).select(0, 0), 1), {5}, {0, 3, 1, 4, 0}));
  const auto mask = tensor({true, false});
  EXPECT_TRUE(is(pad(mask, 2, PadMode::edge), {6}, {true, true, true, false, false, false}));
  EXPECT_TRUE(is(pad(mask, 2, PadMode::reflect), {6}, {true, false, true, false, true, false}));
  EXPECT_TRUE(is(pad(mask, 2, PadMode::mean), {6}, {true, true, true, false, true, true}));
  EXPECT_TRUE(is(pad(mask, 2, PadMode::minimum), {6}, {false, false, true, false, false, false}));
  using Z = std::complex<float>;
  EXPECT_TRUE(
      is(pad(tensor({Z(1, 2)}), 1, {.values = {Z(0, 1), 3.F}}), {3}, {Z(0, 1), Z(1, 2), Z(3, 0)}));
  EXPECT_TRUE(
      is(pad(tensor({Z(1, 2), Z(3, 4)}), {1, 0}, PadMode::wrap), {3}, {Z(3, 4), Z(1, 2), Z(3, 4)}));
  using reference::Bytes3;
  EXPECT_TRUE(is(pad(tensor<Bytes3>({Bytes3{1, 2, 3}}), {1, 0}), {2}, {{0, 0, 0}, {1, 2, 3}}));
  const auto nan = pad(tensor({1.0, std::nan(""), 2.0}), {1, 0}, PadMode::maximum);
  EXPECT_TRUE(std::isnan(nan(0)) && nan(1) == 1.0);
}

TEST(Pad, EmptyLeavesTheBorderUnwritten) {
  const auto t = pad(x, w, PadMode::empty);
  EXPECT_TRUE(has_shape(t, {5, 6}));
  EXPECT_TRUE(is(t.narrow(0, 1, 2).narrow(1, 2, 3), {2, 3}, x.to_vector()));
}

TEST(Pad, OfNothing) {
  EXPECT_TRUE(is(pad(zeros<int>({0}), 1, {.values = 5}), {2}, {5, 5}));
  EXPECT_TRUE(has_shape(pad(zeros({0, 3}), {{0, 0}, {1, 1}}, PadMode::edge), {0, 5}));
  EXPECT_TRUE(has_shape(pad(zeros({2, 0}), {{1, 1}, {0, 0}}, PadMode::mean), {4, 0}));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)pad(zeros({2, 0}), 1, PadMode::edge); },
                         "pad: dim 1 has no elements to pad with; PadMode::constant needs none"));
}

TEST(Pad, RefusesWhatDoesNotFit) {
  EXPECT_TRUE(throws<ValueError>([] { (void)pad(x, {{0, 0}, {1, -2}}); },
                                 "pad: width -2 of dim 1 must be 0 or more"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)pad(x, {{0, 0}, {1, 1}, {0, 0}}); },
                                 "pad: 3 pairs of widths for a tensor of rank 2; there must be "
                                 "one, or one for each dim"));
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)pad(counting({1, 1, 1}), 1, {.values = {{0, 0}, {1, 1}}}); },
      "pad: 2 pairs of values for a tensor of rank 3; there must be one, or one for each dim"));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)pad(x, 1, {.mode = PadMode::maximum, .stat_length = {1, 0}}); },
                         "pad: stat_length of dim 0 must be positive"));
  const char* const real =
      "pad: this mode calculates with real numbers, which the elements are not";
  const auto complex = tensor({std::complex<float>(1, 2)});
  EXPECT_TRUE(throws<ValueError>([&] { (void)pad(complex, 1, PadMode::mean); }, real));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)pad(tensor({true}), 1, {.mode = PadMode::reflect, .odd = true}); }, real));
  EXPECT_THROW((void)pad(x, INT64_MAX), ValueError);
}

TEST(CenterCropPad, IsThatOfONNX) {
  const auto t = counting({3, 4});
  EXPECT_TRUE(is(center_crop_pad(t, {2, 6}), {2, 6}, {0, 0, 1, 2, 3, 0, 0, 4, 5, 6, 7, 0}));
  EXPECT_TRUE(
      is(center_crop_pad(t, {1, 1}), {1, 1}, {5}));  // one more row, two more columns behind
  EXPECT_TRUE(is(center_crop_pad(t, {3}, {-1}), {3, 3}, {0, 1, 2, 4, 5, 6, 8, 9, 10}));
  EXPECT_TRUE(is(center_crop_pad(t.transpose(), {2, 6}, {0, 1}), {2, 6},
                 {0, 1, 5, 9, 0, 0, 0, 2, 6, 10, 0, 0}));
  EXPECT_TRUE(is(center_crop_pad(t, {5, 1}, {0, 1}), {5, 1}, {0, 1, 5, 9, 0}));
  EXPECT_TRUE(is(center_crop_pad(t, {3, 4}), {3, 4}, t.to_vector()));
  EXPECT_FALSE(center_crop_pad(t, {3, 4}).shares_storage(t));
  EXPECT_TRUE(is(center_crop_pad(t, {}, {}), {3, 4}, t.to_vector()));
  EXPECT_TRUE(is(center_crop_pad(t[0], {2}), {2}, {1, 2}));
  EXPECT_TRUE(is(center_crop_pad(tensor(7), {}), {}, {7}));
  EXPECT_TRUE(is(center_crop_pad(zeros<int>({0}), {2}), {2}, {0, 0}));
  EXPECT_TRUE(has_shape(center_crop_pad(t, {0, 9}), {0, 9}));
}

TEST(CenterCropPad, RefusesSizesWithoutDims) {
  const auto t = counting({3, 4});
  EXPECT_TRUE(throws<ValueError>([&] { (void)center_crop_pad(t, {3}); },
                                 "center_crop_pad: 1 sizes for 2 dims"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)center_crop_pad(t, {3, 4}, {1, -1}); },
                                 "center_crop_pad: dims (1, -1) name dim 1 twice"));
  EXPECT_THROW((void)center_crop_pad(t, {3}, {2}), IndexError);
  EXPECT_THROW((void)center_crop_pad(t, {3, -1}), ValueError);
}

}  // namespace pad_test
