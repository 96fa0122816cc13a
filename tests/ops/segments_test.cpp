#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include <ndx/groups.hpp>
#include <ndx/half.hpp>
#include <ndx/threads.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace segments_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

// JAX: jax.ops.segment_sum(data, segment_ids).
TEST(Segments, ReduceTheRowsOfEachLabel) {
  const auto data = tensor({5.0, 1.0, 7.0, 2.0, 3.0});
  const auto labels = tensor({0, 0, 1, 3, 1});
  EXPECT_TRUE(is(segment_sum(data, labels), {4}, {6, 10, 0, 2}));
  EXPECT_TRUE(is(segment_prod(data, labels), {4}, {5, 21, 1, 2}));
  EXPECT_TRUE(is(segment_max(data, labels), {4}, {5, 7, -inf, 2}));
  EXPECT_TRUE(is(segment_min(data, labels), {4}, {1, 3, inf, 2}));
  EXPECT_EQ(to_string(segment_mean(data, labels)), "[ 3.  5. nan  2.]");
}

TEST(Segments, TakeTheNumberOfSegments) {
  const auto data = tensor({1, 2, 3});
  EXPECT_TRUE(is(segment_sum(data, {1, 1, 0}, 4), {4}, {3, 3, 0, 0}));
  EXPECT_TRUE(is(segment_max(data, tensor({1, 1, 0}), 2), {2}, {3, 2}));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)segment_sum(data, {1, 2, 0}, 2); },
      "segment_sum: index 2 at [1] is out of bounds for dimension 0 with size 2"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)segment_max(data, {1, -1, 0}); },
                                 "segment_max: label -1 is negative"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)segment_min(data, {1, 1, 0}, -2); },
                                 "segment_min: num_segments -2 is negative"));
}

TEST(Segments, HaveTheRowsOfAnyRank) {
  const auto data = expect::counting({4, 3});
  const auto labels = tensor({2, 0, 2, 0}).to<std::uint8_t>();
  EXPECT_TRUE(is(segment_sum(data, labels), {3, 3}, {12, 14, 16, 0, 0, 0, 6, 8, 10}));
  EXPECT_TRUE(is(segment_sum(data.transpose(), {1, 1, 0}), {2, 4}, {2, 5, 8, 11, 1, 7, 13, 19}));
  EXPECT_TRUE(is(segment_min(data.flip(), labels.flip()), {3, 3},
                 {5, 4, 3, 2147483647, 2147483647, 2147483647, 2, 1, 0}));
  EXPECT_TRUE(is(segment_sum(tensor(5), tensor({1})), {2}, {0, 5}));
  EXPECT_TRUE(has_shape(segment_sum(zeros({0, 2}), zeros<int>({0})), {0, 2}));
  EXPECT_TRUE(has_shape(segment_sum(zeros({3, 0}), {0, 1, 4}), {5, 0}));
  EXPECT_TRUE(is(segment_prod(zeros<int>({0}), zeros<int>({0}), 2), {2}, {1, 1}));
}

TEST(Segments, WantOneLabelForEachRow) {
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)segment_sum(zeros({3}), {0, 1}); },
      "segment_sum: labels have shape (2), but data of shape (3) needs one for each row"));
  EXPECT_THROW((void)segment_mean(zeros({2, 2}), tensor({{0, 1}, {1, 0}})), ShapeError);
}

TEST(Segments, HaveTheTypesOfSumsMeansAndExtremes) {
  const auto bytes = tensor({100, 100, -7}).to<std::int8_t>();
  EXPECT_TRUE(is(segment_sum(bytes, {0, 0, 1}), {2}, std::vector<std::int64_t>{200, -7}));
  EXPECT_TRUE(is(segment_prod(bytes, {0, 0, 1}), {2}, std::vector<std::int64_t>{10000, -7}));
  EXPECT_TRUE(is(segment_mean(bytes, {0, 0, 0}), {1}, std::vector<double>{193.0 / 3}));
  EXPECT_TRUE(is(segment_max(bytes, {2, 2, 1}), {3}, std::vector<std::int8_t>{-128, -7, 100}));
  const auto unsigned_bytes = tensor({200, 100, 7}).to<std::uint8_t>();
  EXPECT_TRUE(is(segment_sum(unsigned_bytes, {0, 0, 1}), {2}, std::vector<std::uint64_t>{300, 7}));
  const auto large = tensor<std::uint64_t>({UINT64_MAX, UINT64_MAX, 7});
  EXPECT_TRUE(is(segment_sum(large, {0, 1, 1}), {2}, std::vector<std::uint64_t>{UINT64_MAX, 6}));
  EXPECT_TRUE(is(segment_prod(large, {1, 1, 3}), {4}, std::vector<std::uint64_t>{1, 1, 1, 7}));
  const auto bools = tensor({true, true, false});
  EXPECT_TRUE(is(segment_sum(bools, {0, 0, 1}), {2}, std::vector<std::int64_t>{2, 0}));
  EXPECT_TRUE(is(segment_max(bools, {0, 0, 1}), {2}, {true, false}));
  EXPECT_TRUE(is(segment_min(bools, {0, 2, 0}), {3}, {false, true, true}));
  using C = std::complex<double>;
  EXPECT_TRUE(is(segment_sum(tensor({C(1, 2), C(3, 4)}), {0, 0}), {1}, {C(4, 6)}));
}

