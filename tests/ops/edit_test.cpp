// Values from NumPy's delete, insert and append.
#include <complex>

#include <ndx/numpy.hpp>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;
using reference::Bytes3;

namespace edit_test {

const Tensor<int> t = counting({2, 3});
const Tensor<int> r = tensor({1, 2, 3});

TEST(Delete, OfPositionsAlongADim) {
  EXPECT_TRUE(is(delete_(t, 1, 0), {1, 3}, {0, 1, 2}));
  EXPECT_TRUE(is(delete_(t, -1, -1), {2, 2}, {0, 1, 3, 4}));
  EXPECT_TRUE(is(delete_(t, {0, 2}, 1), {2, 1}, {1, 4}));
  EXPECT_TRUE(is(delete_(t, tensor<std::int8_t>({2, 0, -1}), 1), {2, 1}, {1, 4}));
  EXPECT_TRUE(is(delete_(t, std::vector<int>{1, 2}, 1), {2, 1}, {0, 3}));
  EXPECT_TRUE(is(delete_(t, {}, 1), {2, 3}, t.to_vector()));
  EXPECT_FALSE(delete_(t, {}, 1).shares_storage(t));
  EXPECT_TRUE(has_shape(delete_(t, {0, 1}, 0), {0, 3}));
}

TEST(Delete, OfSlicesAndMasks) {
  EXPECT_TRUE(is(delete_(t, Slice(1), 0), {1, 3}, {0, 1, 2}));
  EXPECT_TRUE(is(delete_(t, Slice(None, None, -2), 1), {2, 1}, {1, 4}));
  EXPECT_TRUE(is(delete_(t, Slice(2, 1), 1), {2, 3}, t.to_vector()));
  EXPECT_TRUE(is(delete_(r, tensor({true, false, true}), 0), {1}, {2}));
  EXPECT_TRUE(is(delete_(r, std::vector<bool>{false, false, true}, 0), {2}, {1, 2}));
}

TEST(Delete, OfMasksInBraces) {
  EXPECT_TRUE(is(delete_(r, {true, false, true}, 0), {1}, {2}));
  EXPECT_TRUE(is(delete_(t, {false, true, false}, 1), {2, 2}, {0, 2, 3, 5}));
  EXPECT_TRUE(is(delete_(r, {false, false, false}), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(delete_(tensor({7}), {true}), {0}, {}));
  EXPECT_TRUE(is(delete_(t[1], {true, false, false}, 0), {2}, {4, 5}));
  EXPECT_TRUE(is(delete_(t[1], {0, 1}, 0), {1}, {5}));
  EXPECT_TRUE(is(delete_(t[1], {-1}), {2}, {3, 4}));
  EXPECT_TRUE(is(delete_(r, {}, 0), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(insert(r, {true, false, true}, {8, 9}), {5}, {8, 1, 2, 9, 3}));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)delete_(r, {true, false}, 0); },
                         "delete_: mask of shape (2) does not match dimension 0 with size 3"));
  EXPECT_TRUE(throws<ValueError>([] { (void)delete_(r, {true, 2}, 0); },
                                 "delete_: a list of positions holds integers or bools, not both"));
}

TEST(Delete, WithoutADimIsOfTheElementsInRowMajorOrder) {
  EXPECT_TRUE(is(delete_(t, {0, 5}), {4}, {1, 2, 3, 4}));
  EXPECT_TRUE(is(delete_(t, {1, -1, 1}), {4}, {0, 2, 3, 4}));
  EXPECT_TRUE(is(delete_(t.transpose(), 0), {5}, {3, 1, 4, 2, 5}));
}

