// Each function is the member of its name: the same storage, shape, strides and offset.
#include <ndx/ops/shape/view_functions.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

namespace view_functions_test {

const Tensor<int> x = counting({2, 3, 4});

template <class T>
testing::AssertionResult same(const Tensor<T>& made, const Tensor<T>& expected) {
  if (made.shares_storage(expected) && made.layout().offset == expected.layout().offset &&
      made.shape() == expected.shape() && made.strides() == expected.strides())
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "is " << made << "\nand not " << expected;
}
template <class T>
testing::AssertionResult same(const std::vector<Tensor<T>>& made,
                              const std::vector<Tensor<T>>& expected) {
  if (made.size() != expected.size())
    return testing::AssertionFailure() << made.size() << " parts, not " << expected.size();
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (const auto equal = same(made[i], expected[i]); !equal) return equal;
  }
  return testing::AssertionSuccess();
}

TEST(ViewFunctions, ReshapeAsTheMembers) {
  EXPECT_TRUE(same(reshape(x, {4, 6}), x.reshape({4, 6})));
  EXPECT_TRUE(same(reshape(x, 2, -1), x.reshape(2, -1)));
  EXPECT_TRUE(same(reshape(x, -1), x.reshape(-1)));
  EXPECT_TRUE(same(view(x, {4, 6}), x.view({4, 6})));
  EXPECT_TRUE(same(view(x, 4, 6), x.view(4, 6)));
  EXPECT_TRUE(same(flatten(x), x.flatten()));
  EXPECT_TRUE(same(flatten(x, 1), x.flatten(1)));
  EXPECT_TRUE(same(flatten(x, 0, 1), x.flatten(0, 1)));
  EXPECT_TRUE(same(ravel(x), x.ravel()));
  EXPECT_TRUE(same(as_strided(x, {2, 2}, {1, 3}), x.as_strided({2, 2}, {1, 3})));
  EXPECT_TRUE(same(as_strided(x, {2, 2}, {1, 3}, 5), x.as_strided({2, 2}, {1, 3}, 5)));
  EXPECT_FALSE(ravel(transpose(x)).shares_storage(x));
}

TEST(ViewFunctions, CopyAsTheMembers) {
  const Tensor<int> columns = transpose(tensor({{1, 2}, {3, 4}}));
  EXPECT_TRUE(same(contiguous(x), x));
  EXPECT_TRUE(is(contiguous(columns), {2, 2}, {1, 3, 2, 4}));
  EXPECT_TRUE(contiguous(columns).is_contiguous());
  EXPECT_TRUE(is(clone(columns), {2, 2}, {1, 3, 2, 4}));
  EXPECT_FALSE(clone(x).shares_storage(x));
  EXPECT_TRUE(is(clone(Tensor<const int>(columns)), {2, 2}, {1, 3, 2, 4}));
  EXPECT_TRUE(contiguous(x[0]).shares_storage(x));
}

TEST(ViewFunctions, AddAndDropDimsAsTheMembers) {
  const auto row = x.narrow(1, 1, 1);
  EXPECT_TRUE(same(squeeze(row), row.squeeze()));
  EXPECT_TRUE(same(squeeze(row, 1), row.squeeze(1)));
  EXPECT_TRUE(same(squeeze(row, 0), row));
  EXPECT_TRUE(same(squeeze(row, {0, 1}), row.squeeze(1)));
  EXPECT_TRUE(same(row.squeeze({}), row));
  EXPECT_TRUE(same(row.squeeze({-2}), row.squeeze()));
  EXPECT_TRUE(same(unsqueeze(x, -1), x.unsqueeze(-1)));
  EXPECT_TRUE(same(expand(row, {-1, 5, -1}), row.expand({-1, 5, -1})));
  EXPECT_TRUE(same(expand(row, -1, 5, -1), row.expand(-1, 5, -1)));
  EXPECT_TRUE(same(broadcast_to(row, {2, 2, 5, 4}), row.broadcast_to({2, 2, 5, 4})));
}

TEST(ViewFunctions, RearrangeAsTheMembers) {
  EXPECT_TRUE(same(permute(x, {2, 0, 1}), x.permute({2, 0, 1})));
  EXPECT_TRUE(same(permute(x, 2, 0, 1), x.permute(2, 0, 1)));
  EXPECT_TRUE(same(transpose(x), x.transpose()));
  EXPECT_TRUE(same(transpose(x, 0, 1), x.transpose(0, 1)));
  EXPECT_TRUE(same(transpose(x, {2, 0, 1}), x.permute({2, 0, 1})));
  EXPECT_TRUE(same(movedim(x, 0, -1), x.movedim(0, -1)));
  EXPECT_TRUE(same(movedim(x, {0, 1}, {2, 0}), x.movedim({0, 1}, {2, 0})));
  EXPECT_TRUE(same(flip(x), x.flip()));
  EXPECT_TRUE(same(flip(x, 1), x.flip(1)));
  EXPECT_TRUE(same(flip(x, {0, 2}), x.flip({0, 2})));
  EXPECT_TRUE(same(flip(x, {}), x));
}

TEST(ViewFunctions, TakePartsAsTheMembers) {
  EXPECT_TRUE(same(select(x, 1, -1), x.select(1, -1)));
  EXPECT_TRUE(same(narrow(x, 2, 1, 2), x.narrow(2, 1, 2)));
  EXPECT_TRUE(same(slice(x, 2, Slice(None, None, -2)), x.slice(2, Slice(None, None, -2))));
  EXPECT_TRUE(same(slice(x, 2, 1, 3), x.slice(2, Slice(1, 3))));
  EXPECT_TRUE(same(diagonal(x), x.diagonal()));
  EXPECT_TRUE(same(diagonal(x, 1, -2, -1), x.diagonal(1, -2, -1)));
  EXPECT_TRUE(same(unfold(x, 2, 3, 1), x.unfold(2, 3, 1)));
  EXPECT_TRUE(same(unbind(x), x.unbind()));
  EXPECT_TRUE(same(unbind(x, 2), x.unbind(2)));
  EXPECT_TRUE(same(split(x, 2), x.split(2)));
  EXPECT_TRUE(same(split(x, 3, -1), x.split(3, -1)));
  EXPECT_TRUE(same(split(x, {1, 3}, 2), x.split({1, 3}, 2)));
  EXPECT_TRUE(same(split(x, {2}), x.split({2})));
  EXPECT_TRUE(same(chunk(x, 2, 2), x.chunk(2, 2)));
}

TEST(ViewFunctions, KeepTensorsReadOnly) {
  const Tensor<const int> read_only = x;
  static_assert(std::is_same_v<decltype(reshape(read_only, -1)), Tensor<const int>>);
  EXPECT_TRUE(same(permute(read_only, 1, 0, 2), read_only.permute(1, 0, 2)));
}

TEST(ViewFunctions, ThrowWhatTheMembersThrow) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)reshape(x, 5, -1); },
                                 "reshape: a tensor of shape (2, 3, 4) cannot be reshaped to "
                                 "(5, -1)"));
  EXPECT_TRUE(throws<IndexError>([] { (void)select(x, 3, 0); },
                                 "select: dim 3 is out of range for a tensor of rank 3"));
}

}  // namespace view_functions_test
