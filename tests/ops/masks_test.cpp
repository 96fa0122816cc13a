// Values from NumPy's a[np.broadcast_to(mask, a.shape)], or by hand.
#include <complex>
#include <limits>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::elements;
using expect::has_shape;
using expect::is;
using expect::throws;
using reference::Bytes3;

namespace masks_test {

TEST(MaskedSelect, ReadsTheElementsUnderTheMask) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(is(masked_select(x, x > 2), {3}, {3, 4, 5}));
  EXPECT_TRUE(is(masked_select(x, x > 9), {0}, {}));
  EXPECT_FALSE(masked_select(x, x >= 0).shares_storage(x));
}

TEST(Masks, InBraces) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(is(masked_select(x, {true, false, true}), {4}, {0, 2, 3, 5}));
  EXPECT_TRUE(is(masked_select(x, {{true}, {false}}), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(masked_fill(x, {false, true, false}, 9), {2, 3}, {0, 9, 2, 3, 9, 5}));
  EXPECT_TRUE(
      is(masked_scatter(x, {{false}, {true}}, tensor({7, 8, 9})), {2, 3}, {0, 1, 2, 7, 8, 9}));
  EXPECT_TRUE(is(masked_fill_(x.clone(), {true, false, false}, 9), {2, 3}, {9, 1, 2, 9, 4, 5}));
  EXPECT_TRUE(is(masked_scatter_(x.clone(), {{false}, {true}}, tensor({7, 8, 9})), {2, 3},
                 {0, 1, 2, 7, 8, 9}));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)masked_select(x, {{true}, {true, false}}); },
                                 "mask: the lists at depth 1 differ in length"));
}

TEST(MaskedSelect, BroadcastsTheMaskToTheTensor) {
  const auto x = counting({2, 3, 4});
  EXPECT_TRUE(is(masked_select(x, tensor({{true}, {false}, {true}})), {16},
                 {0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23}));
  EXPECT_TRUE(is(masked_select(counting({2, 2}), tensor(true)), {4}, {0, 1, 2, 3}));
}

TEST(MaskedSelect, BroadcastsTheTensorToTheMask) {
  const auto mask = tensor({{true, false, true}, {false, true, false}});
  EXPECT_TRUE(is(masked_select(tensor({1, 2, 3}), mask), {3}, {1, 3, 2}));
  EXPECT_TRUE(is(masked_select(tensor(7), mask), {3}, {7, 7, 7}));
}

TEST(MaskedSelect, OfStridedTensorsAndMasks) {
  const auto x = counting({2, 3, 4});
  const auto mask = tensor({{true, false}, {false, true}, {true, true}});
  EXPECT_TRUE(is(masked_select(x.index({0, Slice(None, None, -1), Slice(None, None, -2)}), mask),
                 {4}, {11, 5, 3, 1}));
  const auto turned = tensor({{true, false, true, false},
                              {false, true, true, false},  //
                              {false, false, false, true}});
  EXPECT_TRUE(
      is(masked_select(x.index({1}).transpose(), turned.transpose()), {5}, {12, 17, 14, 18, 23}));
}

TEST(MaskedSelect, OfRankZeroAndOfNothing) {
  EXPECT_TRUE(is(masked_select(tensor(5), tensor(true)), {1}, {5}));
  EXPECT_TRUE(is(masked_select(tensor(5), tensor(false)), {0}, {}));
  EXPECT_TRUE(has_shape(masked_select(zeros({0, 3}), zeros<bool>({0, 3})), {0}));
  EXPECT_TRUE(has_shape(masked_select(zeros({0, 3}), tensor({true, true, false})), {0}));
  EXPECT_TRUE(is(masked_select(tensor({5}), tensor({true})), {1}, {5}));
}

