#include <complex>

#include <ndx/numpy.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;

namespace windows_test {

TEST(SlidingWindowView, ShowsEachWindowWithoutACopy) {
  const auto t = arange(12).reshape({3, 4});
  const auto windows = sliding_window_view(t, {2, 3});
  EXPECT_TRUE(is(windows, {2, 2, 2, 3},
                 {0, 1, 2, 4, 5, 6, 1, 2, 3, 5, 6, 7, 4, 5, 6, 8, 9, 10, 5, 6, 7, 9, 10, 11}));
  EXPECT_TRUE(windows.data() == t.data());
  EXPECT_TRUE(has_shape(sliding_window_view(zeros({5, 6, 4}), {2, 3}, {0, -2}), {4, 4, 4, 2, 3}));
  EXPECT_TRUE(is(sliding_window_view(t, 2, 0).select(0, 1), {4, 2}, {4, 8, 5, 9, 6, 10, 7, 11}));
  EXPECT_TRUE(is(sliding_window_view(arange(6).flip(), 3).select(0, 0), {3}, {5, 4, 3}));
  EXPECT_TRUE(has_shape(sliding_window_view(arange(6), 0), {7, 0}));
}

TEST(SlidingWindowView, TakesADimTwice) {
  EXPECT_TRUE(has_shape(sliding_window_view(arange(6), {2, 3}, {0, 0}), {3, 2, 3}));
}

TEST(SlidingWindowView, RefusesWindowsThatDoNotFit) {
  EXPECT_THROW((void)sliding_window_view(arange(6), 7), ValueError);
  EXPECT_THROW((void)sliding_window_view(arange(6), -1), ValueError);
  EXPECT_THROW((void)sliding_window_view(zeros({2, 3}), 2), ValueError);
  EXPECT_THROW((void)sliding_window_view(arange(6), 2, 1), IndexError);
  const auto t = arange(6);
  EXPECT_THROW(sliding_window_view(t, 2).fill_(0), ValueError);
  EXPECT_TRUE(is(t, {6}, {0, 1, 2, 3, 4, 5}));
}

TEST(Convolve, HasTheModesOfNumPy) {
  const auto a = tensor({1, 2, 3, 4, 5});
  const auto v = tensor({0, 1, 2, -1});
  EXPECT_TRUE(is(convolve(a, v), {8}, {0, 1, 4, 6, 8, 10, 6, -5}));
  EXPECT_TRUE(is(convolve(a, v, "same"), {5}, {1, 4, 6, 8, 10}));
  EXPECT_TRUE(is(convolve(a, v, "valid"), {2}, {6, 8}));
  const auto b = tensor({1, 2});
  const auto w = tensor({3, 4, 5});
  EXPECT_TRUE(is(convolve(b, w), {4}, {3, 10, 13, 10}));
  EXPECT_TRUE(is(convolve(b, w, "same"), {3}, {3, 10, 13}));
  EXPECT_TRUE(is(convolve(b, w, "valid"), {2}, {10, 13}));
  EXPECT_TRUE(is(correlate(a, v), {2}, {4, 6}));
  EXPECT_TRUE(is(correlate(a, v, "full"), {8}, {-1, 0, 2, 4, 6, 14, 5, 0}));
  EXPECT_TRUE(is(correlate(a, v, "same"), {5}, {0, 2, 4, 6, 14}));
  EXPECT_TRUE(is(correlate(b, w), {2}, {14, 11}));
  EXPECT_TRUE(is(correlate(b, w, "full"), {4}, {5, 14, 11, 6}));
  EXPECT_TRUE(is(correlate(b, w, "same"), {3}, {14, 11, 6}));
}

TEST(Convolve, ConjugatesTheSecondSequenceOfCorrelate) {
  using C = std::complex<double>;
  const auto a = tensor({C(1, 0), C(0, 2), C(3, 0)});
  const auto v = tensor({C(0, 1), C(2, 0)});
  EXPECT_TRUE(is(correlate(a, v, "full"), {4}, {C(2, 0), C(0, 3), C(8, 0), C(0, -3)}));
}

TEST(Convolve, HasTheTypeOfAProduct) {
  EXPECT_TRUE(is(convolve(tensor<std::int8_t>({100, 100}), tensor<std::int8_t>({2})), {2},
                 {std::int8_t{-56}, std::int8_t{-56}}));
  EXPECT_TRUE(is(convolve(tensor({1, 2}), tensor({0.5})), {2}, {0.5, 1.0}));
  EXPECT_TRUE(is(convolve(arange(10).index({Slice(None, None, 3)}), tensor({1, 1}).flip()), {5},
                 {0, 3, 9, 15, 9}));
}

TEST(Convolve, AddsInPartsWhatOneLoopAdds) {
  const auto a = arange<float>(5000) * 0.25f;
  const auto v = tensor<float>({1, -0.5f, 2, 4, -8});
  const auto result = convolve(a, v, "same");
  for (const index_t i : {0, 1, 1023, 1024, 2047, 4998, 4999}) {
    float expected = 0;
    for (index_t j = 0; j < 5; ++j) {
      const index_t at = i + 2 - j;
      if (at >= 0 && at < 5000) expected += a.at(at) * v.at(j);
    }
    EXPECT_EQ(result.at(i), expected) << i;
  }
}

TEST(Convolve, RefusesWhatIsNoSequence) {
  EXPECT_THROW((void)convolve(zeros({2, 2}), zeros({2})), ShapeError);
  EXPECT_THROW((void)convolve(zeros({2}), zeros({0})), ShapeError);
  EXPECT_THROW((void)convolve(zeros({0}), zeros({2})), ShapeError);
  EXPECT_THROW((void)convolve(zeros({2}), zeros({2}), "half"), ValueError);
}

TEST(TrimZeros, ReturnsAView) {
  const auto t = tensor({0, 0, 3, 0, 5, 0});
  EXPECT_TRUE(is(trim_zeros(t), {3}, {3, 0, 5}));
  EXPECT_TRUE(is(trim_zeros(t, "f"), {4}, {3, 0, 5, 0}));
  EXPECT_TRUE(is(trim_zeros(t, "b"), {5}, {0, 0, 3, 0, 5}));
  EXPECT_TRUE(is(trim_zeros(tensor({0, 0})), {0}, std::initializer_list<int>{}));
  EXPECT_TRUE(trim_zeros(t).data() == t.data() + 2);
  EXPECT_EQ(trim_zeros(zeros({1}).expand({index_t{1} << 40})).numel(), 0);
  EXPECT_EQ(trim_zeros(ones({1}).expand({index_t{1} << 40})).numel(), index_t{1} << 40);
  EXPECT_THROW((void)trim_zeros(t, "x"), ValueError);
  EXPECT_THROW((void)trim_zeros(zeros({2, 2})), ShapeError);
}

}  // namespace windows_test
