// Values from NumPy's compress, extract, place and putmask.
#include <complex>
#include <limits>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;
using reference::Bytes3;

namespace conditions_test {

TEST(Compress, KeepsTheSlicesWhereTheConditionHolds) {
  const auto x = counting({3, 4});
  EXPECT_TRUE(is(compress(x, tensor({0, 1, 1}), 0), {2, 4}, {4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_TRUE(is(compress(x, tensor({1, 0, 0, 2}), 1), {3, 2}, {0, 3, 4, 7, 8, 11}));
  EXPECT_TRUE(is(compress(counting({2, 3, 4}), tensor({true, false, true}), -2), {2, 2, 4},
                 {0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23}));
}

TEST(Compress, TheConditionMayBeShorter) {
  const auto x = counting({3, 4});
  EXPECT_TRUE(is(compress(x, tensor({false, true}), 1), {3, 1}, {1, 5, 9}));
  EXPECT_TRUE(is(compress(x, tensor({1}), 0), {1, 4}, {0, 1, 2, 3}));
  EXPECT_TRUE(has_shape(compress(x, zeros<bool>({0}), 0), {0, 4}));
}

TEST(Compress, TheConditionMayBeLongerWhereItIsFalse) {
  const auto x = counting({3, 4});
  EXPECT_TRUE(is(compress(x, tensor({1, 0, 0, 0, 0}), 0), {1, 4}, {0, 1, 2, 3}));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)compress(x, tensor({1, 0, 0, 0, 2, 1}), 0); },
      "compress: condition is true at 4, out of bounds for dimension 0 with size 3"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)compress(zeros({2, 0}), tensor({true}), -1); },
      "compress: condition is true at 0, out of bounds for dimension 1 with size 0"));
}

TEST(Compress, OfStridedTensors) {
  const auto x = counting({3, 4});
  EXPECT_TRUE(is(compress(x.flip(1), tensor({0, 1, 0, 1}), -1), {3, 2}, {2, 0, 6, 4, 10, 8}));
  EXPECT_TRUE(is(compress(x.transpose(), tensor({0, 1}), 0), {1, 3}, {1, 5, 9}));
  EXPECT_TRUE(
      is(compress(tensor({4, 5}).expand({3, 2}), tensor({1, 0, 1}), 0), {2, 2}, {4, 5, 4, 5}));
  const auto wide = tensor({{1, 9}, {0, 9}, {1, 9}});
  EXPECT_TRUE(is(compress(x, wide.select(1, 0), 0), {2, 4}, {0, 1, 2, 3, 8, 9, 10, 11}));
  EXPECT_TRUE(is(compress(x, tensor({2.5}).expand({3}), 0), {3, 4}, expect::elements(x)));
}

TEST(Compress, WithoutADimIsOfTheElementsInOrder) {
  const auto x = counting({3, 4});
  EXPECT_TRUE(is(compress(x, tensor({0, 1, 0, 0, 1, 1})), {3}, {1, 4, 5}));
  EXPECT_TRUE(is(compress(x.transpose(), tensor({0, 1, 0, 0, 1, 1})), {3}, {4, 5, 9}));
  EXPECT_TRUE(is(compress(tensor(5), tensor({1})), {1}, {5}));
}

TEST(Compress, RefusesConditionsOfOtherRanksAndDimsThatAreNotThere) {
  const auto x = counting({3, 4});
  EXPECT_TRUE(throws<ShapeError>([&] { (void)compress(x, tensor({{1, 0, 1}}), 0); },
                                 "compress: condition of shape (1, 3) must have rank 1"));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)compress(x, tensor(1)); },
                                 "compress: condition of shape () must have rank 1"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)compress(x, tensor({1}), 2); },
                                 "compress: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)compress(tensor(5), tensor({1}), 0); },
                                 "compress: dim 0 is out of range for a tensor of rank 0"));
}

TEST(Conditions, InBraces) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(is(compress(x, {true, false, true}, 1), {2, 2}, {0, 2, 3, 5}));
  EXPECT_TRUE(is(compress(x, {false, true}), {1}, {1}));
  EXPECT_TRUE(is(extract(x, {{true, false, true}, {false, true, false}}), {3}, {0, 2, 4}));
  EXPECT_TRUE(is(where({true, false, true}, x, -x), {2, 3}, {0, -1, 2, 3, -4, 5}));
  EXPECT_TRUE(is(place(x.clone(), {{true, false, true}, {false, true, false}}, {7, 8}), {2, 3},
                 {7, 1, 8, 3, 7, 5}));
  EXPECT_TRUE(is(putmask(x.clone(), {{true, false, true}, {false, true, false}}, 9), {2, 3},
                 {9, 1, 9, 3, 9, 5}));
}

