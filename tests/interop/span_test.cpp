// Spans of contiguous tensors, and tensors on spans.
#include <array>
#include <numeric>
#include <ranges>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>
#include <ndx/span.hpp>

#include "support/expect.hpp"

namespace {

using expect::counting;
using expect::is;
using expect::throws;

static_assert(std::ranges::random_access_range<ndx::Tensor<int>&>);
static_assert(std::ranges::sized_range<ndx::Tensor<int>&>);

TEST(AsSpan, HoldsTheElementsOfAContiguousTensor) {
  const auto t = counting({2, 3});
  const std::span<int> all = ndx::as_span(t);
  EXPECT_EQ(all.data(), t.data());
  EXPECT_EQ(std::accumulate(all.begin(), all.end(), 0), 15);
  const auto row = t.select(0, 1);
  ndx::as_span(row)[0] = 7;
  EXPECT_EQ(t.at(1, 0), 7);
  const ndx::Tensor<const int> read_only = t;
  static_assert(std::is_same_v<decltype(ndx::as_span(read_only)), std::span<const int>>);
  const auto scalar = ndx::full({}, 2.5);
  EXPECT_EQ(ndx::as_span(scalar).size(), 1U);
  const auto none = ndx::zeros<float>({3, 0});
  EXPECT_TRUE(ndx::as_span(none).empty());
}

TEST(AsSpan, RefusesOtherStrides) {
  const auto t = counting({2, 3});
  const auto refused = [](const ndx::Tensor<int>& view, const std::string& shape) {
    return throws<ndx::ValueError>(
        [&] { return ndx::as_span(view); },
        "as_span: shape " + shape + " is not contiguous; take a span of t.contiguous()");
  };
  EXPECT_TRUE(refused(t.transpose(), "(3, 2) with strides (1, 3)"));
  EXPECT_TRUE(refused(t.flip(1), "(2, 3) with strides (3, -1)"));
  EXPECT_TRUE(refused(t.select(1, 0), "(2) with strides (3)"));
  EXPECT_TRUE(refused(t.select(0, 0).expand({2, 3}), "(2, 3) with strides (0, 1)"));
  const auto one = t.narrow(1, 1, 1).narrow(0, 1, 1);
  EXPECT_EQ(ndx::as_span(one)[0], 4);
}

TEST(Borrow, TakesSpans) {
  std::vector<int> memory{0, 1, 2, 3, 4, 5};
  const auto t = ndx::borrow(std::span(memory));
  EXPECT_TRUE(is(t, {6}, {0, 1, 2, 3, 4, 5}));
  t.fill_(4);
  EXPECT_EQ(memory[5], 4);
  const auto part = ndx::borrow(std::span<const int>(memory), {2, 2});
  static_assert(std::is_same_v<decltype(part), const ndx::Tensor<const int>>);
  EXPECT_TRUE(is(part, {2, 2}, {4, 4, 4, 4}));
  std::array<float, 3> fixed{1, 2, 3};
  EXPECT_TRUE(is(ndx::borrow(std::span(fixed)), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(ndx::borrow(std::span<int>()), {0}, {}));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::borrow(std::span(memory), {2, 4}); },
                                      "borrow: shape (2, 4) needs 8 elements, but the span has 6"));
}

}  // namespace
