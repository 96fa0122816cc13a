// Tests every kind of term, and the three ways to pass a list of them (writing_indices.md of the
// guide).
#include <array>
#include <complex>
#include <span>
#include <string>
#include <vector>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;

namespace grammar_test {

Tensor<int> cube() { return arange<int>(24).reshape({2, 3, 4}); }

TEST(Grammar, NoneAndNewaxisInsertADimOfSizeOne) {
  EXPECT_TRUE(has_shape(cube().index({None}), {1, 2, 3, 4}));
  EXPECT_TRUE(has_shape(cube().index({newaxis, 0}), {1, 3, 4}));
}

TEST(Grammar, EllipsisStandsForAsManyFullSlicesAsAreNeeded) {
  EXPECT_TRUE(is(cube().index({"...", 0}), {2, 3}, {0, 4, 8, 12, 16, 20}));
  EXPECT_TRUE(is(cube().index({Ellipsis, 0}), {2, 3}, {0, 4, 8, 12, 16, 20}));
  EXPECT_TRUE(has_shape(cube().index({0, Ellipsis, 1, 2}), {}));
}

template <class I>
class GrammarOfIntegers : public testing::Test {};
using IntegerTypes = testing::Types<signed char, unsigned char, short, unsigned short, int,
                                    unsigned, long, unsigned long, long long, unsigned long long>;
TYPED_TEST_SUITE(GrammarOfIntegers, IntegerTypes);

TYPED_TEST(GrammarOfIntegers, SelectAndDropTheDim) {
  EXPECT_TRUE(is(cube().index({TypeParam{1}, TypeParam{2}}), {4}, {20, 21, 22, 23}));
}

TYPED_TEST(GrammarOfIntegers, IndexAsATensorOfAnyRank) {
  const auto index = tensor<TypeParam>({{1, 0}, {1, 1}});
  EXPECT_TRUE(is(cube().index({index, 0, 0}), {2, 2}, {12, 0, 12, 12}));
}

TYPED_TEST(GrammarOfIntegers, OfRankZeroAreTheIntegerAndGiveAView) {
  const Tensor<int> t = cube();
  const Tensor<int> row = t.index({tensor<TypeParam>(1)});
  EXPECT_TRUE(has_shape(row, {3, 4}));
  EXPECT_TRUE(row.shares_storage(t));
}

TYPED_TEST(GrammarOfIntegers, BoundSlicesAsTensorsOfRankZero) {
  EXPECT_TRUE(
      is(arange<int>(5).index({Slice(tensor<TypeParam>(1), tensor<TypeParam>(3))}), {2}, {1, 2}));
}

TEST(Grammar, UnsignedCharTensorsAreIntegersNeverMasks) {
  const auto bytes = tensor<unsigned char>({1, 0});
  EXPECT_TRUE(is(arange<int>(2).index({bytes}), {2}, {1, 0}));
}

TEST(Grammar, NegativeIntegersCountFromTheEnd) {
  EXPECT_TRUE(is(cube().index({-1, -3}), {4}, {12, 13, 14, 15}));
  EXPECT_TRUE(is(cube().index({tensor<std::int8_t>({-1, -2}), 0, 0}), {2}, {12, 0}));
}

TEST(Grammar, BoolsInsertADimOfSizeOneOrZeroAndCopy) {
  const Tensor<int> t = cube();
  EXPECT_TRUE(has_shape(t.index({true}), {1, 2, 3, 4}));
  EXPECT_TRUE(has_shape(t.index({false}), {0, 2, 3, 4}));
  EXPECT_FALSE(t.index({true}).shares_storage(t));
  EXPECT_TRUE(has_shape(t.index({tensor(true)}), {1, 2, 3, 4}));
  EXPECT_TRUE(has_shape(t.index({tensor(false)}), {0, 2, 3, 4}));
}

TEST(Grammar, SlicesLeaveOutAnyPart) {
  const auto t = arange<int>(6);
  EXPECT_TRUE(is(t.index({Slice()}), {6}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(t.index({Slice(4)}), {2}, {4, 5}));
  EXPECT_TRUE(is(t.index({Slice(None, 2)}), {2}, {0, 1}));
  EXPECT_TRUE(is(t.index({Slice(1, 5, 2)}), {2}, {1, 3}));
  EXPECT_TRUE(is(t.index({Slice(None, None, -2)}), {3}, {5, 3, 1}));
  EXPECT_TRUE(is(t.index({Slice(-2, None)}), {2}, {4, 5}));
}

TEST(Grammar, VectorsArraysAndSpansOfIntegersAreIndexTensors) {
  const auto t = arange<int>(5);
  const std::vector<int> vector{3, 1};
  const std::array<std::int8_t, 2> array{3, 1};
  EXPECT_TRUE(is(t.index({vector}), {2}, {3, 1}));
  EXPECT_TRUE(is(t.index({array}), {2}, {3, 1}));
  EXPECT_TRUE(is(t.index({std::span<const int>(vector)}), {2}, {3, 1}));
  EXPECT_TRUE(is(t.index({std::vector<int>{}}), {0}, {}));
}

TEST(Grammar, VectorsOfBoolsAreMasks) {
  const auto t = arange<int>(3);
  EXPECT_TRUE(is(t.index({std::vector<bool>{true, false, true}}), {2}, {0, 2}));
  EXPECT_TRUE(is(t.index({std::array<bool, 3>{false, true, true}}), {2}, {1, 2}));
  EXPECT_TRUE(is(t.index({tensor({true, false, true})}), {2}, {0, 2}));
}

TEST(Grammar, ListVariadicAndSpanFormsAreOneCall) {
  const Tensor<int> t = cube();
  const auto index = tensor({0, 2});
  const std::vector<TensorIndex> stored{1, Slice(), index};
  const Tensor<int> listed = t.index({1, Slice(), index});
  EXPECT_TRUE(is(listed, {3, 2}, {12, 14, 16, 18, 20, 22}));
  EXPECT_TRUE(is(t.index(1, Slice(), index), {3, 2}, expect::elements(listed)));
  EXPECT_TRUE(is(t.index(stored), {3, 2}, expect::elements(listed)));
  EXPECT_TRUE(is(t.index(std::span<const TensorIndex>(stored)), {3, 2}, expect::elements(listed)));
}

TEST(Grammar, TheVariadicFormTakesAnyNumberOfTerms) {
  const Tensor<int> t = cube();
  EXPECT_TRUE(has_shape(t.index(1), {3, 4}));
  EXPECT_TRUE(has_shape(t.index(Ellipsis), {2, 3, 4}));
  EXPECT_TRUE(has_shape(t.index("...", 1), {2, 3}));
  EXPECT_TRUE(has_shape(t.index(None, 0, None, 0, None, 0, None, None), {1, 1, 1, 1, 1}));
  EXPECT_TRUE(has_shape(t.index(tensor({0, 1})), {2, 3, 4}));
  EXPECT_TRUE(has_shape(t.index(std::vector<int>{0, 1, 1}), {3, 3, 4}));
}

TEST(Grammar, OneIntegerInBracesIsNotAmbiguous) {
  EXPECT_TRUE(is(cube().index({0}), {3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

TEST(Grammar, AnEmptyListIsTheWholeTensorAsAView) {
  const Tensor<int> t = cube();
  const Tensor<int> whole = t.index({});
  EXPECT_TRUE(has_shape(whole, {2, 3, 4}));
  EXPECT_TRUE(whole.shares_storage(t));
}

TEST(Grammar, IndexTensorsMayBeReadOnlyAndStrided) {
  const auto reversed = arange<int>(6).index({Slice(None, None, -2)});  // 5, 3, 1
  EXPECT_TRUE(is((arange<int>(6).index({Tensor<const int>(reversed)})), {3}, {5, 3, 1}));
}

TEST(Grammar, AStoredTermKeepsItsTensorAlive) {
  std::vector<TensorIndex> terms;
  {
    const auto index = tensor({2, 0});
    terms.emplace_back(index);
  }
  terms.push_back(TensorIndex(terms[0]));
  terms[1] = TensorIndex(1);
  EXPECT_TRUE(is(arange<int>(9).reshape({3, 3}).index(terms), {2}, {7, 1}));
}

TEST(Grammar, EveryElementTypeIndexes) {
  struct Pixel {
    unsigned char r, g, b;
  };
  const auto index = tensor({1, 0, 1});
  EXPECT_EQ(full<Pixel>({2}, {1, 2, 3}).index({index}).at(2).b, 3);
  EXPECT_EQ(full<std::complex<double>>({2}, {1, 2}).index({index}).at(0),
            std::complex<double>(1, 2));
  EXPECT_TRUE(is(tensor({true, false}).index({index}), {3}, {false, true, false}));
  EXPECT_TRUE(is(tensor({1.5, 2.5}).index({index}), {3}, {2.5, 1.5, 2.5}));
  EXPECT_TRUE(is(tensor<std::int16_t>({1, 2}).index({index}), {3}, {2, 1, 2}));
}

TEST(TensorIndex, SaysWhichKindItIs) {
  using namespace ndx::indexing;
  EXPECT_TRUE(TensorIndex(None).is_none());
  EXPECT_TRUE(TensorIndex("...").is_ellipsis());
  EXPECT_TRUE(TensorIndex(Ellipsis).is_ellipsis());
  EXPECT_TRUE(TensorIndex(-1).is_integer());
  EXPECT_TRUE(TensorIndex(false).is_boolean());
  EXPECT_TRUE(TensorIndex(Slice(1)).is_slice());
  EXPECT_TRUE(TensorIndex(ndx::tensor({1})).is_tensor());
  EXPECT_FALSE(TensorIndex(1).is_tensor() || TensorIndex(1).is_boolean() ||
               TensorIndex(1).is_none());
  EXPECT_FALSE(TensorIndex(true).is_integer() || TensorIndex(true).is_slice());
}

TEST(Grammar, ListsOfListsAreIndexTensorsAndMasksOfTheirRank) {
  const auto t = expect::counting({4});
  const std::vector<std::vector<int>> rows{{0, 1}, {3, -1}};
  EXPECT_TRUE(is(t.index({rows}), {2, 2}, {0, 1, 3, 3}));
  EXPECT_TRUE(is(t.index(rows), {2, 2}, {0, 1, 3, 3}));
  EXPECT_TRUE(is(Tensor<int>(t[rows]), {2, 2}, {0, 1, 3, 3}));
  const std::vector<std::array<std::int8_t, 1>> column{{2}, {0}};
  EXPECT_TRUE(is(t.index({column}), {2, 1}, {2, 0}));
  const std::array<std::vector<std::vector<index_t>>, 2> cube{{{{1}, {2}}, {{3}, {0}}}};
  EXPECT_TRUE(is(t.index({cube}), {2, 2, 1}, {1, 2, 3, 0}));
  const std::vector<std::vector<bool>> mask{{true, false}, {false, true}};
  EXPECT_TRUE(is(expect::counting({2, 2}).index({mask}), {2}, {0, 3}));
  EXPECT_TRUE(is(t.index({std::vector<std::vector<int>>{}}), {0, 0}, std::vector<int>{}));
  EXPECT_TRUE(is(t.index({std::vector<std::vector<int>>(2)}), {2, 0}, std::vector<int>{}));
  EXPECT_TRUE(expect::throws<ShapeError>(
      [&] { (void)t.index({std::vector<std::vector<int>>{{0, 1}, {2}}}); },
      "index: the lists at depth 1 differ in length"));
}

TEST(Grammar, AStringIsThatText) {
  const auto t = expect::counting({2, 2});
  EXPECT_TRUE(is(t.index({std::string("..."), 1}), {2}, {1, 3}));
  EXPECT_TRUE(is(t.index(std::string("...")), {2, 2}, {0, 1, 2, 3}));
  EXPECT_TRUE(expect::throws<ValueError>([&] { (void)t.index({std::string("1:")}); },
                                         "index: the only text that is an index is \"...\", not "
                                         "\"1:\"; for others, call parse_index"));
}

}  // namespace grammar_test