TEST(Segments, AddHalvesInFloat) {
  const auto halves = full({4096}, float16(1.f));
  EXPECT_TRUE(is(segment_sum(halves, zeros<int>({4096})), {1}, {float16(4096.f)}));
  EXPECT_TRUE(is(segment_mean(halves, zeros<int>({4096})), {1}, {float16(1.f)}));
  EXPECT_TRUE(is(segment_max(halves, zeros<int>({4096})), {1}, {float16(1.f)}));
}

TEST(Segments, PropagateNan) {
  const auto data = tensor({nan, 1.0, 2.0, 3.0});
  EXPECT_EQ(to_string(segment_max(data, {0, 0, 1, 1})), "[nan  3.]");
  EXPECT_EQ(to_string(segment_min(data, {0, 0, 1, 1})), "[nan  2.]");
  EXPECT_EQ(to_string(segment_sum(data, {0, 0, 1, 1})), "[nan  5.]");
}

TEST(Segments, AreTheSameBitsForAnyNumberOfThreads) {
  const index_t count = 300'000;
  const auto data = (arange(count).to<float>() * 0.37f) % 1.f;
  const auto labels = (arange(count) * 7919) % 1000;
  const auto sums = segment_sum(data, labels);
  const auto means = segment_mean(data, labels);
  use_threads(3);
  EXPECT_TRUE(array_equal(segment_sum(data, labels), sums));
  EXPECT_TRUE(array_equal(segment_mean(data, labels), means));
  // Rows that several threads pick from those of all segments.
  const auto rows = (arange(4 * count).to<float>() * 0.37f % 1.f).reshape({-1, 20});
  const auto row_labels = labels.slice(0, Slice(0, rows.size(0)));
  const auto threaded = segment_sum(rows, row_labels);
  use_threads(1);
  EXPECT_TRUE(array_equal(segment_sum(rows, row_labels), threaded));
  float first = 0;
  for (index_t i = 0; i < count; ++i)
    if (labels.at(i) == 0) first += data.at(i);
  EXPECT_EQ(sums.at(0), first);
}

TEST(Segments, AddManyRowsToMeansInTheirOrder) {
  const index_t rows = 60'000;
  const auto data = (arange(20 * rows).to<float>() * 0.37f % 1.f).reshape({rows, 20});
  const auto labels = (arange(rows) * 7919) % 777;
  auto totals = zeros<double>({777, 20});
  auto counts = zeros<index_t>({777});
  for (index_t i = 0; i < rows; ++i) {
    ++counts.at(labels.at(i));
    for (index_t j = 0; j < 20; ++j)
      totals.at(labels.at(i), j) += static_cast<double>(data.at(i, j));
  }
  const auto means = (totals / counts.unsqueeze(1)).to<float>();
  const auto with_self = ((totals + 0.5) / (counts + 1).unsqueeze(1)).to<float>();
  const auto reduce = [&](bool include_self) {
    const auto t = full({20, 777}, 0.5f);
    return index_reduce_(t, 1, labels, data.transpose(), "mean", include_self).transpose().clone();
  };
  for (const index_t threads : {1, 2, 5}) {
    use_threads(threads);
    EXPECT_TRUE(array_equal(segment_mean(data, labels), means));
    EXPECT_TRUE(array_equal(reduce(false), means));
    EXPECT_EQ(amax(abs(reduce(true) - with_self)).item(), 0.f);
  }
  use_threads(1);
}

TEST(GroupBy, BringsEqualLabelsTogether) {
  const auto found = group_by(tensor({7, 3, 7, 5, 3}));
  EXPECT_TRUE(is(found.order, {5}, {1, 4, 3, 0, 2}));
  EXPECT_TRUE(is(found.starts, {4}, {0, 2, 3, 5}));
  EXPECT_TRUE(is(found.labels, {3}, {3, 5, 7}));
  const auto named = group_by(tensor({{true, false}, {true, true}}).transpose());
  EXPECT_TRUE(is(named.order, {4}, {2, 0, 1, 3}));
  EXPECT_TRUE(is(named.labels, {2}, {false, true}));
}

TEST(GroupBy, OfNansAndOfFewElements) {
  const auto found = group_by(tensor({nan, 1.0, nan}));
  EXPECT_TRUE(is(found.starts, {3}, {0, 1, 3}));
  EXPECT_TRUE(is(group_by(zeros<int>({0, 2})).starts, {1}, {0}));
  EXPECT_TRUE(has_shape(group_by(zeros<int>({0})).labels, {0}));
  EXPECT_TRUE(is(group_by(tensor(4)).order, {1}, {0}));
}

TEST(Segments, TakeSubscripts) {
  const auto x = tensor({{1, 2, 4}, {0, 1, 0}});
  EXPECT_TRUE(is(segment_sum(x[0], x[1]), {2}, {5, 2}));
  EXPECT_TRUE(is(segment_max(x[0], {0, 0, 1}), {2}, {2, 4}));
  EXPECT_TRUE(is(group_by(x[1]).labels, {2}, {0, 1}));
}

}  // namespace segments_test
