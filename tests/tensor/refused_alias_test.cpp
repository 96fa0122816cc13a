// Writes that are refused although their index tensor shares memory with the target: the error
// names the value that is wrong, and nothing is changed.
#include "support/expect.hpp"

namespace refused_alias_test {

using expect::throws;
using ndx::arange;
using ndx::Bounds;
using ndx::full;
using ndx::index_t;
using ndx::IndexError;
using ndx::None;
using ndx::Reduce;
using ndx::Slice;
using ndx::Tensor;

template <class T, class Call>
testing::AssertionResult refuses(const Tensor<T>& target, Call&& call, const std::string& message) {
  const std::vector<T> before = expect::elements(target);
  const auto thrown = throws<IndexError>(std::forward<Call>(call), message);
  if (!thrown) return thrown;
  return expect::elements(target) == before ? testing::AssertionSuccess()
                                            : testing::AssertionFailure() << "it was changed";
}

TEST(RefusedAlias, AnIndexThatIsAStridedViewOfTheTarget) {
  const auto x = full<index_t>({400000}, 400000);
  const auto index = x.index({Slice(None, None, 4000)});
  const std::string message =
      "term 0: index 400000 at [0] is out of bounds for dimension 0 with size 400000";
  EXPECT_TRUE(refuses(x, [&] { x.index_put_({index}, 1); }, "index_put_: " + message));
  EXPECT_TRUE(refuses(x, [&] { x.index_put_({index}, 1, true); }, "index_put_: " + message));
  EXPECT_TRUE(refuses(x, [&] { x.vindex_put_({index}, 1); }, "vindex_put_: " + message));
}

TEST(RefusedAlias, AnIndexThatIsDroppedChangesNothing) {
  const auto x = full<index_t>({400000}, 400000);
  x.index_put_({x.index({Slice(None, None, 4000)})}, 1, {.bounds = Bounds::drop});
  EXPECT_TRUE(ndx::equal(x, full<index_t>({400000}, 400000)));
}

TEST(RefusedAlias, AColumnOfTheTarget) {
  const auto y = arange(1000).reshape({10, 100});
  const auto column = y.index({Slice(), 0});
  const auto wanted = [&] {
    y.copy_(arange(1000).reshape({10, 100}));
    column.copy_(arange(10));
    y.at(5, 0) = 77;
  };
  wanted();
  EXPECT_TRUE(refuses(
      y, [&] { index_fill_(y, 0, column, 1); },
      "index_fill_: index 77 at [5] is out of bounds for dimension 0 with size 10"));
  EXPECT_TRUE(refuses(
      y, [&] { index_add_(y, 0, column, y.clone()); },
      "index_add_: index 77 at [5] is out of bounds for dimension 0 with size 10"));
}

TEST(RefusedAlias, ABroadcastIndexBesideAnother) {
  const auto z = full<index_t>({3, 4}, 3);
  const auto rows = z.index({Slice(), Slice(0, 1)});  // (3,1), all 3: out of bounds
  const auto columns = arange(4);
  EXPECT_TRUE(refuses(
      z, [&] { z.index_put_({rows, columns}, 5); },
      "index_put_: term 0: index 3 at [0, 0] is out of bounds for dimension 0 with size 3"));
  z.index({2, 0}).fill_(9);
  z.index({Slice(0, 2), 0}).fill_(-1);
  EXPECT_TRUE(refuses(
      z, [&] { z.index_put_({rows, columns}, 5); },
      "index_put_: term 0: index 9 at [2, 0] is out of bounds for dimension 0 with size 3"));
}

TEST(RefusedAlias, NegativeIndicesInTheTargetItself) {
  // What is good is written as if the index had been copied first.
  const auto x = arange(-5, 0);  // -5 … -1
  x.index_put_({x}, arange(10, 15));
  EXPECT_TRUE(expect::is(x, {5}, {10, 11, 12, 13, 14}));
}

TEST(RefusedAlias, AReductionByNameThatIsRefused) {
  for (const char* const name : {"sum", "prod", "mean", "amax", "amin"}) {
    for (const bool include_self : {true, false}) {
      const auto t = arange(12).reshape({6, 2});
      const auto index = t.index({Slice(), 0});  // 0 2 4 6 8 10
      EXPECT_TRUE(refuses(
          t, [&] { index_reduce_(t, 0, index, t.clone(), name, include_self); },
          "index_reduce_: index 6 at [3] is out of bounds for dimension 0 with size 6"))
          << name;
    }
  }
}

}  // namespace refused_alias_test