TEST(Extract, ReadsWhereTheConditionHolds) {
  const auto x = counting({3, 4});
  const auto condition = tensor({{1, 0, 0, 1}, {0, 0, 1, 0}, {0, 1, 0, 0}});
  EXPECT_TRUE(is(extract(x, condition), {4}, {0, 3, 6, 9}));
  EXPECT_TRUE(is(extract(x, condition.transpose()), {4}, {0, 5, 7, 9}));
  EXPECT_TRUE(is(extract(x, tensor({0, 1, 0, 1})), {2}, {1, 3}));
  EXPECT_TRUE(is(extract(x, tensor({{1, 0}, {0, 1}})), {2}, {0, 3}));
}

TEST(Extract, OfRankZeroAndOfNothing) {
  EXPECT_TRUE(is(extract(tensor(5), tensor(1)), {1}, {5}));
  EXPECT_TRUE(is(extract(tensor(5), tensor(0)), {0}, {}));
  EXPECT_TRUE(is(extract(tensor(5), tensor({{true}})), {1}, {5}));
  EXPECT_TRUE(has_shape(extract(zeros({0, 2}), zeros<bool>({0, 2})), {0}));
}

TEST(Extract, BeyondTheLastElementIsAnError) {
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)extract(counting({2, 2}), tensor({1, 0, 0, 0, 0, 1})); },
      "extract: condition is true at 5, out of bounds for dimension 0 with size 4"));
}

TEST(Conditions, AreTrueWhereTheyAreNotZero) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto x = counting({4});
  EXPECT_TRUE(is(extract(x, tensor({nan, 0.0, -0.0, 0.5})), {2}, {0, 3}));
  EXPECT_TRUE(is(compress(x, tensor<std::uint8_t>({0, 128, 0, 1}), 0), {2}, {1, 3}));
  EXPECT_TRUE(
      is(extract(x.narrow(0, 0, 2), tensor({std::complex<float>(0, 1), {0, 0}})), {1}, {0}));
  const Tensor<const int> read_only = x;
  const Tensor<const bool> condition = tensor({true, false, false, true});
  const Tensor<int> extracted = extract(read_only, condition);
  EXPECT_TRUE(is(extracted, {2}, {0, 3}));
  const Tensor<int> compressed = compress(read_only, condition, 0);
  EXPECT_TRUE(is(compressed, {2}, {0, 3}));
  const auto structs = tensor<Bytes3>({Bytes3{1, 2, 3}, Bytes3{4, 5, 6}});
  EXPECT_TRUE(is(compress(structs, tensor({0, 1})), {1}, {{4, 5, 6}}));
}

TEST(Place, WritesTheValuesInOrderAndRepeatsThem) {
  const auto x = counting({6});
  const Tensor<int> same = place(x, x > 2, {-1, -2});
  EXPECT_TRUE(is(x, {6}, {0, 1, 2, -1, -2, -1}));
  EXPECT_TRUE(same.shares_storage(x));
  EXPECT_TRUE(
      is(place(counting({2, 3}), tensor({1, 0, 1, 0, 1, 1}), tensor({10, 20, 30, 40, 50, 60, 70})),
         {2, 3}, {10, 1, 20, 3, 30, 40}));
  EXPECT_TRUE(is(place(counting({2, 2}), tensor({{0, 1}, {1, 0}}), 2.9), {2, 2}, {0, 2, 2, 3}));
}

TEST(Place, ThroughViewsAndFromStridedValues) {
  const auto x = counting({2, 3});
  const auto mask = tensor({{1, 0}, {0, 1}, {1, 1}});
  place(x.transpose(), mask, {7, 8});
  EXPECT_TRUE(is(x, {2, 3}, {7, 1, 7, 3, 8, 8}));
  place(x.flip(), mask.transpose(), tensor<std::int8_t>({1, 0, 2, 0}).index({Slice(0, 4, 2)}));
  // x.flip() is 8 8 3 / 7 1 7, the mask 1 0 1 / 0 1 1.
  EXPECT_TRUE(is(x.flip(), {2, 3}, {1, 8, 2, 7, 1, 2}));
}

TEST(Place, WithoutValues) {
  const auto x = counting({3});
  EXPECT_TRUE(is(place(x, tensor({0, 0, 0}), zeros<int>({0})), {3}, {0, 1, 2}));
  EXPECT_TRUE(throws<ValueError>([&] { place(x, tensor({0, 1, 1}), zeros<int>({0})); },
                                 "place: no values for the 2 places where the mask is true"));
  EXPECT_TRUE(is(x, {3}, {0, 1, 2}));
}