TEST(Delete, FromAnyStridesAndOfEveryElementType) {
  const auto turned = t.transpose().flip(0);  // 2 5 / 1 4 / 0 3
  EXPECT_TRUE(is(delete_(turned, 0, 0), {2, 2}, {1, 4, 0, 3}));
  EXPECT_TRUE(is(delete_(turned, {0, 2}, 0), {1, 2}, {1, 4}));
  EXPECT_TRUE(is(delete_(tensor(7).expand({3}), {0, 2}, 0), {1}, {7}));
  EXPECT_TRUE(is(delete_(Tensor<const int>(t), {0, 2}, 1), {2, 1}, {1, 4}));
  EXPECT_TRUE(is(delete_(tensor({true, false}), 0), {1}, {false}));
  const auto structs = tensor<Bytes3>({Bytes3{1, 2, 3}, Bytes3{4, 5, 6}, Bytes3{7, 8, 9}});
  EXPECT_TRUE(is(delete_(structs, {0, 2}), {1}, {{4, 5, 6}}));
  EXPECT_TRUE(has_shape(delete_(zeros({0, 3}), 1, 1), {0, 2}));
  static_assert(std::is_same_v<decltype(delete_(Tensor<const int>(t), 0)), Tensor<int>>);
}

TEST(Delete, OfAPositionRepeatedByStrideZeroIsFast) {
  EXPECT_TRUE(is(delete_(r, tensor(index_t{1}).expand({index_t{1} << 40})), {2}, {1, 3}));
}

TEST(Delete, NamesWhatIsWrong) {
  EXPECT_TRUE(throws<IndexError>([] { (void)delete_(t, 3, 1); },
                                 "delete_: index 3 is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(throws<IndexError>([] { (void)delete_(t, {0, -7}); },
                                 "delete_: index -7 is out of bounds for dimension 0 with size 6"));
  EXPECT_TRUE(throws<IndexError>([] { (void)delete_(t, 0, 2); },
                                 "delete_: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)delete_(t, tensor({true, false}), 1); },
                         "delete_: mask of shape (2) does not match dimension 1 with size 3"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)delete_(r, tensor({{0, 1}})); },
                                 "delete_: positions of shape (1, 2) must have rank 0 or 1"));
  EXPECT_TRUE(throws<ValueError>([] { (void)delete_(r, Slice(None, None, 0)); },
                                 "delete_: slice step cannot be zero"));
}

