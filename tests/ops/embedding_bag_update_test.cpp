// embedding_bag_update_ against rows updated one after another.
#include <random>

#include <gtest/gtest.h>

#include <ndx/half.hpp>
#include <ndx/indexed.hpp>
#include <ndx/ndx.hpp>
#include <ndx/threads.hpp>

#include "support/expect.hpp"

namespace embedding_bag_update_test {

using namespace ndx;
using expect::is;
using expect::throws;

TEST(EmbeddingBagUpdate, AddsTheGradientOfEachBagToItsRows) {
  const auto table = zeros<float>({4, 2});
  const auto grad = tensor<float>({{1, 2}, {10, 20}});
  EXPECT_TRUE(is(embedding_bag_update_(table, {{0, 1}, {3, -1}}, grad, 2), {4, 2},
                 {2, 4, 2, 4, 0, 0, 40, 80}));
  EXPECT_TRUE(is(table, {4, 2}, {2, 4, 2, 4, 0, 0, 40, 80}));
  (void)embedding_bag_update_(table, tensor({1, 0, 1}), {{1, 1}, {0, 0}, {8, 8}}, -.5f,
                              {.offsets = tensor({0, 1, 1}), .mode = BagMode::mean});
  EXPECT_TRUE(is(table, {4, 2}, {0, 2, -.5f, 1.5f, 0, 0, 40, 80}));
}

TEST(EmbeddingBagUpdate, WeightsAndPadding) {
  const auto table = zeros<double>({3, 2});
  const Tensor<double> weights = tensor({1., 2., 3., 4.});
  (void)embedding_bag_update_(table, tensor({0, 1, 1, 2}), tensor({{1., 2.}, {10., 20.}}), 1,
                              {.offsets = tensor({0, 2}), .weights = weights, .padding_index = 2});
  EXPECT_TRUE(is(table, {3, 2}, {1, 2, 32, 64, 0, 0}));
  (void)embedding_bag_update_(table, {{2, 0}, {2, 2}}, ones<double>({2, 2}), 6,
                              {.mode = BagMode::mean, .padding_index = -1});
  EXPECT_TRUE(is(table, {3, 2}, {7, 8, 32, 64, 0, 0}));
}

/// The step of one element after another. A product is rounded before it is used.
template <class T>
void update_in_order(const Tensor<T>& table, const std::vector<index_t>& ids,
                     const std::vector<index_t>& ends, const Tensor<T>& grad, T alpha, BagMode mode,
                     const std::vector<T>& weights) {
  for (std::size_t b = 0; b + 1 < ends.size(); ++b) {
    for (auto k = static_cast<std::size_t>(ends[b]); k < static_cast<std::size_t>(ends[b + 1]);
         ++k) {
      for (index_t i = 0; i < table.size(1); ++i) {
        const T factor =
            mode == BagMode::mean ? alpha / static_cast<T>(ends[b + 1] - ends[b]) : alpha;
        volatile T step = grad(static_cast<index_t>(b), i) * factor;
        if (!weights.empty()) step = step * weights[k];
        table(ids[k], i) += step;
      }
    }
  }
}

template <class T>
void compare_random(std::mt19937& random) {
  const auto below = [&](index_t n) {
    return static_cast<index_t>(random() % static_cast<unsigned>(n));
  };
  const index_t rows = 1 + below(30);
  const index_t width = 1 + below(70);
  const index_t bags = below(12);
  std::vector<index_t> ends{0};
  for (index_t b = 0; b < bags; ++b) ends.push_back(ends.back() + below(9));
  std::vector<index_t> ids(static_cast<std::size_t>(ends.back()));
  for (index_t& id : ids) id = below(rows);
  const auto numbers = [&](index_t a, index_t b) {
    Tensor<T> t = zeros<T>({a, b});
    for (index_t k = 0; k < a * b; ++k) t.data()[k] = static_cast<T>(below(2000)) / 7 - 100;
    return t;
  };
  const Tensor<T> table = numbers(rows, width);
  const Tensor<T> grad = numbers(bags, width);
  const BagMode mode = below(2) == 0 ? BagMode::sum : BagMode::mean;
  std::vector<T> weights;
  if (mode == BagMode::sum && below(2) == 0)
    for (std::size_t k = 0; k < ids.size(); ++k) weights.push_back(static_cast<T>(below(99)) / 5);
  const T alpha = static_cast<T>(below(9)) / 8 - T(.3);
  const Tensor<T> expected = table.clone();
  update_in_order(expected, ids, ends, grad, alpha, mode, weights);
  EmbeddingBagOptions<T> options{.offsets = ends, .mode = mode, .include_last_offset = true};
  if (!weights.empty()) options.weights = tensor(weights);
  (void)embedding_bag_update_(table, ids, grad, alpha, options);
  ASSERT_EQ(table.to_vector(), expected.to_vector());
}

TEST(EmbeddingBagUpdate, HasTheBitsOfRowsUpdatedInOrder) {
  std::mt19937 random(3);
  for (int round = 0; round < 300 && !testing::Test::HasFailure(); ++round) {
    compare_random<float>(random);
    compare_random<double>(random);
  }
}

TEST(EmbeddingBagUpdate, GivesTheSameBitsOnManyThreads) {
  std::mt19937 random(5);
  const auto ids = zeros<int>({1 << 12, 8});
  for (index_t k = 0; k < ids.numel(); ++k) ids.data()[k] = static_cast<int>(random() % 999);
  const auto grad = arange<float>(1 << 16).reshape({-1, 16}) / 3.f;
  const auto one = zeros<float>({999, 16});
  const auto many = zeros<float>({999, 16});
  (void)embedding_bag_update_(one, ids, grad, .1f, {.mode = BagMode::mean});
  set_executor({.run =
                    [](index_t parts, Executor::Task task, const void* work) {
                      while (parts-- != 0) task(work, parts);
                    },
                .threads = 7,
                .grain_ns = 100});
  (void)embedding_bag_update_(many, ids, grad, .1f, {.mode = BagMode::mean});
  set_executor({});
  EXPECT_EQ(one.to_vector(), many.to_vector());
}

TEST(EmbeddingBagUpdate, MayTakeItsGradientFromTheTable) {
  const auto table = tensor<float>({{1, 2}, {3, 4}, {5, 6}});
  (void)embedding_bag_update_(table, {{1, 2}, {0, 0}}, table.index({Slice(0, 2)}));
  EXPECT_TRUE(is(table, {3, 2}, {7, 10, 4, 6, 6, 8}));
}

TEST(EmbeddingBagUpdate, TakesHalvesAndEveryLayoutOfTheTable) {
  const auto halves = zeros<float16>({2, 2});
  (void)embedding_bag_update_(halves, {{1, 1}}, ones<float16>({1, 2}), 2);
  EXPECT_TRUE(is(halves.to<float>(), {2, 2}, {0, 0, 4, 4}));
  const auto table = zeros<float>({3, 2}).transpose();
  (void)embedding_bag_update_(table, {{1}}, {{1, 2, 3}});
  EXPECT_TRUE(is(table, {2, 3}, {0, 0, 0, 1, 2, 3}));
}

TEST(EmbeddingBagUpdate, ErrorsChangeNothing) {
  const auto table = zeros<float>({3, 2});
  const auto grad = ones<float>({1, 2});
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)embedding_bag_update_(table, {{0}}, grad, 1, {.mode = BagMode::max}); },
      "embedding_bag_update_: only sums and means, without scales, have a gradient step here"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)embedding_bag_update_(table, {{0}, {1}}, grad); },
      "embedding_bag_update_: a gradient of shape (1, 2) must have the shape (2, 2) of the bags"));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)embedding_bag_update_(table, {{0, 3}}, grad); },
                         "embedding_bag_update_: index 3 at [0, 1] is out of bounds for dimension "
                         "0 with size 3"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)embedding_bag_update_(table, {{0}}, grad, 1, {.weights = zeros<float>({0})}); },
      "embedding_bag_update_: weights of shape (0) must have the shape of the ids, (1, 1)"));
  EXPECT_TRUE(is(table, {3, 2}, {0, 0, 0, 0, 0, 0}));
  const auto shared = ones<float>({1, 2}).expand({3, 2});
  EXPECT_THROW((void)embedding_bag_update_(shared, {{0}}, grad), ValueError);
}

}  // namespace embedding_bag_update_test
