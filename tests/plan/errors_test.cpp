// Tests the type of each error, and that messages name call, term, dim, value and limit (errors.md of
// the guide).
#include "support/expect.hpp"

using namespace ndx;
using expect::throws;

namespace errors_test {

TEST(Errors, AnElementOfAnIndexTensorOutOfBounds) {
  const auto x = zeros<char>({2, 2, 2, 2, 50});
  auto index = zeros<int>({4, 2});
  index.at(3, 1) = 57;
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)x.index({0, "...", index}); },
      "index: term 2: index 57 at [3, 1] is out of bounds for dimension 4 with size 50"));
  index.at(3, 1) = -51;
  EXPECT_TRUE(throws<IndexError>(
      [&] { x.index_put_({0, "...", index}, 1); },
      "index_put_: term 2: index -51 at [3, 1] is out of bounds for dimension 4 with size 50"));
}

TEST(Errors, AnUnsignedIndexTooLargeForAnySize) {
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)zeros<int>({3}).index({tensor<std::uint64_t>({0, UINT64_MAX})}); },
      "index: term 0: index 18446744073709551615 at [1] is out of bounds for dimension 0 with size "
      "3"));
  EXPECT_THROW((void)zeros<int>({3}).index({UINT64_MAX}), IndexError);
  EXPECT_THROW((void)zeros<int>({3}).index({tensor<std::uint64_t>(UINT64_MAX)}), IndexError);
}

TEST(Errors, TheFirstBadElementIsNamed) {
  const auto index = tensor<std::int8_t>({{0, 1}, {5, 9}});
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)zeros<int>({3}).index({index}); },
      "index: term 0: index 5 at [1, 0] is out of bounds for dimension 0 with size 3"));
}

TEST(Errors, AnIntegerOutOfBounds) {
  const auto x = zeros<int>({2, 3});
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)x.index({Slice(), 3}); },
                         "index: term 1: index 3 is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)x.index({None, -3}); },
                         "index: term 1: index -3 is out of bounds for dimension 0 with size 2"));
}

TEST(Errors, TooManyIndices) {
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)arange<int>(3).index({0, 1, 2}); },
      "index: too many indices for tensor: tensor is 1-dimensional, but 3 were indexed"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)arange<int>(3).index({ones<bool>({3, 1})}); },
      "index: too many indices for tensor: tensor is 1-dimensional, but 2 were indexed"));
}

TEST(Errors, ASecondEllipsis) {
  EXPECT_TRUE(
      throws<IndexError>([] { (void)arange<int>(3).index({"...", "..."}); },
                         "index: term 1: an index can only have a single ellipsis ('...')"));
}

TEST(Errors, AMaskThatDoesNotMatch) {
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)zeros<int>({2, 2, 4}).index({0, zeros<bool>({2, 3})}); },
      "index: term 1: mask of shape (2, 3) does not match dimensions 1..2 of shape (2, 2, 4)"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)zeros<int>({2, 4}).index({std::vector<bool>{true}}); },
      "index: term 0: mask of shape (1) does not match dimension 0 of shape (2, 4)"));
}

TEST(Errors, IndexTensorsThatDoNotBroadcast) {
  const auto x = zeros<int>({4, 4, 4});
  const auto three = zeros<int>({3});
  const auto two = zeros<int>({2});
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)x.index({three, two}); },
      "index: index tensors of shapes (3) and (2) cannot be broadcast together"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)x.index({three, zeros<int>({2, 1}), two}); },
      "index: index tensors of shapes (3), (2, 1) and (2) cannot be broadcast together"));
}

TEST(Errors, AValueThatDoesNotFit) {
  EXPECT_TRUE(throws<ShapeError>(
      [] { zeros<int>({2, 3}).index_put_({tensor({0, 1})}, zeros<int>({2, 4})); },
      "index_put_: value of shape (2, 4) cannot be broadcast to the indexed shape (2, 3)"));
}

TEST(Errors, ASliceStepOfZero) {
  EXPECT_TRUE(throws<ValueError>([] { (void)arange<int>(3).index({Slice(None, None, 0)}); },
                                 "index: term 0: slice step cannot be zero"));
}

TEST(Errors, ASliceBoundThatIsNotOfRankZero) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)Slice(tensor({1, 2})); },
                                 "Slice: a bound must have rank 0, but has shape (2)"));
}

TEST(Errors, ARankBeyondTheLargest) {
  const auto x = zeros<int>(Dims::filled(64, 1));
  EXPECT_THROW((void)x.index({None}), ValueError);
  EXPECT_THROW((void)x.index({true}), ValueError);
  EXPECT_NO_THROW((void)x.index({None, 0}));
}

TEST(Errors, AResultTooLargeIsRefusedBeforeItIsAllocated) {
  const auto x = zeros<char>({1}).expand({index_t{1} << 40, 1});
  const auto index = tensor({0}).expand({index_t{1} << 30});
  EXPECT_THROW((void)x.index({Slice(), index}), ValueError);
}

TEST(Errors, AreCaughtAsTheStandardTypesToo) {
  EXPECT_THROW((void)arange<int>(3).index({7}), std::out_of_range);
  EXPECT_THROW((void)arange<int>(3).index({tensor({0, 1}), Slice(None, None, 0)}), std::exception);
  EXPECT_THROW((void)arange<int>(3).index({Slice(None, None, 0)}), std::invalid_argument);
}

}  // namespace errors_test