TEST(Insert, BeforeOnePosition) {
  EXPECT_TRUE(is(insert(r, 1, 9), {4}, {1, 9, 2, 3}));
  EXPECT_TRUE(is(insert(r, 3, 9), {4}, {1, 2, 3, 9}));
  EXPECT_TRUE(is(insert(r, -1, 9), {4}, {1, 2, 9, 3}));
  EXPECT_TRUE(is(insert(r, 1, {7, 8, 9}), {6}, {1, 7, 8, 9, 2, 3}));
  EXPECT_TRUE(is(insert(t, 0, 9, 0), {3, 3}, {9, 9, 9, 0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(insert(t, 2, {7, 8, 9}, 0), {3, 3}, {0, 1, 2, 3, 4, 5, 7, 8, 9}));
  EXPECT_TRUE(is(insert(t, 1, {7, 8}, 1), {2, 4}, {0, 7, 1, 2, 3, 8, 4, 5}));
  EXPECT_TRUE(is(insert(t, 1, tensor({{7, 8}, {9, 10}, {11, 12}, {13, 14}}), 1), {2, 7},
                 {0, 7, 9, 11, 13, 1, 2, 3, 8, 10, 12, 14, 4, 5}));
  const auto x = counting({2, 3, 2});
  EXPECT_TRUE(is(insert(x, 1, tensor({{1, 2}, {3, 4}}), 1), {2, 4, 2},
                 {0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 3, 4, 8, 9, 10, 11}));
  EXPECT_TRUE(is(insert(x, 1, 99, 2), {2, 3, 3},
                 {0, 99, 1, 2, 99, 3, 4, 99, 5, 6, 99, 7, 8, 99, 9, 10, 99, 11}));
}

TEST(Insert, BeforeAListOfOne) {
  EXPECT_TRUE(is(insert(r, {1}, {7, 8, 9}), {6}, {1, 7, 8, 9, 2, 3}));
  EXPECT_TRUE(is(insert(t, {1}, tensor({{7}, {8}}), 1), {2, 4}, {0, 7, 1, 2, 3, 8, 4, 5}));
  EXPECT_TRUE(
      is(insert(t, {1}, tensor({{7, 8}, {9, 10}}), 1), {2, 5}, {0, 7, 8, 1, 2, 3, 9, 10, 4, 5}));
  EXPECT_TRUE(is(insert(counting({2, 3, 2}), {1}, tensor({{1, 2}, {3, 4}}), 1), {2, 5, 2},
                 {0, 1, 1, 2, 3, 4, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 8, 9, 10, 11}));
}

TEST(Insert, BeforeSeveralPositions) {
  EXPECT_TRUE(is(insert(r, {0, 0, 3}, {7, 8, 9}), {6}, {7, 8, 1, 2, 3, 9}));
  EXPECT_TRUE(is(insert(r, {3, -3, 1}, {7, 8, 9}), {6}, {8, 1, 9, 2, 3, 7}));
  EXPECT_TRUE(is(insert(r, {1, 1, 1}, {7, 8, 9}), {6}, {1, 7, 8, 9, 2, 3}));
  EXPECT_TRUE(is(insert(t, {0, 2}, 5, 1), {2, 5}, {5, 0, 1, 5, 2, 5, 3, 4, 5, 5}));
  EXPECT_TRUE(is(insert(t, {2, 0, 2}, tensor({{10, 20, 30}, {40, 50, 60}}), 1), {2, 6},
                 {20, 0, 1, 10, 30, 2, 50, 3, 4, 40, 60, 5}));
  EXPECT_TRUE(is(insert(t, {-1, 3}, {1, 2}, 1), {2, 5}, {0, 1, 1, 2, 2, 3, 4, 1, 5, 2}));
  EXPECT_TRUE(is(insert(t, {1, 0}, tensor({{7, 8, 9}, {10, 11, 12}}), 0), {4, 3},
                 {10, 11, 12, 0, 1, 2, 7, 8, 9, 3, 4, 5}));
  EXPECT_TRUE(is(insert(r, Slice(0, 2), 0), {5}, {0, 1, 0, 2, 3}));
  EXPECT_TRUE(is(insert(r, tensor({false, true, true}), {8, 9}), {5}, {1, 8, 2, 9, 3}));
}

TEST(Insert, WithoutADimIsIntoTheElementsInRowMajorOrder) {
  EXPECT_TRUE(is(insert(t, 1, 5), {7}, {0, 5, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(insert(t, {1, 4}, {50, 60}), {8}, {0, 50, 1, 2, 3, 60, 4, 5}));
  EXPECT_TRUE(is(insert(tensor(5), 0, 7), {2}, {7, 5}));
}

TEST(Insert, OfNothingAndIntoNothing) {
  EXPECT_TRUE(is(insert(r, {}, 5), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(insert(r, 0, zeros<int>({0})), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(insert(zeros<int>({0}), 0, 5), {1}, {5}));
  EXPECT_TRUE(is(insert(zeros<int>({0, 3}), 0, 5, 0), {1, 3}, {5, 5, 5}));
  EXPECT_TRUE(has_shape(insert(zeros({0, 3}), {1, 1}, 5, 1), {0, 5}));
}

TEST(Insert, FromAnyStridesAndOfEveryElementType) {
  const auto turned = t.transpose().flip(0);  // 2 5 / 1 4 / 0 3
  EXPECT_TRUE(is(insert(turned, 1, {7, 8}, 0), {4, 2}, {2, 5, 7, 8, 1, 4, 0, 3}));
  EXPECT_TRUE(is(insert(turned, {0, 3}, t.select(0, 0).narrow(0, 1, 2).flip(0), 0), {5, 2},
                 {2, 1, 2, 5, 1, 4, 0, 3, 2, 1}));
  EXPECT_TRUE(is(insert(r, 1, 2.9), {4}, {1, 2, 2, 3}));
  EXPECT_TRUE(is(insert(Tensor<const int>(r), 1, r), {6}, {1, 1, 2, 3, 2, 3}));
  EXPECT_TRUE(is(insert(tensor({true}), 0, false), {2}, {false, true}));
  const auto structs = tensor<Bytes3>({Bytes3{1, 2, 3}});
  EXPECT_TRUE(is(insert(structs, 1, Bytes3{4, 5, 6}), {2}, {{1, 2, 3}, {4, 5, 6}}));
  using Z = std::complex<double>;
  EXPECT_TRUE(
      is(insert(tensor({Z(1, 2)}), {0, 1}, {Z(3, 4), Z(5, 6)}), {3}, {Z(3, 4), Z(1, 2), Z(5, 6)}));
}

TEST(Insert, NamesWhatIsWrong) {
  EXPECT_TRUE(throws<IndexError>([] { (void)insert(r, 4, 0); },
                                 "insert: index 4 is out of bounds for dimension 0 with size 3"));
  EXPECT_TRUE(throws<IndexError>([] { (void)insert(t, {0, -4}, 0, 1); },
                                 "insert: index -4 is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(throws<IndexError>([] { (void)insert(t, 0, 0, -3); },
                                 "insert: dim -3 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)insert(r, {0, 1}, {1, 2, 3}); },
                                 "insert: values of shape (3) do not broadcast to (2), that of the "
                                 "slices to insert"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)insert(t, 1, {1, 2, 3}, 1); },
                                 "insert: values of shape (3, 1) do not fit into a tensor of shape "
                                 "(2, 3) along dim 1"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)insert(r, 1, tensor({{1, 2}})); },
                                 "insert: values of shape (1, 2) do not fit into a tensor of shape "
                                 "(3) along dim 0"));
  EXPECT_THROW((void)insert(r, tensor({true}), 0), IndexError);
}

TEST(Append, JoinsInTheTypeOfBoth) {
  EXPECT_TRUE(is(append(t, r), {9}, {0, 1, 2, 3, 4, 5, 1, 2, 3}));
  EXPECT_TRUE(is(append(t, tensor({{1, 2, 3}}), 0), {3, 3}, {0, 1, 2, 3, 4, 5, 1, 2, 3}));
  EXPECT_TRUE(
      is(append(t.transpose(), t.transpose(), -1), {3, 4}, {0, 3, 0, 3, 1, 4, 1, 4, 2, 5, 2, 5}));
  EXPECT_TRUE(is(append(r, 2.5), {4}, {1.0, 2.0, 3.0, 2.5}));
  EXPECT_TRUE(is(append(r, 4), {4}, {1, 2, 3, 4}));
  EXPECT_TRUE(is(append(r, {4, 5}), {5}, {1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(append(r, tensor({1.5})), {4}, {1.0, 2.0, 3.0, 1.5}));
  EXPECT_TRUE(is(append(Tensor<const int>(r), r, 0), {6}, {1, 2, 3, 1, 2, 3}));
  const auto structs = tensor<Bytes3>({Bytes3{1, 2, 3}});
  EXPECT_TRUE(is(append(structs, structs), {2}, {{1, 2, 3}, {1, 2, 3}}));
  static_assert(std::is_same_v<decltype(append(Tensor<const int>(r), r)), Tensor<int>>);
  EXPECT_TRUE(throws<ShapeError>([] { (void)append(t, r, 0); },
                                 "append: tensor 1 has rank 1, but tensor 0 has rank 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)append(r, r, 1); },
                                 "append: dim 1 is out of range for a tensor of rank 1"));
}

}  // namespace edit_test