TEST(MaskedSelect, OfReadOnlyTensorsAndOfStructs) {
  const Tensor<const int> x = tensor({4, 5, 6});
  const Tensor<const bool> mask = tensor({true, false, true});
  const Tensor<int> read = masked_select(x, mask);
  EXPECT_TRUE(is(read, {2}, {4, 6}));
  const auto structs = tensor<Bytes3>({Bytes3{1, 2, 3}, Bytes3{4, 5, 6}, Bytes3{7, 8, 9}});
  EXPECT_TRUE(is(masked_select(structs, mask), {2}, {{1, 2, 3}, {7, 8, 9}}));
}

TEST(MaskedSelect, OfShapesThatDoNotBroadcastIsAnError) {
  EXPECT_TRUE(
      throws<ShapeError>([] { (void)masked_select(counting({2, 3}), tensor({true, false})); },
                         "masked_select: shapes (2, 3) and (2) cannot be broadcast together"));
}

TEST(MaskedFill, WritesUnderTheMask) {
  const auto x = counting({2, 3});
  const Tensor<int> same = masked_fill_(x, x > 3, -1);
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 2, 3, -1, -1}));
  EXPECT_TRUE(same.shares_storage(x));
  masked_fill_(x, tensor({true, false, false}), 8);
  EXPECT_TRUE(is(x, {2, 3}, {8, 1, 2, 8, -1, -1}));
  masked_fill_(x, tensor({{false}, {true}}), tensor(5));
  EXPECT_TRUE(is(x, {2, 3}, {8, 1, 2, 5, 5, 5}));
  masked_fill_(x, tensor(true), 0);
  EXPECT_TRUE(is(x, {2, 3}, {0, 0, 0, 0, 0, 0}));
}

TEST(MaskedFill, ThroughViews) {
  const auto x = counting({2, 3});
  masked_fill_(x.index({Slice(), Slice(None, None, -2)}), tensor({true, false}), 9);
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 9, 3, 4, 9}));
  masked_fill_(x.transpose(), tensor({true, false}), 7);
  EXPECT_TRUE(is(x, {2, 3}, {7, 7, 7, 3, 4, 9}));
}

TEST(MaskedFill, ConvertsTheValue) {
  const auto x = counting({3});
  masked_fill_(x, tensor({true, false, true}), 2.7);
  EXPECT_TRUE(is(x, {3}, {2, 1, 2}));
  const auto z = zeros<std::complex<float>>({2});
  masked_fill_(z, tensor({false, true}), tensor<std::int8_t>(-3));
  EXPECT_TRUE(is(z, {2}, {0, -3}));
  const auto structs = zeros<Bytes3>({2});
  masked_fill_(structs, tensor({false, true}), Bytes3{1, 2, 3});
  EXPECT_TRUE(is(structs, {2}, {{0, 0, 0}, {1, 2, 3}}));
}

TEST(MaskedFill, OfRankZeroAndOfNothing) {
  const auto x = tensor(5);
  masked_fill_(x, tensor(false), 1);
  EXPECT_EQ(x.item(), 5);
  masked_fill_(x, tensor(true), 1);
  EXPECT_EQ(x.item(), 1);
  EXPECT_TRUE(has_shape(masked_fill_(zeros({2, 0}), tensor({{true}, {true}}), 1), {2, 0}));
}

TEST(MaskedFill, ByAMaskOrAValueOnTheSameMemory) {
  const auto flags = tensor({true, false, true, true});
  masked_fill_(flags, flags.flip(), false);
  EXPECT_TRUE(is(flags, {4}, {false, false, true, false}));
  const auto x = counting({4});
  masked_fill_(x, x > 0, x.select(0, 3));
  EXPECT_TRUE(is(x, {4}, {0, 3, 3, 3}));
}

TEST(MaskedFill, OutOfPlaceLeavesTheTensorAndBroadcastsBoth) {
  const Tensor<const int> x = counting({2, 1});
  const Tensor<int> filled = masked_fill(x, tensor({true, false, true}), 9);
  EXPECT_TRUE(is(filled, {2, 3}, {9, 0, 9, 9, 1, 9}));
  EXPECT_TRUE(is(x, {2, 1}, {0, 1}));
  EXPECT_TRUE(is(masked_fill(tensor(3), tensor(true), tensor(4)), {}, {4}));
  EXPECT_TRUE(is(masked_fill(tensor({1.5, 2.5}), tensor({false, true}), 1), {2}, {1.5, 1}));
  const auto structs = zeros<Bytes3>({1});
  EXPECT_TRUE(is(masked_fill(structs, tensor({true, false}), Bytes3{1, 2, 3}), {2},
                 {{1, 2, 3}, {0, 0, 0}}));
}

