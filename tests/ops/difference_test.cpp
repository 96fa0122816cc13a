#include <complex>
#include <limits>

#include <ndx/numpy.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace difference_test {

TEST(Diff, SubtractsNeighboursAlongADim) {
  const auto x = tensor({{1, 4, 9}, {2, 2, 7}});
  EXPECT_TRUE(is(diff(x), {2, 2}, {3, 5, 0, 5}));
  EXPECT_TRUE(is(diff(x, 1, 0), {1, 3}, {1, -2, -2}));
  EXPECT_TRUE(is(diff(x, 2), {2, 1}, {2, 5}));
  EXPECT_TRUE(is(diff(x, 2, -2), {0, 3}, {}));
  EXPECT_TRUE(is(diff(tensor({1, 4, 9, 16}), 5), {0}, {}));
  EXPECT_TRUE(is(diff(tensor({1, 4, 9, 16}), 3), {1}, {0}));
}

TEST(Diff, OnceMoreThanThereAreElementsIsEmpty) {
  EXPECT_TRUE(has_shape(diff(zeros({0, 2}), 1, 0), {0, 2}));
  EXPECT_TRUE(has_shape(diff(zeros({3, 0}), 2, 0), {1, 0}));
  EXPECT_TRUE(has_shape(diff(zeros({3}), std::numeric_limits<index_t>::max()), {0}));
}

TEST(Diff, ZeroTimesIsACopy) {
  const auto x = tensor({1, 2});
  const auto y = diff(x, 0);
  EXPECT_TRUE(is(y, {2}, {1, 2}));
  EXPECT_FALSE(y.shares_storage(x));
}

TEST(Diff, OfAnyView) {
  const auto x = counting({2, 3, 4});
  EXPECT_TRUE(is(diff(x.flip(), 1, 1), {2, 2, 4}, std::vector<int>(16, -4)));
  EXPECT_TRUE(is(diff(x.transpose(), 1, 0), {3, 3, 2}, std::vector<int>(18, 1)));
  EXPECT_TRUE(is(diff(tensor({1, 5}).expand({3, 2}), 1, 0), {2, 2}, {0, 0, 0, 0}));
  EXPECT_TRUE(is(diff(tensor({1, 2, 4, 7, 11}).slice(0, Slice(None, None, 2))), {2}, {3, 7}));
  const Tensor<const int> read_only = tensor({3, 1});
  EXPECT_TRUE(is(diff(read_only), {1}, {-2}));
}

TEST(Diff, KeepsTheType) {
  EXPECT_TRUE(is(diff(tensor<std::uint8_t>({1, 0, 5})), {2}, {255, 5}));
  EXPECT_TRUE(is(diff(tensor({true, false, false})), {2}, {true, false}));
  EXPECT_TRUE(is(diff(tensor({0.5f, 2.f})), {1}, {1.5f}));
  using Z = std::complex<double>;
  EXPECT_TRUE(is(diff(tensor({Z(1, 1), Z(3, 0)})), {1}, {Z(2, -1)}));
  const auto infinite = tensor({std::numeric_limits<double>::infinity(), 1.0});
  EXPECT_EQ(diff(infinite).item(), -std::numeric_limits<double>::infinity());
}

TEST(Diff, RefusesOtherDimsAndCounts) {
  EXPECT_TRUE(throws<IndexError>([] { (void)diff(zeros({2}), 1, 1); },
                                 "diff: dim 1 is out of range for a tensor of rank 1"));
  EXPECT_TRUE(throws<IndexError>([] { (void)diff(tensor(1)); },
                                 "diff: dim -1 is out of range for a tensor of rank 0"));
  EXPECT_TRUE(throws<ValueError>([] { (void)diff(zeros({2}), -1); }, "diff: n -1 is negative"));
}

}  // namespace difference_test
