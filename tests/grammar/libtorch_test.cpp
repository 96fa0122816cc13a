// The spelling of terms that people bring from libtorch: std::nullopt and std::optional, terms made
// in place, "..." at run time, typed access.
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <variant>

#include "support/expect.hpp"

using namespace ndx;
using expect::is;
using expect::throws;

namespace libtorch_test {

Tensor<int> row() { return arange<int>(5); }

TEST(Nullopt, IsNone) {
  EXPECT_TRUE(is(row().index({std::nullopt}), {1, 5}, {0, 1, 2, 3, 4}));
  EXPECT_TRUE(is(row().index(std::nullopt, 2), {1}, {2}));
  EXPECT_TRUE(TensorIndex(std::nullopt).is_none());
  const Tensor<int> part = row()[std::nullopt];
  EXPECT_TRUE(is(part, {1, 5}, {0, 1, 2, 3, 4}));
}

TEST(Nullopt, IsAnOpenBound) {
  EXPECT_TRUE(is(row().index({Slice(std::nullopt, 2)}), {2}, {0, 1}));
  EXPECT_TRUE(is(row().index({Slice(3, std::nullopt)}), {2}, {3, 4}));
  EXPECT_TRUE(is(row().index({Slice(std::nullopt, std::nullopt, -2)}), {3}, {4, 2, 0}));
}

TEST(Nullopt, IsRecognisedAmongEmptyClasses) {
  static_assert(Nullopt<std::nullopt_t>);
  static_assert(!Nullopt<NoneType> && !Nullopt<EllipsisType> && !Nullopt<std::monostate>);
  static_assert(!Nullopt<std::in_place_t> && !Nullopt<std::allocator<int>>);
  struct Own {
    explicit Own(int) {}
  };
  static_assert(!Nullopt<Own> && !Nullopt<int> && !Nullopt<std::nullptr_t>);
}

TEST(OptionalInteger, IsTheIntegerOrNone) {
  const std::optional<int> full = -1;
  const std::optional<std::int64_t> empty;
  EXPECT_TRUE(is(row().index({full}), {}, {4}));
  EXPECT_TRUE(is(row().index({empty}), {1, 5}, {0, 1, 2, 3, 4}));
  EXPECT_TRUE(is(row().index({empty, full}), {1}, {4}));
  EXPECT_TRUE(TensorIndex(full).is_integer());
  EXPECT_TRUE(TensorIndex(empty).is_none());
  EXPECT_TRUE(is(row().index({std::optional<std::uint8_t>(2)}), {}, {2}));
}

TEST(OptionalInteger, BoundsASlice) {
  const std::optional<int> full = 3;
  const std::optional<index_t> empty;
  EXPECT_TRUE(is(row().index({Slice(empty, full)}), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(row().index({Slice(full, empty)}), {2}, {3, 4}));
  EXPECT_TRUE(is(row().index({Slice(empty, empty, std::optional<int>(-1))}), {5}, {4, 3, 2, 1, 0}));
  EXPECT_TRUE(is(row().index({Slice(std::optional<std::uint64_t>(UINT64_MAX))}), {0}, {}));
  static_assert(SliceBound(std::optional<int>(7)).value_or(0) == 7);
  static_assert(!SliceBound(std::optional<int>()).given());
}

TEST(OptionalInteger, IsOfIntegersAlone) {
  static_assert(OptionalInteger<std::optional<long>> && OptionalInteger<std::optional<short>>);
  static_assert(!OptionalInteger<std::optional<double>> && !OptionalInteger<std::optional<bool>>);
  static_assert(!OptionalInteger<int> && !OptionalInteger<std::unique_ptr<int>>);
}

TEST(TermsInPlace, ByEmplaceBack) {
  std::vector<TensorIndex> terms;
  terms.emplace_back("...");
  terms.emplace_back(std::nullopt);
  terms.emplace_back(1);
  terms.emplace_back(Slice(None, None, 2));
  const auto t = arange<int>(6).reshape({1, 2, 3});
  EXPECT_TRUE(is(t.index(terms), {1, 1, 2}, {3, 5}));
  EXPECT_TRUE(throws<ValueError>([&] { terms.emplace_back("1:3"); },
                                 "index: the only text that is an index is \"...\", not \"1:3\"; "
                                 "for others, call parse_index"));
  EXPECT_EQ(terms.size(), 4U);
  std::ostringstream out;
  out << terms;
  EXPECT_EQ(out.str(), "..., None, 1, ::2");
}

TEST(TextOfTheRunTime, IsAnIndexIfItIsThreeDots) {
  const std::string dots = "...";
  const char* const text = dots.c_str();
  char* const writable = const_cast<char*>(text);
  EXPECT_TRUE(is(row().index({text, -1}), {}, {4}));
  EXPECT_TRUE(is(row().index({writable}), {5}, {0, 1, 2, 3, 4}));
  EXPECT_TRUE(is(row().index(text), {5}, {0, 1, 2, 3, 4}));
  const Tensor<int> whole = row()[{text}];
  EXPECT_EQ(whole.numel(), 5);
  for (const char* const wrong : {"", ".", "..", "....", "..:", "1:3"}) {
    EXPECT_TRUE(
        throws<ValueError>([&] { (void)row().index({wrong}); },
                           std::string("index: the only text that is an index is \"...\", not \"") +
                               wrong + "\"; for others, call parse_index"));
  }
}

TEST(TextOfTheRunTime, AloneIsTheWholeTensorAsAView) {
  const auto t = row();
  const auto whole = t.index("...");
  EXPECT_TRUE(is(whole, {5}, {0, 1, 2, 3, 4}));
  EXPECT_TRUE(whole.shares_storage(t));
}

TEST(TypedAccess, GivesTheValueOfATermOfThatKind) {
  EXPECT_EQ(TensorIndex(-7).integer(), -7);
  EXPECT_TRUE(TensorIndex(true).boolean());
  EXPECT_EQ(TensorIndex(Slice(1, 9)).slice().stop.value_or(0), 9);
  const auto index = tensor({2, 0});
  const TensorIndex term(index);
  EXPECT_EQ(term.tensor().dtype, DType::int32);
  EXPECT_TRUE(is(term.tensor<int>(), {2}, {2, 0}));
  EXPECT_TRUE(term.tensor<int>().shares_storage(index));
  EXPECT_TRUE(is(term.tensor<const int>(), {2}, {2, 0}));
  EXPECT_TRUE(is(TensorIndex(index > 0).tensor<bool>(), {2}, {true, false}));
}

TEST(TypedAccess, OfAnotherKindNamesBoth) {
  EXPECT_TRUE(throws<ValueError>([] { (void)TensorIndex(1).slice(); },
                                 "TensorIndex: the term is an integer, not a slice"));
  EXPECT_TRUE(throws<ValueError>([] { (void)TensorIndex(None).integer(); },
                                 "TensorIndex: the term is None, not an integer"));
  EXPECT_TRUE(throws<ValueError>([] { (void)TensorIndex("...").boolean(); },
                                 "TensorIndex: the term is an ellipsis, not a bool"));
  EXPECT_TRUE(throws<ValueError>([] { (void)TensorIndex(Slice()).tensor(); },
                                 "TensorIndex: the term is a slice, not a tensor"));
  EXPECT_TRUE(throws<ValueError>([] { (void)TensorIndex(true).tensor<int>(); },
                                 "TensorIndex: the term is a bool, not a tensor"));
  EXPECT_TRUE(throws<ValueError>([] { (void)TensorIndex(tensor({1})).integer(); },
                                 "TensorIndex: the term is a tensor, not an integer"));
  EXPECT_TRUE(throws<ValueError>([] { (void)TensorIndex(tensor({1})).tensor<index_t>(); },
                                 "TensorIndex::tensor: the elements are int32, not int64"));
}

}  // namespace libtorch_test
