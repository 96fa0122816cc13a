// The Python spelling of index terms. Where a text is valid Python, Python reads it as the same
// term.
#include <array>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/grammar/text/print_terms.hpp>
#include <ndx/tensor.hpp>

namespace print_terms_test {

using ndx::Slice;
using ndx::TensorIndex;
using ndx::to_string;

std::string spelled(const TensorIndex& term) { return to_string(term); }

TEST(PrintSlice, OpenBoundsAreLeftOut) {
  EXPECT_EQ(to_string(Slice()), ":");
  EXPECT_EQ(to_string(Slice(1)), "1:");
  EXPECT_EQ(to_string(Slice(ndx::newaxis, 3)), ":3");
  EXPECT_EQ(to_string(Slice(1, 3)), "1:3");
  EXPECT_EQ(to_string(Slice(-4, -1)), "-4:-1");
  EXPECT_EQ(to_string(Slice(0, 0)), "0:0");
}

TEST(PrintSlice, AStepThatWasGivenIsShown) {
  EXPECT_EQ(to_string(Slice({}, {}, -1)), "::-1");
  EXPECT_EQ(to_string(Slice(1, 9, 2)), "1:9:2");
  EXPECT_EQ(to_string(Slice({}, 5, 1)), ":5:1");
  EXPECT_EQ(to_string(Slice({}, {}, 0)), "::0");
  EXPECT_EQ(to_string(Slice(INT64_MIN, INT64_MAX)), "-9223372036854775808:9223372036854775807");
}

TEST(PrintTensorIndex, TermsWithoutTensor) {
  EXPECT_EQ(spelled(ndx::newaxis), "None");
  EXPECT_EQ(spelled(ndx::Ellipsis), "...");
  EXPECT_EQ(spelled("..."), "...");
  EXPECT_EQ(spelled(5), "5");
  EXPECT_EQ(spelled(-1), "-1");
  EXPECT_EQ(spelled(true), "True");
  EXPECT_EQ(spelled(false), "False");
  EXPECT_EQ(spelled(Slice(1, 3)), "1:3");
}

TEST(PrintTensorIndex, ListsAndMasks) {
  EXPECT_EQ(spelled(std::vector<int>{0, -2, 1}), "[0, -2, 1]");
  EXPECT_EQ(spelled(std::vector<bool>{true, false}), "[True, False]");
  EXPECT_EQ(spelled(std::vector<int>{}), "[]");
  EXPECT_EQ(spelled(ndx::tensor({{0, 1}, {2, 3}})), "[[0, 1], [2, 3]]");
  EXPECT_EQ(spelled(ndx::tensor({{true}, {false}})), "[[True], [False]]");
  EXPECT_EQ(spelled(std::array<std::uint64_t, 1>{UINT64_MAX}), "[18446744073709551615]");
  EXPECT_EQ(spelled(ndx::tensor<std::int8_t>({-128, 127})), "[-128, 127]");
  EXPECT_EQ(spelled(ndx::tensor<std::uint8_t>({65, 255})), "[65, 255]");
}

TEST(PrintTensorIndex, RankZeroIsItsElement) {
  EXPECT_EQ(spelled(ndx::full<std::int32_t>({}, -7)), "-7");
  EXPECT_EQ(spelled(ndx::full<bool>({}, true)), "True");
}

TEST(PrintTensorIndex, StridesAndOffsetsDoNotShow) {
  const auto t = ndx::arange<std::int16_t>(12).reshape({3, 4});
  EXPECT_EQ(spelled(t.transpose().narrow(0, 1, 2)), "[[1, 5, 9], [2, 6, 10]]");
  EXPECT_EQ(spelled(t.select(0, 2).flip()), "[11, 10, 9, 8]");
  EXPECT_EQ(spelled(ndx::tensor({3}).expand({2, 2})), "[[3, 3], [3, 3]]");
}

TEST(PrintTensorIndex, LargeTensorsAreSummarised) {
  EXPECT_EQ(spelled(ndx::arange(1000)), "tensor(shape=(1000), dtype=int64)");
  EXPECT_EQ(spelled(ndx::full<bool>({3, 11}, true)), "tensor(shape=(3, 11), dtype=bool)");
  EXPECT_EQ(spelled(ndx::full<std::uint8_t>({32}, 1)).substr(0, 7), "[1, 1, ");
}

TEST(PrintTensorIndex, EmptyTensorsThatNoListSpellsAreSummarised) {
  EXPECT_EQ(spelled(ndx::empty<std::int64_t>({0, 3})), "tensor(shape=(0, 3), dtype=int64)");
  EXPECT_EQ(spelled(ndx::empty<bool>({0})), "tensor(shape=(0), dtype=bool)");
}

TEST(PrintTensorIndex, StreamsWriteTheSameText) {
  std::ostringstream out;
  out << TensorIndex(3) << ' ' << Slice(1) << ' ' << TensorIndex(std::vector<int>{1, 2});
  EXPECT_EQ(out.str(), "3 1: [1, 2]");
}

TEST(Print, TermsAsBetweenTheBracketsOfASubscript) {
  std::ostringstream out;
  out << std::vector<TensorIndex>{0, Slice(1, ndx::None), ndx::tensor({0, 2}), "...", true};
  EXPECT_EQ(out.str(), "0, 1:, [0, 2], ..., True");
  std::ostringstream none;
  none << std::vector<TensorIndex>{};
  EXPECT_EQ(none.str(), "()");
}

}  // namespace print_terms_test
