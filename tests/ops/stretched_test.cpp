// Tensors stretched to sizes that no loop gets through: what is reduced or checked is looked at
// once for each element that is stored.
#include <complex>

#include <gtest/gtest.h>
#include <support/expect.hpp>

#include <ndx/linalg.hpp>
#include <ndx/statistics.hpp>

namespace stretched_test {

using namespace ndx;
using expect::is;
using expect::throws;

constexpr index_t kHuge = index_t{1} << 40;

TEST(Stretched, IsSummed) {
  const auto row = tensor({1, 2, 4});
  EXPECT_TRUE(is(sum(row.expand({kHuge, 3})), {}, {7 * kHuge}));
  EXPECT_TRUE(is(sum(row.expand({kHuge, 3}), 0), {3}, {kHuge, 2 * kHuge, 4 * kHuge}));
  EXPECT_TRUE(is(sum(row.expand({2, 3}), 1), {2}, {7, 7}));
  EXPECT_TRUE(is(sum(tensor({0.5F}).expand({kHuge})), {}, {0.5F * static_cast<float>(kHuge)}));
  using C = std::complex<double>;
  EXPECT_TRUE(is(sum(tensor({C(1, -2)}).expand({kHuge})), {},
                 {C(static_cast<double>(kHuge), -2 * static_cast<double>(kHuge))}));
  EXPECT_TRUE(is(sum(zeros<int>({0, 1}).expand({0, kHuge})), {}, {0}));
  EXPECT_TRUE(is(sum(tensor({3}).expand({INT64_MAX})), {}, {INT64_MAX - 2}));  // it wraps
}

TEST(Stretched, IsCountedAndAsked) {
  const auto row = tensor({0, 5, 0}).expand({kHuge, 3});
  EXPECT_TRUE(is(count_nonzero(row), {}, {kHuge}));
  EXPECT_TRUE(is(count_nonzero(row, 0), {3}, {0, kHuge, 0}));
  EXPECT_TRUE(is(count_nonzero(tensor({true}).expand({INT64_MAX})), {}, {INT64_MAX}));
  EXPECT_TRUE(is(any(row, 0), {3}, {false, true, false}));
  EXPECT_TRUE(is(all(row), {}, {false}));
  EXPECT_TRUE(is(all(zeros<int>({0, 1}).expand({0, kHuge})), {}, {true}));
  EXPECT_TRUE(is(argmax(row), {}, {1}));
  EXPECT_TRUE(is(argmin(row.transpose()), {}, {0}));
  EXPECT_TRUE(is(argmax(row.transpose()), {}, {kHuge}));
  EXPECT_TRUE(is(argmax(row.transpose(), 1), {3}, {0, 0, 0}));
}

TEST(Stretched, IsCompared) {
  const auto row = tensor({1, 2}).expand({kHuge, 2});
  EXPECT_TRUE(equal(row, row));
  EXPECT_FALSE(equal(row, tensor({1, 3}).expand({kHuge, 2})));
  EXPECT_TRUE(allclose(row, row));
  EXPECT_FALSE(allclose(row, 1));
}

TEST(Stretched, HasItsFirstElementsAsTheLargest) {
  const auto [values, indices] = topk(tensor({5}).expand({INT64_MAX}), 2);
  EXPECT_TRUE(is(values, {2}, {5, 5}));
  EXPECT_TRUE(is(indices, {2}, {0, 1}));
}

TEST(Stretched, HasNoLargestElementsIfNoneAreAskedFor) {
  const auto t = arange(3).unsqueeze(1).expand({3, kHuge});
  EXPECT_TRUE(expect::has_shape(topk(t, 0, 0).values, {0, kHuge}));
  EXPECT_TRUE(expect::has_shape(topk(t, 0, 1).indices, {3, 0}));
}

TEST(Stretched, HasNoNonzeroElementOrTooMany) {
  const auto zero = zeros({1}).expand({kHuge});
  EXPECT_TRUE(expect::has_shape(nonzero(zero), {0, 1}));
  EXPECT_TRUE(expect::has_shape(flatnonzero(zero), {0}));
  EXPECT_TRUE(expect::has_shape(compress(arange(3), zeros<bool>({1}).expand({kHuge})), {0}));
  EXPECT_THROW(static_cast<void>(nonzero(ones({1}).expand({INT64_MAX / 16}))), std::bad_alloc);
}

TEST(Stretched, IsCheckedAsIndices) {
  const auto classes = tensor({0, -1}).unsqueeze(1).expand({2, kHuge});
  EXPECT_TRUE(throws<IndexError>([&] { static_cast<void>(one_hot(classes, 3)); },
                                 "one_hot: class -1 at [1, 0] is negative"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { static_cast<void>(unravel_index(full<index_t>({1}, 6).expand({kHuge}), {2, 3})); },
      "unravel_index: index 6 at [0] is out of bounds for shape (2, 3) with 6 elements"));
}

TEST(Stretched, IsCountedByValue) {
  const auto twos = full<index_t>({1}, 2).expand({kHuge});
  EXPECT_TRUE(is(bincount(twos), {3}, {0, 0, kHuge}));
  EXPECT_TRUE(is(bincount(twos, tensor({0.5}).expand({kHuge})), {3},
                 {0, 0, 0.5 * static_cast<double>(kHuge)}));
  EXPECT_TRUE(is(bincount(twos.narrow(0, 0, 2), tensor({0.5, 1.5})), {3}, {0, 0, 2}));
}

TEST(Stretched, IsMultipliedOnce) {
  EXPECT_TRUE(is(dot(tensor({2}).expand({kHuge}), tensor({3}).to<index_t>().expand({kHuge})), {},
                 {6 * kHuge}));
}

TEST(Stretched, IsCountedInBins) {
  const auto t = tensor({1, 5}).expand({kHuge, 2});
  EXPECT_TRUE(is(histogram(t, 2, {0, 6}).counts, {2}, {kHuge, kHuge}));
  EXPECT_TRUE(is(histogram(t, 2, {0, 6}, tensor({0.5}).expand({kHuge, 2})).counts, {2},
                 {0.5 * static_cast<double>(kHuge), 0.5 * static_cast<double>(kHuge)}));
  EXPECT_TRUE(is(digitize(tensor({0, 7}), tensor({3}).expand({kHuge})), {2}, {0, kHuge}));
}

TEST(Stretched, RepeatsNothingOrTooMuch) {
  EXPECT_TRUE(expect::has_shape(repeat_interleave(tensor({0}).expand({kHuge})), {0}));
  EXPECT_TRUE(is(repeat_interleave(tensor({2}).expand({2})), {4}, {0, 0, 1, 1}));
  EXPECT_TRUE(throws<ValueError>(
      [] { static_cast<void>(repeat_interleave(tensor({2}).expand({INT64_MAX}))); },
      "repeat_interleave: 2 times 9223372036854775807 overflows a 64-bit size"));
}

}  // namespace stretched_test
