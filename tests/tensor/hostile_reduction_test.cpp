// A caller's reduction may throw, call the library, or change the very tensors that the write
// reads: indices count as they were before, and elements before the one for which it throws are
// written.
#include <stdexcept>

#include "support/expect.hpp"

namespace hostile_reduction_test {

using expect::is;
using ndx::arange;
using ndx::full;
using ndx::index_t;
using ndx::None;
using ndx::Slice;
using ndx::Tensor;
using ndx::tensor;
using ndx::zeros;

/// 64-bit indices beside each other, which are read where they are; few, and several blocks of
/// them.
constexpr index_t kCounts[] = {3, 100, 3000};

TEST(HostileReduction, OverwritesItsIndexTensor) {
  for (const index_t count : kCounts) {
    const auto index = arange(count);
    const auto x = zeros<int>({count});
    const auto spoil = [&index](int there, int value) {
      index.fill_(index_t{1} << 40);
      return there + value;
    };
    x.index_put_({index}, 1, {.reduce = spoil});
    EXPECT_TRUE(ndx::equal(x, full({count}, 1))) << count;
    EXPECT_EQ(index.at(0), index_t{1} << 40);
  }
}

TEST(HostileReduction, OverwritesOneOfTwoBroadcastIndexTensors) {
  for (const index_t count : kCounts) {
    const auto rows = arange(2).unsqueeze(1);
    const auto columns = arange(count);
    const auto x = zeros<int>({2, count});
    const auto spoil = [&](int there, int value) {
      rows.fill_(-1000000);
      columns.fill_(1000000);
      return there + value;
    };
    x.index_put_({rows, columns}, 1, {.reduce = spoil});
    EXPECT_TRUE(ndx::equal(x, full({2, count}, 1))) << count;
    index_t calls = 0;
    const auto rest = arange(count);
    const auto y = zeros<int>({2, count});
    y.oindex_put_({tensor({1, 0}), rest}, 1, {.reduce = [&](int there, int value) {
                    rest.fill_(1000000);
                    ++calls;
                    return there + value;
                  }});
    EXPECT_TRUE(ndx::equal(y, full({2, count}, 1))) << count;
    EXPECT_EQ(calls, 2 * count);
  }
}

TEST(HostileReduction, ClearsItsMask) {
  for (const index_t count : kCounts) {
    const auto mask = full<bool>({count}, true);
    const auto x = zeros<int>({count});
    const auto clear = [&mask](int there, int value) {
      mask.fill_(false);
      return there + value;
    };
    x.index_put_({mask}, 1, {.reduce = clear});
    EXPECT_TRUE(ndx::equal(x, full({count}, 1))) << count;
  }
}

TEST(HostileReduction, LetsGoOfEveryTensorInvolved) {
  for (const index_t count : kCounts) {
    struct {
      Tensor<index_t> index;
      Tensor<int> x;
      Tensor<int> value;
      int sum = 0;
    } all{arange(count), zeros<int>({count}), full({count}, 2)};
    const auto let_go = [&all](int there, int written) {
      all.index = {};
      all.x = {};
      all.value = {};
      all.sum += written;
      return there + written;
    };
    all.x.index_put_({all.index}, all.value, {.reduce = let_go});
    EXPECT_EQ(all.sum, 2 * count);
  }
}

TEST(HostileReduction, ThrowsAndLeavesWhatCameBefore) {
  for (const index_t count : kCounts) {
    const auto x = zeros<int>({2, count});
    int calls = 0;
    const auto throws_third = [&calls](int there, int value) {
      if (++calls == 3) throw std::runtime_error("third");
      return there + value;
    };
    EXPECT_THROW(x.index_put_({1, arange(count)}, 1, {.reduce = throws_third}), std::runtime_error);
    EXPECT_EQ(x.at(1, 0), 1);
    EXPECT_EQ(x.at(1, 1), 1);
    EXPECT_EQ(x.at(1, 2), 0);
    EXPECT_EQ(x.at(0, 0), 0);
  }
}

TEST(HostileReduction, ThrowsAtAnElementThatIsHitAgainAndAgain) {
  const auto x = zeros<int>({3});
  int calls = 0;
  const auto throws_late = [&calls](int there, int value) {
    if (++calls == 50) throw std::runtime_error("late");
    return there + value;
  };
  EXPECT_THROW(x.index_put_({full<index_t>({1000}, 1)}, 1, {.reduce = throws_late}),
               std::runtime_error);
  EXPECT_TRUE(is(x, {3}, {0, 49, 0}));
}

TEST(HostileReduction, CallsTheLibraryOnTheTargetItself) {
  const auto x = zeros<int>({4});
  const auto nested = [&x](int there, int value) {
    x.index_put_({tensor({3})}, 1, true);
    return there + value;
  };
  x.index_put_({tensor({0, 1, 2})}, 5, {.reduce = nested});
  EXPECT_TRUE(is(x, {4}, {5, 5, 5, 3}));
}

TEST(HostileReduction, OnAView) {
  const auto x = zeros<int>({2, 600});
  const auto spoil = [&x](int there, int value) {
    x.select(0, 0).fill_(7);
    return there + value;
  };
  x.index_put_({1, Slice(None, None, -1)}, 1, {.reduce = spoil});
  EXPECT_TRUE(ndx::equal(x, tensor({{7}, {1}}).expand({2, 600})));
}

}  // namespace hostile_reduction_test
