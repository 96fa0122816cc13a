// Values are those of PyTorch's manual, and worked by hand elsewhere.
#include <complex>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

namespace index_add_test {

const Tensor<int> kRows = arange<int>(1, 10).reshape({3, 3});

TEST(IndexAdd, AsInPyTorchsManual) {
  EXPECT_TRUE(is(index_add_(ones<int>({5, 3}), 0, tensor({0, 4, 2}), kRows), {5, 3},
                 {2, 3, 4, 1, 1, 1, 8, 9, 10, 1, 1, 1, 5, 6, 7}));
  EXPECT_TRUE(is(index_add_(ones<int>({5, 3}), 0, tensor({0, 4, 2}), kRows, -1), {5, 3},
                 {0, -1, -2, 1, 1, 1, -6, -7, -8, 1, 1, 1, -3, -4, -5}));
}

TEST(IndexAdd, CountsDuplicates) {
  EXPECT_TRUE(is(index_add_(zeros<int>({3, 2}), 0, tensor({2, 0, 2}), ones<int>({3, 2})), {3, 2},
                 {1, 1, 0, 0, 2, 2}));
  EXPECT_TRUE(is(index_add_(zeros<int>({2, 3}), -1, tensor({-1, 0, -1, -1}), counting({2, 4})),
                 {2, 3}, {1, 0, 5, 5, 0, 17}));
}

TEST(IndexAdd, ByListsInBraces) {
  const auto t = zeros<int>({2, 3});
  index_add_(t, 0, {1, 1}, ones<int>({2, 3}));
  EXPECT_TRUE(is(t, {2, 3}, {0, 0, 0, 2, 2, 2}));
  index_copy_(t, 1, {-1}, tensor({{7}, {8}}));
  EXPECT_TRUE(is(t, {2, 3}, {0, 0, 7, 2, 2, 8}));
  index_fill_(t, 1, {0, -1}, 5);
  EXPECT_TRUE(is(t, {2, 3}, {5, 0, 5, 5, 2, 5}));
}

TEST(IndexAdd, IsInPlaceAndItsTwinIsNot) {
  const auto t = zeros<float>({3});
  const auto same = index_add_(t, 0, std::vector<int>{1, 1}, tensor({0.5f, 1.f}), 0.5);
  EXPECT_TRUE(same.shares_storage(t));
  EXPECT_TRUE(is(t, {3}, {0.f, 0.75f, 0.f}));
  const Tensor<const float> read_only = t;
  EXPECT_TRUE(is(index_add(read_only, 0, 2, tensor(3)), {3}, {0.f, 0.75f, 3.f}));
  EXPECT_TRUE(is(index_add(t, 0, 2, tensor({3}), 2), {3}, {0.f, 0.75f, 6.f}));
  EXPECT_TRUE(is(t, {3}, {0.f, 0.75f, 0.f}));
}

TEST(IndexAdd, ConvertsBeforeItMultiplies) {
  EXPECT_TRUE(is(index_add_(zeros<float>({1}), 0, tensor({0}), tensor({0.1}), 3), {1}, {0.1F * 3}));
  EXPECT_TRUE(is(
      index_add_(zeros<std::uint8_t>({1}), 0, tensor({0, 0}), tensor<std::uint8_t>({200, 1}), -1),
      {1}, {55}));
  EXPECT_TRUE(
      is(index_add_(zeros<bool>({2}), 0, tensor({1}), tensor({true}), true), {2}, {false, true}));
  using Z = std::complex<float>;
  EXPECT_TRUE(
      is(index_add_(zeros<Z>({1}), 0, tensor({0}), tensor({Z(1, 2)}), Z(0, 1)), {1}, {Z(-2, 1)}));
}

TEST(IndexAdd, ByAPolicy) {
  const auto source = tensor({1, 2, 4, 8});
  const auto index = tensor({0, 3, -4, -1});
  EXPECT_TRUE(is(index_add_(zeros<int>({3}), 0, index, source, 1, Bounds::drop), {3}, {1, 0, 8}));
  EXPECT_TRUE(is(index_add_(zeros<int>({3}), 0, index, source, 1, Bounds::wrap), {3}, {3, 0, 12}));
  EXPECT_TRUE(is(index_add_(zeros<int>({3}), 0, index, source, 1, Bounds::clip), {3}, {13, 0, 2}));
}

TEST(IndexAdd, ThroughAnyStridesAndFromItself) {
  const auto t = counting({2, 3});
  index_add_(t.transpose(), 0, tensor({0, 0}), counting({2, 2}));
  EXPECT_TRUE(is(t, {2, 3}, {2, 1, 2, 7, 4, 5}));
  const auto a = tensor({1, 2, 3});
  index_add_(a, 0, tensor({1, 2, 0}), a.flip());
  EXPECT_TRUE(is(a, {3}, {2, 5, 5}));
  const auto b = tensor({1, 0, 1});
  index_add_(b, 0, b, tensor({10, 20, 30}));
  EXPECT_TRUE(is(b, {3}, {21, 40, 1}));
  index_add_(b, 0, tensor({0, 2}), tensor(100).expand({2}));
  EXPECT_TRUE(is(b, {3}, {121, 40, 101}));
}

TEST(IndexAdd, OfNothing) {
  const auto t = counting({2, 3});
  index_add_(t, 0, zeros<int>({0}), zeros<int>({0, 3}));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(throws<IndexError>(
      [] { index_add_(zeros<int>({2, 0}), 0, tensor({2}), zeros<int>({1, 0})); },
      "index_add_: index 2 at [0] is out of bounds for dimension 0 with size 2"));
}

TEST(IndexAdd, AFailedCallChangesNothing) {
  const auto t = counting({2, 3});
  EXPECT_TRUE(throws<IndexError>(
      [&] { index_add_(t, 0, tensor({0, 2}), ones<int>({2, 3})); },
      "index_add_: index 2 at [1] is out of bounds for dimension 0 with size 2"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { index_add_(t, 0, tensor({0, 1}), ones<int>({2, 1})); },
      "index_add_: source has shape (2, 1), but index of shape (2) on dim 0 needs shape (2, 3)"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { index_add_(t, 1, tensor({0, 1}), ones<int>({2, 3})); },
      "index_add_: source has shape (2, 3), but index of shape (2) on dim 1 needs shape (2, 2)"));
  EXPECT_TRUE(throws<ShapeError>([&] { index_add_(t, 0, tensor({{0}}), ones<int>({1, 3})); },
                                 "index_add_: index of shape (1, 1) must have rank 0 or 1"));
  EXPECT_TRUE(throws<IndexError>([&] { index_add_(t, 2, tensor({0}), ones<int>({1, 3})); },
                                 "index_add_: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)index_add(t, 2, tensor({0}), ones<int>({1, 3})); },
                                 "index_add: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { index_add_(t, 0, tensor({0}), ones<int>({1, 3}), 1, Bounds::fill); },
      "index_add_: Bounds::fill is only for reads; use Bounds::drop for writes"));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(throws<ValueError>(
      [&] { index_add_(t.select(1, 0).unsqueeze(1).expand({2, 2}), 1, 0, ones<int>({2, 1})); },
      "index_add_: shape (2, 2) with strides (3, 0) has elements that share memory and cannot "
      "be written; clone() it first"));
}

TEST(IndexCopy, AsInPyTorchsManual) {
  EXPECT_TRUE(is(index_copy_(zeros<int>({5, 3}), 0, tensor({0, 4, 2}), kRows), {5, 3},
                 {1, 2, 3, 0, 0, 0, 7, 8, 9, 0, 0, 0, 4, 5, 6}));
}

TEST(IndexCopy, TheLastOfDuplicatesWins) {
  const auto t = zeros<int>({2, 3});
  index_copy_(t, 1, tensor({-1, 0, 2}), counting({2, 3}));
  EXPECT_TRUE(is(t, {2, 3}, {1, 0, 2, 4, 0, 5}));
  EXPECT_TRUE(is(index_copy(t, 0, 0, tensor({{7, 8, 9}})), {2, 3}, {7, 8, 9, 4, 0, 5}));
  EXPECT_TRUE(is(t, {2, 3}, {1, 0, 2, 4, 0, 5}));
}

TEST(IndexCopy, OfEveryElementTypeAndFromItself) {
  using reference::Pair16;
  const Pair16 pairs[] = {{1, 2.0}, {3, 4.0}};
  const auto t = zeros<Pair16>({3});
  index_copy_(t, 0, tensor<std::uint16_t>({2, 0}), borrow(pairs, {2}));
  EXPECT_TRUE(is(t, {3}, {pairs[1], {}, pairs[0]}));
  const auto a = counting({3, 2});
  index_copy_(a, 0, tensor({1, 2, 0}), a);
  EXPECT_TRUE(is(a, {3, 2}, {4, 5, 0, 1, 2, 3}));
}

TEST(IndexCopy, AFailedCallChangesNothing) {
  const auto t = counting({3, 2});
  EXPECT_TRUE(throws<IndexError>(
      [&] { index_copy_(t, 0, tensor({0, 1, -4}), zeros<int>({3, 2})); },
      "index_copy_: index -4 at [2] is out of bounds for dimension 0 with size 3"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { index_copy_(t, 0, tensor({0, 1}), zeros<int>({3, 2})); },
      "index_copy_: source has shape (3, 2), but index of shape (2) on dim 0 needs shape (2, 2)"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)index_copy(t, 2, tensor({0}), t); },
                                 "index_copy: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(is(t, {3, 2}, {0, 1, 2, 3, 4, 5}));
}

TEST(IndexFill, AsInPyTorchsManual) {
  const auto t = kRows.clone();
  EXPECT_TRUE(is(index_fill_(t, 1, tensor({0, 2}), -1), {3, 3}, {-1, 2, -1, -1, 5, -1, -1, 8, -1}));
  EXPECT_TRUE(is(index_fill(t, 0, -1, tensor(0.5)), {3, 3}, {-1, 2, -1, -1, 5, -1, 0, 0, 0}));
  EXPECT_TRUE(is(t, {3, 3}, {-1, 2, -1, -1, 5, -1, -1, 8, -1}));
}

TEST(IndexFill, AFailedCallChangesNothing) {
  const auto t = counting({3, 2});
  EXPECT_TRUE(throws<ShapeError>([&] { index_fill_(t, 0, tensor({0}), tensor({1, 2})); },
                                 "index_fill_: value of shape (2) must have rank 0"));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)index_fill(t, 0, tensor({0}), tensor({1, 2})); },
                                 "index_fill: value of shape (2) must have rank 0"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { index_fill_(t, -1, tensor({0, 2}), 9); },
      "index_fill_: index 2 at [1] is out of bounds for dimension 1 with size 2"));
  EXPECT_TRUE(is(t, {3, 2}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(index_fill_(t, 0, tensor({0, 3}), 9, Bounds::drop), {3, 2}, {9, 9, 2, 3, 4, 5}));
}

TEST(IndexAdd, TakesASourceInBraces) {
  const auto t = counting({3, 2});
  index_add_(t, 0, {0}, {{5, 6}});
  EXPECT_TRUE(is(t, {3, 2}, {5, 7, 2, 3, 4, 5}));
  EXPECT_TRUE(is(index_add(t, 0, {2, 2}, {{1, 2}, {3, 4}}, 10), {3, 2}, {5, 7, 2, 3, 44, 65}));
  index_copy_(t, 1, {1}, {{7}, {8}, {9}});
  EXPECT_TRUE(is(t, {3, 2}, {5, 7, 2, 8, 4, 9}));
  EXPECT_TRUE(is(index_copy(t, 0, {1}, {{0, -1}}), {3, 2}, {5, 7, 0, -1, 4, 9}));
  EXPECT_TRUE(throws<ShapeError>([&] { index_add_(t, 0, {0}, {5, 6}); },
                                 "index_add_: source has shape (2), but index of shape (1) on dim "
                                 "0 needs shape (1, 2)"));
}

}  // namespace index_add_test
