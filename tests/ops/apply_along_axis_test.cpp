// Values from NumPy's apply_along_axis.
#include <complex>

#include <ndx/numpy.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace apply_along_axis_test {

const Tensor<int> x = counting({2, 3, 4});
using Line = Tensor<int>;

TEST(ApplyAlongAxis, OfAScalarDropsTheDim) {
  const auto last_minus_first = [](const Line& line) { return line.at(-1) - line.at(0); };
  EXPECT_TRUE(is(apply_along_axis(last_minus_first, 0, x), {3, 4}, std::vector<int>(12, 12)));
  EXPECT_TRUE(is(apply_along_axis(last_minus_first, 1, x), {2, 4}, std::vector<int>(8, 8)));
  EXPECT_TRUE(is(apply_along_axis(last_minus_first, -1, x), {2, 3}, std::vector<int>(6, 3)));
  const auto middle = [](const Line& line) { return 0.5 * line.at(1); };
  EXPECT_TRUE(is(apply_along_axis(middle, 1, x), {2, 4}, {2.0, 2.5, 3.0, 3.5, 8.0, 8.5, 9.0, 9.5}));
  EXPECT_TRUE(is(apply_along_axis(middle, 0, tensor({3, 5})), {}, {2.5}));
  EXPECT_TRUE(is(apply_along_axis([](const Line& line) { return line.at(0) > 5; }, 2, x), {2, 3},
                 {false, false, true, true, true, true}));
}

TEST(ApplyAlongAxis, OfATensorPutsItsDimsInPlaceOfTheDim) {
  EXPECT_TRUE(is(apply_along_axis([](const Line& line) { return sum(line); }, 1, x), {2, 4},
                 {index_t{12}, 15, 18, 21, 48, 51, 54, 57}));
  const auto ends = [](const Line& line) { return take(line, {0, -1}); };
  EXPECT_TRUE(is(apply_along_axis(ends, 1, x), {2, 2, 4},
                 {0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23}));
  EXPECT_TRUE(
      is(apply_along_axis(ends, 2, x), {2, 3, 2}, {0, 3, 4, 7, 8, 11, 12, 15, 16, 19, 20, 23}));
  const auto square = [](const Line& line) { return line.unsqueeze(1).expand(-1, 2); };
  EXPECT_TRUE(is(apply_along_axis(square, 0, tensor({{1, 2}, {3, 4}})), {2, 2, 2},
                 {1, 2, 1, 2, 3, 4, 3, 4}));
  const auto both = [](const Line& line) { return stack({line, -line}, 1); };
  EXPECT_TRUE(is(apply_along_axis(both, 0, tensor({{1, 2}, {3, 4}, {5, 6}})), {3, 2, 2},
                 {1, 2, -1, -2, 3, 4, -3, -4, 5, 6, -5, -6}));
  const auto reversed = [](const Line& line) { return line.flip(); };
  EXPECT_TRUE(is(apply_along_axis(reversed, 0, x.select(0, 0)), {3, 4},
                 {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3}));
  EXPECT_TRUE(has_shape(apply_along_axis([](const Line&) { return zeros(0); }, 1, x), {2, 0, 4}));
  EXPECT_TRUE(is(apply_along_axis([](const Line& line) { return any(line > 5); }, 2, x), {2, 3},
                 {false, true, true, true, true, true}));
}

TEST(ApplyAlongAxis, GivesViewsOfTheLinesInRowMajorOrderOfTheOthers) {
  std::vector<int> firsts;
  const auto note = [&](const Line& line) {
    EXPECT_TRUE(line.shares_storage(x));
    EXPECT_TRUE(has_shape(line, {3}));
    firsts.push_back(line.at(0));
    return 0;
  };
  (void)apply_along_axis(note, 1, x);
  EXPECT_EQ(firsts, (std::vector<int>{0, 1, 2, 3, 12, 13, 14, 15}));
  firsts.clear();
  (void)apply_along_axis(note, 2, x.transpose(1, 2));
  EXPECT_EQ(firsts, (std::vector<int>{0, 1, 2, 3, 12, 13, 14, 15}));
}

TEST(ApplyAlongAxis, FromAnyStridesAndElementTypes) {
  const auto first = [](const auto& line) { return line.at(0); };
  EXPECT_TRUE(is(apply_along_axis(first, 1, x.select(1, 0).flip()), {2}, {15, 3}));
  EXPECT_TRUE(is(apply_along_axis(first, 0, tensor(7).expand({2, 3})), {3}, {7, 7, 7}));
  EXPECT_TRUE(is(apply_along_axis(first, 0, Tensor<const int>(x.select(0, 0))), {4}, {0, 1, 2, 3}));
  const auto z = tensor({std::complex<float>(1, 2)});
  EXPECT_TRUE(is(apply_along_axis(first, 0, z), {}, {std::complex<float>(1, 2)}));
  EXPECT_TRUE(
      is(apply_along_axis([](const Line& line) { return line.numel(); }, 1, zeros<int>({2, 0})),
         {2}, {index_t{0}, 0}));
}

TEST(ApplyAlongAxis, RefusesWhatDoesNotFit) {
  const auto first = [](const auto& line) { return line.at(0); };
  EXPECT_TRUE(throws<IndexError>([&] { (void)apply_along_axis(first, 3, x); },
                                 "apply_along_axis: dim 3 is out of range for a tensor of rank 3"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)apply_along_axis(first, 1, zeros({0, 3})); },
                                 "apply_along_axis: a tensor of shape (0, 3) has no lines along "
                                 "dim 1"));
  const auto positive = [](const Line& line) { return masked_select(line, line > 4); };
  EXPECT_TRUE(throws<ShapeError>([&] { (void)apply_along_axis(positive, 2, x); },
                                 "apply_along_axis: the function returned shape (3), and for the "
                                 "first line (0)"));
  const auto refuse = [](const Line& line) -> int {
    if (line.at(0) != 0) throw std::runtime_error("no");
    return 0;
  };
  EXPECT_TRUE(throws<std::runtime_error>([&] { (void)apply_along_axis(refuse, 2, x); }, "no"));
}

}  // namespace apply_along_axis_test
