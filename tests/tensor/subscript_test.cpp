// t[{…}] and what may be done with it. Values are NumPy's, x[…] and x[…] op= v; where NumPy refuses
// to cast, the target's element type wins: floats truncate and saturate, wider integers wrap. t[a, b, c] is in
// tests/build/subscript_cxx23_test.cpp.
#include <complex>
#include <type_traits>

#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"

namespace subscript_test {

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

const Tensor<int> cube = counting({2, 3, 4});

// ---- Reading.

TEST(Subscript, ReadsWhatIndexReads) {
  const Tensor<int> row = cube[{1, -1}];
  EXPECT_TRUE(is(row, {4}, {20, 21, 22, 23}));
  EXPECT_TRUE(row.shares_storage(cube));
  const Tensor<int> gathered = cube[{0, Slice(None, None, -1), tensor({0, 2})}];
  EXPECT_TRUE(is(gathered, {3, 2}, {8, 10, 4, 6, 0, 2}));
  EXPECT_FALSE(gathered.shares_storage(cube));
}

TEST(Subscript, TakesEverythingThatAnIndexIsMadeOf) {
  const auto t = arange<int>(4);
  const auto taken = [&](Tensor<int> part) { return expect::elements(part); };
  using Elements = std::vector<int>;
  EXPECT_EQ(taken(t[2]), Elements{2});
  EXPECT_EQ(taken(t[std::uint8_t{3}]), Elements{3});
  EXPECT_EQ(taken(t[Slice(1, None, 2)]), (Elements{1, 3}));
  EXPECT_EQ(taken(t[None]), (Elements{0, 1, 2, 3}));
  EXPECT_EQ(taken(t[Ellipsis]), (Elements{0, 1, 2, 3}));
  EXPECT_EQ(taken(t[false]), Elements{});
  EXPECT_EQ(taken(t[tensor<std::int16_t>({3, -3})]), (Elements{3, 1}));
  EXPECT_EQ(taken(t[t > 1]), (Elements{2, 3}));
  EXPECT_EQ(taken(t[std::vector<int>{3, 3}]), (Elements{3, 3}));
  EXPECT_EQ(taken(t["::-2"_ix]), (Elements{3, 1}));
  EXPECT_EQ(taken(t["{}"_ix(tensor({0}))]), Elements{0});
  EXPECT_EQ(taken(t[parse_index("1:")]), (Elements{1, 2, 3}));
  EXPECT_EQ(taken(t[std::vector<TensorIndex>{Slice(), None}]), (Elements{0, 1, 2, 3}));
  EXPECT_EQ(taken(t[{"...", -1}]), Elements{3});
  EXPECT_EQ(taken(t[{}]), (Elements{0, 1, 2, 3}));
}

// As x[np.triu_indices(3, 1)] and x[np.nonzero(m)].
TEST(Subscript, TakesTheTuplesThatIndexTakes) {
  const auto t = arange<int>(9).reshape({3, 3});
  EXPECT_TRUE(is(Tensor<int>(t[triu_indices(3, 1)]), {3}, {1, 2, 5}));
  t[nonzero_tuple(t > 5)] = 0;
  EXPECT_TRUE(is(t, {3, 3}, {0, 1, 2, 3, 4, 5, 0, 0, 0}));
  const auto two = zeros<int>({2, 2, 2});
  two[1][tril_indices(2)] += 4;
  EXPECT_TRUE(is(two, {2, 2, 2}, {0, 0, 0, 0, 4, 0, 4, 4}));
}

TEST(Subscript, IsGivenWhereverATensorIsAskedFor) {
  const auto sum_of = [](const Tensor<const int>& t) { return sum(t).item(); };
  EXPECT_EQ(sum_of(cube[{0, 0}]), 6);
  Tensor<int> row;
  row = cube[{0, 1}];
  EXPECT_TRUE(is(row, {4}, {4, 5, 6, 7}));
  const Tensor<const int> read_only = cube[{0, 2}];
  EXPECT_TRUE(is(read_only, {4}, {8, 9, 10, 11}));
  EXPECT_TRUE(is(Tensor<int>(cube[{1, 0}]), {4}, {12, 13, 14, 15}));
  EXPECT_TRUE(is(Tensor<const int>(cube[{1, 0}]), {4}, {12, 13, 14, 15}));
}

TEST(Subscript, OfAReadOnlyTensorIsRead) {
  const Tensor<const int> t = cube;
  const Tensor<const int> row = t[{0, 0}];
  EXPECT_TRUE(is(row, {4}, {0, 1, 2, 3}));
}

TEST(Subscript, IsNotCopiedAndNotKept) {
  static_assert(!std::is_copy_constructible_v<Subscript<int>>);
  static_assert(std::is_base_of_v<Subscript<int>, std::remove_reference_t<decltype(cube[{0}])>>);
  static_assert(std::is_rvalue_reference_v<decltype(cube[{0}])>);
  static_assert(!std::is_copy_constructible_v<std::remove_reference_t<decltype(cube[{0}])>>);
  // What is kept all the same has no use.
  static_assert(!std::is_convertible_v<Subscript<int>&, Tensor<int>>);
}

// ---- Assigning.

TEST(SubscriptAssignment, WritesScalarsTensorsAndBraces) {
  const auto t = counting({2, 3, 4});
  t[{0, Slice(1, None), "..."}] = 7.F;  // the design's example
  EXPECT_TRUE(is(t, {2, 3, 4}, {0,  1,  2,  3,  7,  7,  7,  7,  7,  7,  7,  7,
                                12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
  const auto x = zeros<int>({2, 3});
  x[0] = tensor({1, 2, 3});
  x[{1, tensor({2, 0})}] = {8, 9};
  EXPECT_TRUE(is(x, {2, 3}, {1, 2, 3, 9, 0, 8}));
  x[x > 2] = -1;
  x["0, 0"_ix] = 5;
  EXPECT_TRUE(is(x, {2, 3}, {5, 2, -1, -1, 0, -1}));
  x[{}] = 4;
  EXPECT_TRUE(is(x, {2, 3}, {4, 4, 4, 4, 4, 4}));
}

TEST(SubscriptAssignment, WritesNestedLists) {
  const auto x = zeros<int>({2, 2});
  x[{Slice(0, 2)}] = {{1, 2}, {3, 4}};
  EXPECT_TRUE(is(x, {2, 2}, {1, 2, 3, 4}));
  x[{}] += {{10, 20}, {30, 40}};
  EXPECT_TRUE(is(x, {2, 2}, {11, 22, 33, 44}));
  x[1] = {{5, 6}};
  EXPECT_TRUE(is(x, {2, 2}, {11, 22, 5, 6}));
  x[{}] = {{7}, {8}};
  EXPECT_TRUE(is(x, {2, 2}, {7, 7, 8, 8}));
  x.index_put_({Slice(), Slice(1, None)}, {{1}, {2}}, true);
  EXPECT_TRUE(is(x, {2, 2}, {7, 8, 8, 10}));
  EXPECT_TRUE(throws<ShapeError>([&] { x[{Slice(), 0}] = {{1}, {2}}; },
                                 "index_put_: value of shape (2, 1) cannot be broadcast to the "
                                 "indexed shape (2)"));
  const auto y = zeros<double>({1, 2, 2});
  y[{}] = {{{1, 2.5}, {3, 4}}};
  EXPECT_TRUE(is(y, {1, 2, 2}, {1., 2.5, 3., 4.}));
  y[{}] = {{{5}, {6}}};
  EXPECT_TRUE(is(y, {1, 2, 2}, {5., 5., 6., 6.}));
  const auto row = zeros<std::int8_t>({70});
  row[{Slice(None, 3)}] = {1, 2, 3};
  row[{Slice(5, None)}] = {9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 8};
  EXPECT_EQ(row(2), 3);
  EXPECT_EQ(row(5), 9);
  EXPECT_EQ(row(69), 8);
  EXPECT_TRUE(throws<ShapeError>([&] { x[{}] = {{1, 2}, {3}}; },
                                 "value: the lists at depth 1 differ in length"));
  EXPECT_TRUE(is(x, {2, 2}, {7, 8, 8, 10}));
}

TEST(SubscriptAssignment, WritesListsOfComplexNumbersAnd16BitNumbers) {
  using C = std::complex<float>;
  const auto z = zeros<C>({2, 2});
  z[0] = {{1, 2}, {3, 4}};  // two complex numbers, each of two parts
  EXPECT_TRUE(is(z, {2, 2}, {C(1, 2), C(3, 4), C(), C()}));
  const auto h = zeros<float16>({2, 2});
  h[0] = {1, 2};
  h[{Slice(1, None)}] = {{3, 4}};
  EXPECT_TRUE(is(h.to<int>(), {2, 2}, {1, 2, 3, 4}));
}

TEST(SubscriptAssignment, OfDuplicatesTheLastWins) {
  const auto x = zeros<int>({3});
  x[tensor({0, 2, 0})] = {1, 2, 3};
  EXPECT_TRUE(is(x, {3}, {3, 0, 2}));
}

TEST(SubscriptAssignment, FromASubscriptWritesElements) {
  const auto x = counting({2, 3});
  x[{0}] = x[{1}];
  EXPECT_TRUE(is(x, {2, 3}, {3, 4, 5, 3, 4, 5}));
  const auto y = zeros<float>({3});
  y[{Slice(None, 2)}] = x[{0, tensor({2, 1})}];
  y[2] = Tensor<const int>(x)[{0, 0}];
  EXPECT_TRUE(is(y, {3}, {5, 4, 3}));
}

TEST(SubscriptAssignment, FromAnOverlappingPartIsAsIfItHadBeenCopied) {
  const auto x = arange<int>(6);
  x[{Slice(1, None)}] = x[{Slice(None, -1)}];
  EXPECT_TRUE(is(x, {6}, {0, 0, 1, 2, 3, 4}));
  const auto y = arange<int>(3);
  y[tensor({2, 1, 0})] = y;
  EXPECT_TRUE(is(y, {3}, {2, 1, 0}));
}

TEST(SubscriptAssignment, ThroughATemporary) {
  const auto x = zeros<int>({2, 2});
  const auto handle = [&] { return x; };
  handle()[{0, 1}] = 1;
  handle().index({1})[0] = 2;
  x.index({1})[1] += 3;
  EXPECT_TRUE(is(x, {2, 2}, {0, 1, 2, 3}));
}

TEST(SubscriptAssignment, WritesStructs) {
  struct Pixel {
    std::uint8_t r, g, b;
  };
  const auto image = full<Pixel>({2, 2}, {0, 0, 0});
  image[{Slice(), 1}] = Pixel{1, 2, 3};
  image[{0}] = image[{1}];
  EXPECT_EQ(image.at(0, 1).b, 3);
  EXPECT_EQ(image.at(0, 0).b, 0);
}

// ---- Reading, calculating and writing.

TEST(SubscriptUpdate, OfAViewIsInPlace) {
  const auto x = counting({2, 3});
  x[0] += 10;
  EXPECT_TRUE(is(x, {2, 3}, {10, 11, 12, 3, 4, 5}));
  const auto y = counting({2, 3});
  y[{Slice(), Slice(None, None, -1)}] += tensor({100, 200, 300});
  EXPECT_TRUE(is(y, {2, 3}, {300, 201, 102, 303, 204, 105}));
  y[{"...", None}] -= tensor({{100}});
  EXPECT_TRUE(is(y, {2, 3}, {200, 101, 2, 203, 104, 5}));
}

TEST(SubscriptUpdate, DoesNotCountDuplicates) {
  const auto x = arange<int>(6);
  x[tensor({0, 0, 3})] += 1;
  EXPECT_TRUE(is(x, {6}, {1, 1, 2, 4, 4, 5}));
  const auto y = arange<int>(6);
  y[tensor({0, 0, 3})] += {1, 10, 100};
  EXPECT_TRUE(is(y, {6}, {10, 1, 2, 103, 4, 5}));
  const auto z = arange<int>(6);
  z[tensor({0, 0, 3})] *= {5, 7, 2};
  EXPECT_TRUE(is(z, {6}, {0, 1, 2, 6, 4, 5}));
  z.index_put_({tensor({0, 0, 3})}, 1, true);  // which this one does
  EXPECT_TRUE(is(z, {6}, {2, 1, 2, 7, 4, 5}));
}

TEST(SubscriptUpdate, HasAllOperatorsOfTensors) {
  const auto x = arange<int>(8);
  x[{Slice(2, 6)}] &= 5;
  EXPECT_TRUE(is(x, {8}, {0, 1, 0, 1, 4, 5, 6, 7}));
  x[tensor({0, 1})] |= 8;
  EXPECT_TRUE(is(x, {8}, {8, 9, 0, 1, 4, 5, 6, 7}));
  x[{Slice(1, None, 2)}] ^= 3;
  const auto w = arange<int>(-2, 2);
  w[{Slice(None, 3)}] %= 2;
  EXPECT_TRUE(is(w, {4}, {0, 1, 0, 1}));
  EXPECT_TRUE(is(x, {8}, {8, 10, 0, 2, 4, 6, 6, 4}));
  const auto y = arange<double>(6);
  y[tensor({1, 2})] /= 4;
  y[{Slice(3, None)}] /= {2., 4., 8.};
  EXPECT_TRUE(is(y, {6}, {0, 0.25, 0.5, 1.5, 1, 0.625}));
  const auto z = arange<int>(6);
  z[z < 2] -= 10;
  z[{Slice(4, None)}] *= -1;
  EXPECT_TRUE(is(z, {6}, {-10, -9, 2, 3, -4, -5}));
}

TEST(SubscriptUpdate, OfBools) {
  const auto x = tensor({true, false, true, false});
  x[{Slice(None, 2)}] |= tensor({false, true});
  EXPECT_TRUE(is(x, {4}, {true, true, true, false}));
  x[tensor({0, 3})] ^= true;
  EXPECT_TRUE(is(x, {4}, {false, true, true, true}));
  x[{Slice(1, None)}] &= {true, false, true};
  EXPECT_TRUE(is(x, {4}, {false, true, false, true}));
  x[0] += true;
  EXPECT_TRUE(is(x, {4}, {true, true, false, true}));
}

TEST(SubscriptUpdate, OfComplexNumbers) {
  using C = std::complex<double>;
  const auto x = tensor({C(1, 2), C(3, 4)});
  x[1] *= C(0, 1);
  x[tensor({0, 0})] += 1;
  EXPECT_TRUE(is(x, {2}, {C(2, 2), C(-4, 3)}));
}

TEST(SubscriptUpdate, CalculatesInTheCommonTypeAndConvertsToTheTargets) {
  const auto x = tensor<float>({10, -10, 7});
  x[0] += 2.9;
  x[tensor({1, 2})] *= tensor({0.25, 1e300});
  EXPECT_TRUE(is(x, {3}, {12.9F, -2.5F, std::numeric_limits<float>::infinity()}));
  const auto bytes = tensor<std::uint8_t>({250, 1});
  bytes[0] += 10;
  bytes[tensor({1})] -= 2;
  EXPECT_TRUE(is(bytes, {2}, {4, 255}));
}

TEST(SubscriptUpdate, ByASubscript) {
  const auto x = counting({2, 3, 4});
  x[{0, tensor({0, 2})}] *= x[{1, tensor({1, 1})}];
  EXPECT_TRUE(is(x, {2, 3, 4}, {0,  17, 36, 57, 4,  5,  6,  7,  128, 153, 180, 209,
                                12, 13, 14, 15, 16, 17, 18, 19, 20,  21,  22,  23}));
  x[0] -= x[0];
  EXPECT_TRUE(is(x.index({0, 2}), {4}, {0, 0, 0, 0}));
}

TEST(SubscriptUpdate, OfOverlappingPartsIsAsIfTheyHadBeenCopied) {
  const auto x = arange<int>(6);
  x[{Slice(1, None)}] += x[{Slice(None, -1)}];
  EXPECT_TRUE(is(x, {6}, {0, 1, 3, 5, 7, 9}));
  const auto y = arange<int>(6);
  y[tensor({1, 2, 3, 4, 5})] += y.index({Slice(None, -1)});
  EXPECT_TRUE(is(y, {6}, {0, 1, 3, 5, 7, 9}));
  const auto z = tensor({2, 1, 0});
  z[z] += z;
  EXPECT_TRUE(is(z, {3}, {2, 2, 2}));
}

TEST(SubscriptUpdate, ThroughATemporary) {
  const auto x = zeros<int>({2, 2});
  const auto handle = [&] { return x; };
  handle()[{0, 1}] += 1;
  handle()[tensor({1, 1})] -= 2;
  EXPECT_TRUE(is(x, {2, 2}, {0, 1, -2, -2}));
}

TEST(SubscriptUpdate, OfNothingChangesNothing) {
  const auto x = counting({2, 2});
  x[{tensor(std::vector<int>{})}] += 1;
  x[{Slice(1, 1)}] *= 5;
  x[x > 10] = 3;
  EXPECT_TRUE(is(x, {2, 2}, {0, 1, 2, 3}));
  const auto empty_one = zeros<int>({0, 2});
  empty_one[{Slice(), tensor({1, 1})}] += 1;
  EXPECT_TRUE(is(empty_one, {0, 2}, {}));
}

TEST(SubscriptUpdate, OfRankZero) {
  const auto x = tensor(5);
  x[{}] += 1;
  x[Ellipsis] *= 2;
  x[{true}] -= 3;
  EXPECT_EQ(x.item(), 9);
}

// ---- Faults.

TEST(SubscriptFaults, AreThoseOfIndexAndIndexPut) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(throws<IndexError>([&] { x[{0, 3}] = 1; },
                                 "index_put_: term 1: index 3 is out of bounds for dimension 1 "
                                 "with size 3"));
  EXPECT_TRUE(throws<IndexError>([&] { x[tensor({0, 2})] += 1; },
                                 "index: term 0: index 2 at [1] is out of bounds for dimension 0 "
                                 "with size 2"));
  EXPECT_TRUE(throws<IndexError>([&] { const Tensor<int> part = x[{0, 0, 0}]; },
                                 "index: too many indices for tensor: tensor is 2-dimensional, "
                                 "but 3 were indexed"));
  EXPECT_TRUE(throws<ShapeError>([&] { x[0] = {1, 2}; },
                                 "index_put_: value of shape (2) cannot be broadcast to the "
                                 "indexed shape (3)"));
  EXPECT_TRUE(throws<ShapeError>([&] { x[tensor({0, 1})] += tensor({1, 2}); },
                                 "operator+=: shape (2) cannot be broadcast to (2, 3)"));
  EXPECT_THROW(x[{Slice(None, None, 0)}] = 1, ValueError);
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(SubscriptFaults, AViewThatRepeatsAnElementIsNotWritten) {
  const auto row = arange<int>(3);
  const auto x = row.expand({2, 3});
  EXPECT_THROW(x[{}] = 1, ValueError);
  EXPECT_THROW(x[{}] += 1, ValueError);
  EXPECT_THROW(x[tensor({0, 1})] += 1, ValueError);
  EXPECT_TRUE(is(row, {3}, {0, 1, 2}));
}

}  // namespace subscript_test