TEST(Putmask, WritesTheValueOfTheSamePlaceAndRepeatsThem) {
  const auto x = counting({6});
  const Tensor<int> same = putmask(x, x > 2, {-1, -2});
  EXPECT_TRUE(is(x, {6}, {0, 1, 2, -2, -1, -2}));
  EXPECT_TRUE(same.shares_storage(x));
  EXPECT_TRUE(is(
      putmask(counting({2, 3}), tensor({1, 0, 1, 0, 1, 1}), tensor({10, 20, 30, 40, 50, 60, 70})),
      {2, 3}, {10, 1, 30, 3, 50, 60}));
  EXPECT_TRUE(is(putmask(counting({4}), tensor({1, 0, 1, 1}), tensor({{9, 8}, {7, 6}})), {4},
                 {9, 1, 7, 6}));
  EXPECT_TRUE(is(putmask(counting({4}), tensor({1, 0, 1, 1}), 5), {4}, {5, 1, 5, 5}));
}

TEST(Putmask, ThroughViews) {
  const auto x = counting({2, 3});
  putmask(x.transpose(), tensor({{1, 0}, {0, 1}, {1, 1}}), {7, 8, 9});
  EXPECT_TRUE(is(x, {2, 3}, {7, 1, 8, 3, 7, 9}));
}

TEST(Putmask, WithoutValuesWritesNothing) {
  EXPECT_TRUE(is(putmask(counting({3}), tensor({1, 1, 1}), zeros<int>({0})), {3}, {0, 1, 2}));
}

TEST(PlaceAndPutmask, OfRankZeroAndOfNothing) {
  EXPECT_TRUE(is(place(tensor(5), tensor(true), 6), {}, {6}));
  EXPECT_TRUE(is(putmask(tensor(5), tensor({{1}}), {7, 8}), {}, {7}));
  EXPECT_TRUE(is(putmask(tensor(5), tensor(0), 7), {}, {5}));
  EXPECT_TRUE(has_shape(place(zeros({0, 2}), zeros<bool>({0}), {1.f}), {0, 2}));
  EXPECT_TRUE(has_shape(putmask(zeros({0, 2}), zeros<bool>({2, 0}), {1.f, 2.f}), {0, 2}));
}

TEST(PlaceAndPutmask, FromTheSameMemoryAreAsFromCopies) {
  const auto mask = tensor({1, 0, 1, 1});
  const auto a = counting({4});
  EXPECT_TRUE(is(place(a, mask, a.flip()), {4}, {3, 1, 2, 1}));
  const auto b = counting({4});
  EXPECT_TRUE(is(putmask(b, mask, b.flip()), {4}, {3, 1, 1, 0}));
  const auto c = counting({4});  // the mask is 3 2 1 0
  EXPECT_TRUE(is(putmask(c, c.flip(), c.select(0, 1)), {4}, {1, 1, 1, 3}));
  const auto flags = tensor({true, false, true});
  EXPECT_TRUE(is(place(flags, flags, {false, true}), {3}, {false, false, true}));
}

TEST(PlaceAndPutmask, ConvertTheValues) {
  EXPECT_TRUE(
      is(place(zeros<std::uint8_t>({2}), tensor({1, 1}), tensor({300.0, -5.0})), {2}, {255, 0}));
  EXPECT_TRUE(
      is(putmask(zeros<std::complex<double>>({2}), tensor({0, 1}), tensor({1, 2})), {2}, {0, 2}));
  const auto structs = zeros<Bytes3>({2});
  EXPECT_TRUE(is(place(structs, tensor({0, 1}), Bytes3{1, 2, 3}), {2}, {{0, 0, 0}, {1, 2, 3}}));
}

TEST(PlaceAndPutmask, RefuseWhatDoesNotFitAndChangeNothing) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(throws<ShapeError>(
      [&] { place(x, tensor({1, 1}), {9}); },
      "place: mask of shape (2) has 2 elements, but the tensor of shape (2, 3) has 6"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { putmask(x, tensor(1), 9); },
      "putmask: mask of shape () has 1 elements, but the tensor of shape (2, 3) has 6"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { place(x.select(0, 0).expand({2, 3}), ones<int>({2, 3}), 9); },
      "place: shape (2, 3) with strides (0, 1) has elements that share memory and cannot be "
      "written; clone() it first"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { putmask(x.select(0, 0).expand({2, 3}), ones<int>({2, 3}), 9); },
      "putmask: shape (2, 3) with strides (0, 1) has elements that share memory and cannot be "
      "written; clone() it first"));
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

}  // namespace conditions_test
