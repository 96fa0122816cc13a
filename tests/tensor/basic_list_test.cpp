// Braces of basic terms alone take a shorter way than others: they mean the same, and fail in the same words.
#include <stdexcept>
#include <vector>

#include "support/expect.hpp"

namespace basic_list_test {

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

/// The same terms as a list of the general kind.
Tensor<int> by_list(const Tensor<int>& t, const std::vector<TensorIndex>& terms) {
  return t.index(terms);
}

TEST(BasicList, ReadsTheSameView) {
  const auto t = counting({2, 3, 4});
  const auto same = [&](const Tensor<int>& view, const std::vector<TensorIndex>& terms) {
    const Tensor<int> expected = by_list(t, terms);
    return view.shares_storage(t) && view.shape() == expected.shape() &&
           view.strides() == expected.strides() && view.data() == expected.data();
  };
  EXPECT_TRUE(same(t.index({}), {}));
  EXPECT_TRUE(same(t.index({1}), {1}));
  EXPECT_TRUE(same(t.index({1, -1, 2}), {1, -1, 2}));
  EXPECT_TRUE(same(t.index({"..."}), {Ellipsis}));
  EXPECT_TRUE(same(t.index({"...", 0}), {Ellipsis, 0}));
  EXPECT_TRUE(same(t.index({0, "...", None}), {0, Ellipsis, None}));
  EXPECT_TRUE(same(t.index({0, "...", Slice(1, None), None}), {0, Ellipsis, Slice(1, None), None}));
  EXPECT_TRUE(same(t.index({Slice(None, None, -1), std::uint8_t{2}, None, Slice(0, 0)}),
                   {Slice(None, None, -1), 2, None, Slice(0, 0)}));
  // As many as it holds, and one more, which is a list of the general kind.
  EXPECT_TRUE(same(t.index({None, None, 0, None, None, Ellipsis, 1, None}),
                   {None, None, 0, None, None, Ellipsis, 1, None}));
  EXPECT_TRUE(same(t.index({None, None, 0, None, None, Ellipsis, 1, None, None}),
                   {None, None, 0, None, None, Ellipsis, 1, None, None}));
  EXPECT_TRUE(same(t[{}], {}));
  EXPECT_TRUE(same(t[{1, "..."}], {1, Ellipsis}));
  EXPECT_TRUE(same(t[{None, 0, Slice(1, None)}], {None, 0, Slice(1, None)}));
}

TEST(BasicList, OfATensorOfRankZero) {
  auto t = tensor(5);
  EXPECT_TRUE(is(t.index({}), {}, {5}));
  EXPECT_TRUE(is(t.index({"..."}), {}, {5}));
  EXPECT_TRUE(is(t.index({None, Ellipsis}), {1}, {5}));
  t.index_put_({}, 6).index_put_({"..."}, t + 1);
  EXPECT_TRUE(is(t, {}, {7}));
}

TEST(BasicList, WritesTheSame) {
  auto t = zeros<int>({2, 3});
  const Tensor<int> read_only_handle = t;  // the general way
  t.index_put_({0, 1}, 1).index_put_({1}, tensor({2, 3, 4}));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 0, 2, 3, 4}));
  read_only_handle.index_put_({0, 1}, 5).index_put_({1}, tensor({6, 7, 8}));
  EXPECT_TRUE(is(t, {2, 3}, {0, 5, 0, 6, 7, 8}));
  t.index_put_({Slice(), 0}, {9, 10});
  t[{"...", 2}] = tensor({{11}, {12}}).index({Slice(), 0});
  EXPECT_TRUE(is(t, {2, 3}, {9, 5, 11, 10, 7, 12}));
  EXPECT_TRUE(is(zeros<int>({2}).index_put_({1}, 3), {2}, {0, 3}));
  t.index_put_({Slice(0, 0)}, 1).index_put_({Slice(0, 0)}, t.index({Slice(0, 0)}));
  EXPECT_TRUE(is(t, {2, 3}, {9, 5, 11, 10, 7, 12}));
}

// What t[…] returns depends on the types of the terms; a part is a Subscript<T> in either case.
template <class T>
void set(Subscript<T>&& part, T value) {
  std::move(part) = value;
}
void add(Subscript<int>&& part, int value) { std::move(part) += value; }

TEST(BasicList, ItsSubscriptIsASubscript) {
  const auto t = zeros<int>({2, 3});
  const auto index = tensor({1});
  set(t[0], 1);
  set(t[index], 2);
  add(t[{0, 1}], 10);
  add(t[{index, 1}], 20);
  EXPECT_TRUE(is(t, {2, 3}, {1, 11, 1, 2, 22, 2}));
  for (const bool first : {true, false}) {
    const Tensor<int> part = first ? t[0] : t[{index, Slice()}];
    EXPECT_EQ(part.dim(), first ? 1 : 2);
    (first ? t[0] : t[{index, Slice()}]) -= 1;
  }
  EXPECT_TRUE(is(t, {2, 3}, {0, 10, 0, 1, 21, 1}));
}

TEST(BasicList, AValueThatOverlapsTheViewIsCopiedFirst) {
  auto t = arange<int>(5);
  t.index_put_({Slice(1, None)}, t.index({Slice(None, -1)}));
  EXPECT_TRUE(is(t, {5}, {0, 0, 1, 2, 3}));
  t[{Slice(None, None, -1)}] = t;
  EXPECT_TRUE(is(t, {5}, {3, 2, 1, 0, 0}));
}

TEST(BasicList, FailsInTheSameWordsAndChangesNothing) {
  auto t = zeros<int>({2, 3});
  const Tensor<int> general = t;
  const auto both = [&](auto&& index, const std::string& words) {
    return throws<std::logic_error>([&] { index(t); }, words) &&
           throws<std::logic_error>([&] { index(general); }, words);
  };
  EXPECT_TRUE(both([](auto& x) { x.index_put_({0, 3}, 1); },
                   "index_put_: term 1: index 3 is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(
      both([](auto& x) { x.index_put_({0, 0, 0}, 1); },
           "index_put_: too many indices for tensor: tensor is 2-dimensional, but 3 were indexed"));
  EXPECT_TRUE(both([](auto& x) { x.index_put_({0}, tensor({1, 2})); },
                   "index_put_: value of shape (2) cannot be broadcast to the indexed shape (3)"));
  auto stretched = tensor({1}).expand({3});
  EXPECT_TRUE(throws<ValueError>(
      [&] { stretched.index_put_({Slice(0, 2)}, 2); },
      "index_put_: shape (2) with strides (0) has elements that share memory and "
      "cannot be written; clone() it first"));
  stretched.index_put_({1}, 2);  // a single element has no other that shares its memory
  EXPECT_TRUE(is(stretched, {3}, {2, 2, 2}));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)t.index({"...", "..."}); },
                         "index: term 1: an index can only have a single ellipsis ('...')"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)t.index({UINT64_MAX}); },
                                 "index 18446744073709551615 is beyond the size of any dimension"));
  EXPECT_TRUE(is(t, {2, 3}, {0, 0, 0, 0, 0, 0}));
}

}  // namespace basic_list_test