TEST(MaskedFill, RefusesWhatDoesNotFitAndChangesNothing) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(throws<ShapeError>([&] { masked_fill_(x, tensor({true, true}), 9); },
                                 "masked_fill_: mask of shape (2) cannot be broadcast to (2, 3)"));
  EXPECT_TRUE(throws<ShapeError>([&] { masked_fill_(x.select(0, 0), ones<bool>({1, 3}), 9); },
                                 "masked_fill_: mask of shape (1, 3) cannot be broadcast to (3)"));
  EXPECT_TRUE(throws<ShapeError>([&] { masked_fill_(x, tensor(true), tensor({9})); },
                                 "masked_fill_: value of shape (1) must have rank 0"));
  EXPECT_TRUE(
      throws<ShapeError>([&] { (void)masked_fill(x, tensor({true, true}), 9); },
                         "masked_fill: shapes (2, 3) and (2) cannot be broadcast together"));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)masked_fill(x, tensor(true), tensor({9, 8})); },
                                 "masked_fill: value of shape (2) must have rank 0"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { masked_fill_(x.select(1, 0).unsqueeze(1).expand({2, 4}), tensor(true), 9); },
      "masked_fill_: shape (2, 4) with strides (3, 0) has elements that share memory and "
      "cannot be written; clone() it first"));
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(MaskedScatter, WritesTheSourceInOrder) {
  const auto x = zeros<int>({2, 3});
  const auto mask = tensor({{false, true, false}, {true, false, true}});
  const Tensor<int> same = masked_scatter_(x, mask, tensor({7, 8, 9, 10}));
  EXPECT_TRUE(is(x, {2, 3}, {0, 7, 0, 8, 0, 9}));
  EXPECT_TRUE(same.shares_storage(x));
  masked_scatter_(x, tensor({true, false, false}), tensor({{1}, {2}}));
  EXPECT_TRUE(is(x, {2, 3}, {1, 7, 0, 2, 0, 9}));
  masked_scatter_(x.transpose(), mask.transpose(), counting({3, 2}).transpose());
  EXPECT_TRUE(is(x, {2, 3}, {1, 2, 0, 0, 0, 4}));
}

TEST(MaskedScatter, ConvertsTheSourceAndReadsAnyStrides) {
  const auto x = zeros<float>({4});
  const Tensor<const std::int16_t> source = tensor<std::int16_t>({1, 2, 3, 4});
  masked_scatter_(x, tensor({true, true, false, true}), source.index({Slice(None, None, -1)}));
  EXPECT_TRUE(is(x, {4}, {4, 3, 0, 2}));
  masked_scatter_(x, tensor({true, false, true, true}), tensor(6).expand({5}));
  EXPECT_TRUE(is(x, {4}, {6, 3, 6, 6}));
}

TEST(MaskedScatter, OfRankZeroAndOfNothing) {
  const auto x = tensor(5);
  masked_scatter_(x, tensor(false), zeros<int>({0}));
  EXPECT_EQ(x.item(), 5);
  masked_scatter_(x, tensor(true), tensor(6));
  EXPECT_EQ(x.item(), 6);
  EXPECT_TRUE(has_shape(masked_scatter_(zeros({0, 2}), tensor(true), zeros({0})), {0, 2}));
}

TEST(MaskedScatter, FromTheSameMemoryIsAsFromACopy) {
  const auto x = counting({5});
  masked_scatter_(x.narrow(0, 1, 4), tensor({true, true, false, true}), x);
  EXPECT_TRUE(is(x, {5}, {0, 0, 1, 3, 2}));
  const auto flags = tensor({true, false, true});
  masked_scatter_(flags, flags, flags.flip());
  EXPECT_TRUE(is(flags, {3}, {true, false, false}));
}

