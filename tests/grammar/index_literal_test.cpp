// Index literals: what each form of the grammar selects, that it is what parse_index reads at run
// time, and {}. What must not compile is in tests/compile_fail/literal_*.cpp.
#include <array>
#include <string>

#include <ndx/grammar/text/index_literal.hpp>

#include "support/expect.hpp"

namespace index_literal_test {

using namespace ndx::literals;
using expect::counting;
using expect::is;
using expect::throws;
using ndx::index_t;
using ndx::None;
using ndx::Slice;
using ndx::Tensor;
using ndx::tensor;
using ndx::TensorIndex;

const Tensor<int> cube = counting({2, 3, 4});

// ---- What the terms select. The values are NumPy's for np.arange(24).reshape(2, 3, 4)[text].

TEST(IndexLiteral, IntegersSelect) {
  EXPECT_TRUE(is(cube.index("1"_ix), {3, 4}, {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
  EXPECT_TRUE(is(cube.index("-1, -3, +3"_ix), {}, {15}));
}

TEST(IndexLiteral, SlicesKeepTheDim) {
  EXPECT_TRUE(is(cube.index("1, ::-2, 1:3"_ix), {2, 2}, {21, 22, 13, 14}));
  EXPECT_TRUE(is(cube.index("0, :, None:None:3"_ix), {3, 2}, {0, 3, 4, 7, 8, 11}));
  EXPECT_TRUE(is(cube.index("0:-9223372036854775808, :"_ix), {0, 3, 4}, {}));
}

TEST(IndexLiteral, DotsAndNoneStandWhereTheyAreWritten) {
  EXPECT_TRUE(is(cube.index("..., 0"_ix), {2, 3}, {0, 4, 8, 12, 16, 20}));
  EXPECT_TRUE(is(cube.index("1, None, Ellipsis, 3, np.newaxis"_ix), {1, 3, 1}, {15, 19, 23}));
  EXPECT_TRUE(cube.index("..., newaxis"_ix).shares_storage(cube));
}

TEST(IndexLiteral, TrueAndFalseAddADim) {
  EXPECT_TRUE(is(cube.index("True, 0, 0, 0"_ix), {1}, {0}));
  EXPECT_TRUE(is(cube.index("0, 0, 0, False"_ix), {0}, {}));
}

TEST(IndexLiteral, ListsAreIndexTensors) {
  EXPECT_TRUE(is(cube.index("[0, 1], [2, 0], [3, 1]"_ix), {2}, {11, 13}));
  EXPECT_TRUE(is(cube.index("0, [[0], [2]], [1, -1]"_ix), {2, 2}, {1, 3, 9, 11}));
  EXPECT_TRUE(is(cube.index("[::-1, [0,2], 3, None]"_ix), {2, 2, 1}, {15, 23, 3, 11}));
  EXPECT_TRUE(is(cube.index("[]"_ix), {0, 3, 4}, {}));
  EXPECT_TRUE(is(cube.index("[[]]"_ix), {1, 0, 3, 4}, {}));
  EXPECT_TRUE(is(cube.index("0, [[], []], 0"_ix), {2, 0}, {}));
}

TEST(IndexLiteral, ListsOfBooleansAreMasks) {
  EXPECT_TRUE(is(cube.index("1, [True, False, True], 0"_ix), {2}, {12, 20}));
  EXPECT_TRUE(is(cube.index("[[True, False, False], [False, False, True]], 1"_ix), {2}, {1, 21}));
}

TEST(IndexLiteral, BracketsAroundTheWholeTextAreAListWhereTheyCanBe) {
  EXPECT_TRUE(is(cube.index("[1, 0]"_ix).select(2, 0), {2, 3}, {12, 16, 20, 0, 4, 8}));
  EXPECT_TRUE(is(cube.index("[False, True]"_ix).select(2, 0), {1, 3}, {12, 16, 20}));
  EXPECT_TRUE(is(cube.index("[[0, 1], 2, :2]"_ix), {2, 2}, {8, 9, 20, 21}));
  auto x = ndx::zeros<int>({2, 3, 4});
  x["[0, 1]"_ix] = -1;
  EXPECT_EQ(x.index({0, 1, 2}).item(), -1);
  EXPECT_EQ(x.index({1, 2, 3}).item(), -1);
  x["0, 1"_ix] = 5;
  EXPECT_TRUE(is(x.select(2, 0), {2, 3}, {-1, 5, -1, -1, -1, -1}));
  EXPECT_TRUE(is(cube.index("[[1, 1]], 0, 0,"_ix), {1, 2}, {12, 12}));
}

// ---- The same as at run time.

/// The terms of a literal as Python spells them, with the types of its lists.
template <class Terms>
std::string spelled(const Terms& terms) {
  std::string text;
  for (const TensorIndex& term : terms) {
    text += to_string(term) + ';';
    if (term.kind() == TensorIndex::Kind::tensor)
      text += dtype_name(term.tensor().dtype) + ndx::message(term.tensor().layout.shape) + ';';
  }
  return text;
}

template <ndx::detail::LiteralText Text>
void expect_as_at_run_time() {
  const auto compiled = operator""_ix < Text>();
  const auto parsed = ndx::parse_index(Text.view());
  EXPECT_EQ(spelled(compiled), spelled(parsed)) << Text.view();
}

TEST(IndexLiteral, ReadsAsParseIndexDoes) {
  expect_as_at_run_time<"0">();
  expect_as_at_run_time<"-0, 007, 9223372036854775807, -9223372036854775808">();
  expect_as_at_run_time<":, ::, 1:, :-1, 1:3, ::-1, 1::2, 5:1:-2, None:3:None">();
  expect_as_at_run_time<" [ 1 : 3 ,\t... , None\n, newaxis, np.newaxis, Ellipsis ] ">();
  expect_as_at_run_time<"True, False">();
  expect_as_at_run_time<"[True], [False, True], [[True, False], [False, True]]">();
  expect_as_at_run_time<"[0], [[1, 2], [3, -4]], [[[5]]], [[7, 8,],],">();
  expect_as_at_run_time<"[[]]">();
  expect_as_at_run_time<"[0, 1]">();
  expect_as_at_run_time<"[True, False]">();
  expect_as_at_run_time<"[[0, 1], :]">();
  expect_as_at_run_time<"[], [[], []], [[[], [], []]]">();
}

template <ndx::detail::LiteralText Text>
void expect_same_elements() {
  const auto ix = operator""_ix < Text>();
  const auto parsed = ndx::parse_index(Text.view());
  const auto same = [](const Tensor<int>& a, const Tensor<int>& b) {
    return is(a, expect::dims(b.shape()), expect::elements(b));
  };
  EXPECT_TRUE(same(cube.index(ix), cube.index(parsed))) << Text.view();
  EXPECT_TRUE(same(cube.numpy_index(ix), cube.numpy_index(parsed))) << Text.view();
  EXPECT_TRUE(same(cube.oindex(ix), cube.oindex(parsed))) << Text.view();
  EXPECT_TRUE(same(cube.vindex(ix), cube.vindex(parsed))) << Text.view();
  EXPECT_TRUE(same(cube.index_put(ix, 99), cube.index_put(parsed, 99))) << Text.view();
  EXPECT_TRUE(same(cube.numpy_index_put(ix, 99), cube.numpy_index_put(parsed, 99)));
  EXPECT_TRUE(same(cube.oindex_put(ix, 99), cube.oindex_put(parsed, 99))) << Text.view();
  EXPECT_TRUE(same(cube.vindex_put(ix, 99), cube.vindex_put(parsed, 99))) << Text.view();
}

TEST(IndexLiteral, ServesAllFourRulesReadAndWritten) {
  expect_same_elements<"0, :, [0, 2]">();
  expect_same_elements<"[1, 0], ..., [3, 0]">();
  expect_same_elements<"[[True, False, True], [False, True, False]], None">();
  expect_same_elements<"..., ::-2">();
  expect_same_elements<"[0], [True, False, True], [1, 1]">();
}

TEST(IndexLiteral, PlacesDimsByTheRule) {
  EXPECT_TRUE(is(cube.index("0, :, [0, 1]"_ix), {3, 2}, {0, 1, 4, 5, 8, 9}));
  EXPECT_TRUE(is(cube.numpy_index("0, :, [0, 1]"_ix), {2, 3}, {0, 4, 8, 1, 5, 9}));
  EXPECT_TRUE(is(cube.oindex("[0, 1], 0, [0, 1]"_ix), {2, 2}, {0, 1, 12, 13}));
  EXPECT_TRUE(is(cube.vindex("0, :, [0, 1]"_ix), {2, 3}, {0, 4, 8, 1, 5, 9}));
}

TEST(IndexLiteral, IsWritten) {
  const Tensor<int> x = ndx::zeros<int>({2, 3});
  x.index_put_("0, ::2"_ix, 1).index_put_("[[1, 1]], 0"_ix, 2, true);
  x.numpy_index_put_("1, [True, False, True]"_ix, {7, 8});
  EXPECT_TRUE(is(x, {2, 3}, {1, 0, 1, 7, 0, 8}));
}

TEST(IndexLiteral, CanBeKept) {
  const auto ix = "[1, 0], 0"_ix;
  static_assert(ix.size() == 2);
  EXPECT_TRUE(is(cube.index(ix), {2, 4}, {12, 13, 14, 15, 0, 1, 2, 3}));
  EXPECT_TRUE(is(cube.index(ix).index(ix), {2}, {0, 12}));
}

TEST(IndexLiteral, MakesItsListsAtCompileTime) {
  const auto first = "[[5, 7]]"_ix;
  const auto second = "[[5, 7]]"_ix;
  EXPECT_EQ(first[0].tensor().storage.data(), second[0].tensor().storage.data());
  EXPECT_EQ(first[0].tensor().storage.owners(), 0U);
}

TEST(IndexLiteral, FaultsThatNeedTheTensorAreThoseOfTheCall) {
  EXPECT_TRUE(throws<ndx::IndexError>(
      [] { (void)cube.index("0, [0, 3]"_ix); },
      "index: term 1: index 3 at [1] is out of bounds for dimension 1 with size 3"));
  EXPECT_THROW((void)cube.index("0, 0, 0, 0"_ix), ndx::IndexError);
  EXPECT_THROW((void)cube.index("..., ..."_ix), ndx::IndexError);
}

// ---- {}.

TEST(IndexLiteral, AnArgumentStandsForEachPlaceholder) {
  const auto rows = tensor({1, 0});
  EXPECT_TRUE(is(cube.index("{}, :, 0"_ix(rows)), {2, 3}, {12, 16, 20, 0, 4, 8}));
  EXPECT_TRUE(is(cube.index("{}, {}, {}"_ix(rows, 0, rows)), {2}, {13, 0}));
  EXPECT_TRUE(is(cube.index("[{}, 1:, [0, 1]]"_ix(rows)), {2, 2}, {16, 20, 5, 9}));
}

TEST(IndexLiteral, AnArgumentIsAnythingThatIsATerm) {
  const auto taken = [](const auto& argument) {
    return expect::elements(ndx::arange<int>(4).index("{}"_ix(argument)));
  };
  using Elements = std::vector<int>;
  EXPECT_EQ(taken(2), Elements{2});
  EXPECT_EQ(taken(std::uint8_t{2}), Elements{2});
  EXPECT_EQ(taken(Slice(1, None, 2)), (Elements{1, 3}));
  EXPECT_EQ(taken(None), (Elements{0, 1, 2, 3}));
  EXPECT_EQ(taken(false), Elements{});
  EXPECT_EQ(taken(tensor<std::int16_t>({3, -3})), (Elements{3, 1}));
  EXPECT_EQ(taken(tensor({true, false, false, true})), (Elements{0, 3}));
  EXPECT_EQ(taken(std::vector<int>{3, 3}), (Elements{3, 3}));
  EXPECT_EQ(taken(std::vector<bool>{true, false, false, false}), Elements{0});
  EXPECT_EQ(taken(std::array<long, 1>{1}), Elements{1});
  EXPECT_EQ(taken(TensorIndex(2)), Elements{2});
  EXPECT_TRUE(is(cube.index("{}, 0"_ix("...")), {2, 3}, {0, 4, 8, 12, 16, 20}));
}

TEST(IndexLiteral, WithPlaceholdersIsWrittenByAllFourRules) {
  const auto columns = tensor({0, 2});
  const Tensor<int> x = ndx::zeros<int>({2, 3});
  x.index_put_("0, {}"_ix(columns), 1);
  x.numpy_index_put_("1, {}"_ix(columns), {2, 3});
  x.oindex_put_("{}, {}"_ix(tensor({0, 1}), 1), 4);
  x.vindex_put_("{}, {}"_ix(1, std::vector<bool>{false, false, true}), 5, true);
  EXPECT_TRUE(is(x, {2, 3}, {1, 4, 1, 2, 4, 8}));
}

TEST(IndexLiteral, WithItsArgumentsOwnsItsTerms) {
  auto ix = "{}, 0, {}"_ix(tensor({1, 0}), std::vector<int>{2, 3});
  EXPECT_TRUE(is(cube.index(ix), {2}, {14, 3}));
  const auto rows = tensor({0, 1});
  const auto shared = "{}, 0, 0"_ix(rows);
  rows.fill_(1);
  EXPECT_TRUE(is(cube.index(shared), {2}, {12, 12}));
}

TEST(IndexLiteral, WithPlaceholdersIsUsedAgainWithOtherArguments) {
  const auto at = "{}, 0, {}"_ix;
  EXPECT_TRUE(is(cube.index(at(0, 1)), {}, {1}));
  EXPECT_TRUE(is(cube.index(at(tensor({1}), 2)), {1}, {14}));
}

}  // namespace index_literal_test
