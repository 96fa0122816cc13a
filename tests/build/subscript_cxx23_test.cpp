// t[a, b, c], which C++23 has: built as C++23 where the compiler knows it.
#include "support/expect.hpp"

#ifndef __cpp_multidimensional_subscript
#error "built without C++23's subscripts"
#endif

namespace {

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

TEST(SubscriptOfSeveralTerms, IsThatOfBraces) {
  const auto t = counting({2, 3, 4});
  const auto idx = tensor({0, 2});
  t[0, Slice(1, None), Ellipsis] = 7;
  EXPECT_TRUE(is(t, {2, 3, 4}, {0,  1,  2,  3,  7,  7,  7,  7,  7,  7,  7,  7,
                                12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
  t[1, 0, idx] += {100, 200};
  const Tensor<int> row = t[1, 0];
  EXPECT_TRUE(is(row, {4}, {112, 13, 214, 15}));
  EXPECT_TRUE(row.shares_storage(t));
  const Tensor<int> gathered = t[Ellipsis, idx, idx];
  EXPECT_TRUE(is(gathered, {2, 2}, {0, 7, 112, 22}));
}

TEST(SubscriptOfSeveralTerms, TakesAnyNumberOfAnyKind) {
  const auto t = counting({2, 3, 4});
  const Tensor<int> part =
      t[None, true, std::vector<int>{1, 1}, newaxis, Slice(None, None, -2), std::uint8_t{3}];
  EXPECT_TRUE(is(part, {1, 2, 1, 2}, {23, 15, 23, 15}));
  t[1, 1, 1, None, None, None, None, None, Ellipsis] = -1;
  EXPECT_EQ(t.at(1, 1, 1), -1);
}

TEST(SubscriptOfSeveralTerms, OfOneTermAndOfBracesIsAsBefore) {
  const auto t = counting({2, 3});
  t[0] = t[1];
  t[{1, 0}] = 9;
  t["0, ::2"_ix] -= 1;
  EXPECT_TRUE(is(t, {2, 3}, {2, 4, 4, 9, 4, 5}));
}

TEST(SubscriptOfSeveralTerms, ThroughATemporary) {
  const auto t = counting({2, 2});
  const auto handle = [&] { return t; };
  handle()[1, tensor({0, 0})] += 5;
  EXPECT_TRUE(is(t, {2, 2}, {0, 1, 7, 3}));
  EXPECT_TRUE(throws<IndexError>([&] { handle()[0, 2] = 1; },
                                 "index_put_: term 1: index 2 is out of bounds for dimension 1 "
                                 "with size 2"));
}

}  // namespace