TEST(MaskedScatter, OutOfPlaceBroadcastsBoth) {
  const Tensor<const int> x = tensor({5, 6});
  const Tensor<int> written =
      masked_scatter(x, tensor({{true, false}, {true, true}}), tensor({1, 2, 3}));
  EXPECT_TRUE(is(written, {2, 2}, {1, 6, 2, 3}));
  EXPECT_TRUE(is(x, {2}, {5, 6}));
  EXPECT_TRUE(is(masked_scatter(x, tensor({false, false}), zeros<int>({0})), {2}, {5, 6}));
}

TEST(MaskedScatter, RefusesWhatDoesNotFitAndChangesNothing) {
  const auto x = counting({3});
  EXPECT_TRUE(throws<ValueError>(
      [&] { masked_scatter_(x, tensor({true, true, true}), tensor({{8, 9}})); },
      "masked_scatter_: source of shape (1, 2) has 2 elements, but the mask is true at 3 places"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)masked_scatter(x, tensor({true, true, false}), tensor({8})); },
      "masked_scatter: source of shape (1) has 1 elements, but the mask is true at 2 places"));
  EXPECT_TRUE(throws<ShapeError>([&] { masked_scatter_(x, tensor({true, true}), tensor({8, 9})); },
                                 "masked_scatter_: mask of shape (2) cannot be broadcast to (3)"));
  EXPECT_TRUE(
      throws<ShapeError>([&] { (void)masked_scatter(x, tensor({true, true}), tensor({8, 9})); },
                         "masked_scatter: shapes (3) and (2) cannot be broadcast together"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { masked_scatter_(x.unfold(0, 2, 1), tensor({true, false}), tensor({8, 9})); },
      "masked_scatter_: shape (2, 2) with strides (1, 1) has elements that share memory and "
      "cannot be written; clone() it first"));
  EXPECT_TRUE(is(x, {3}, {0, 1, 2}));
}

TEST(MaskedScatter, TakesASourceInBraces) {
  const auto t = tensor({{5, 0}, {6, 7}});
  masked_scatter_(t, t > 5, {1, 2});
  EXPECT_TRUE(is(t, {2, 2}, {5, 0, 1, 2}));
  EXPECT_TRUE(
      is(masked_scatter(t, {{true, true}, {false, true}}, {{9, 8}, {7, 6}}), {2, 2}, {9, 8, 1, 7}));
  EXPECT_TRUE(throws<ValueError>([&] { masked_scatter_(t, t >= 0, {1, 2}); },
                                 "masked_scatter_: source of shape (2) has 2 elements, but the "
                                 "mask is true at 4 places"));
  EXPECT_TRUE(is(t, {2, 2}, {5, 0, 1, 2}));
}

template <class T>
class MaskedElements : public testing::Test {};
using ElementTypes = testing::Types<std::int8_t, std::uint16_t, std::int32_t, std::uint64_t, float,
                                    double, std::complex<double>, Bytes3, reference::Pair16>;
TYPED_TEST_SUITE(MaskedElements, ElementTypes);

TYPED_TEST(MaskedElements, AreSelectedFilledAndScattered) {
  using T = TypeParam;
  const auto e = [](std::int64_t id) { return reference::element<T>(id); };
  const auto x = tensor(std::vector<T>{e(1), e(2), e(3), e(4)});
  const auto mask = tensor({false, true, true, false});
  EXPECT_TRUE(is(masked_select(x, mask), {2}, {e(2), e(3)}));
  EXPECT_TRUE(is(masked_fill(x, mask, e(9)), {4}, {e(1), e(9), e(9), e(4)}));
  EXPECT_TRUE(is(masked_scatter(x, mask, x.flip()), {4}, {e(1), e(4), e(3), e(4)}));
  EXPECT_TRUE(is(masked_fill_(x, mask, e(7)), {4}, {e(1), e(7), e(7), e(4)}));
}

}  // namespace masks_test
