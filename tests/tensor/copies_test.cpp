// Copies: clone, contiguous, to, copy_ and fill_; conversions, broadcasting, overlap.
#include <complex>
#include <limits>

#include <ndx/tensor/copies.hpp>

#include "support/expect.hpp"

namespace copies_test {

using expect::is;
using expect::throws;
using ndx::arange;
using ndx::ConvertibleElement;
using ndx::index_t;
using ndx::None;
using ndx::ShapeError;
using ndx::Slice;
using ndx::Tensor;
using ndx::tensor;
using ndx::ValueError;

Tensor<int> matrix() { return arange<int>(6).reshape({2, 3}); }

TEST(Clone, IsFreshAndRowMajor) {
  const auto t = matrix();
  for (const auto& view : {t, t.transpose(), t.flip(), t.slice(1, Slice(None, None, 2)),
                           t.select(0, 1), t.unsqueeze(0).expand({2, 2, 3}), t.narrow(0, 0, 0)}) {
    const auto copy = view.clone();
    EXPECT_TRUE(is(copy, expect::dims(view.shape()), expect::elements(view)));
    EXPECT_TRUE(copy.is_contiguous());
    EXPECT_FALSE(copy.shares_storage(t));
  }
  EXPECT_TRUE(is(tensor(5).clone(), {}, {5}));
}

TEST(Clone, OfAReadOnlyTensorCanBeWritten) {
  const Tensor<const int> t = matrix();
  const auto copy = t.clone();
  static_assert(std::is_same_v<decltype(copy), const Tensor<int>>);
  copy(0, 0) = 9;
  EXPECT_EQ(t(0, 0), 0);
}

TEST(Contiguous, SharesWhatIsRowMajorAndCopiesTheRest) {
  const auto t = matrix();
  EXPECT_TRUE(t.contiguous().shares_storage(t));
  EXPECT_TRUE(t.select(0, 1).contiguous().shares_storage(t));
  EXPECT_FALSE(t.transpose().contiguous().shares_storage(t));
  EXPECT_TRUE(is(t.transpose().contiguous(), {3, 2}, {0, 3, 1, 4, 2, 5}));
  const Tensor<const int> read_only = t;
  EXPECT_TRUE(is(read_only.transpose().contiguous(), {3, 2}, {0, 3, 1, 4, 2, 5}));
}

TEST(ToVector, HoldsTheElementsInRowMajorOrder) {
  const auto t = matrix();
  EXPECT_EQ(t.to_vector(), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(t.transpose().to_vector(), (std::vector<int>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(t.flip().select(0, 0).to_vector(), (std::vector<int>{5, 4, 3}));
  EXPECT_EQ(tensor(7).expand({2}).to_vector(), (std::vector<int>{7, 7}));
  EXPECT_EQ(tensor(7).to_vector(), std::vector<int>{7});
  EXPECT_EQ(ndx::zeros({0, 3}).to_vector(), std::vector<float>{});
  EXPECT_EQ((t > 3).to_vector(), (std::vector<bool>{false, false, false, false, true, true}));
  EXPECT_EQ(Tensor<const int>(t).to_vector(), t.to_vector());
}

TEST(To, ConvertsEveryElement) {
  EXPECT_TRUE(is(tensor({1.9, -1.9, 300.0}).to<std::uint8_t>(), {3}, {1, 0, 255}));
  EXPECT_TRUE(is(tensor({300, -1}).to<std::int8_t>(), {2}, {44, -1}));
  EXPECT_TRUE(is(tensor({0, 2, -1}).to<bool>(), {3}, {false, true, true}));
  EXPECT_TRUE(is(tensor({true, false}).to<float>(), {2}, {1, 0}));
  EXPECT_TRUE(is(tensor({1, 2}).to<std::complex<float>>(), {2}, {{1, 0}, {2, 0}}));
  EXPECT_TRUE(is(tensor({std::numeric_limits<float>::quiet_NaN()}).to<int>(), {1}, {0}));
}

TEST(To, OfAnyStrides) {
  EXPECT_TRUE(is(matrix().transpose().flip(0).to<double>(), {3, 2}, {2, 5, 1, 4, 0, 3}));
  EXPECT_TRUE(is(tensor(7).expand({2, 2}).to<float>(), {2, 2}, {7, 7, 7, 7}));
  EXPECT_TRUE(is(ndx::empty<int>({0, 2}).to<float>(), {0, 2}, {}));
  EXPECT_TRUE(is(tensor(7).to<float>(), {}, {7}));
}

TEST(To, TheSameTypeShares) {
  const auto t = matrix();
  EXPECT_TRUE(t.to<int>().shares_storage(t));
  EXPECT_TRUE(t.transpose().to<const int>().shares_storage(t));
  EXPECT_FALSE(Tensor<const int>(t).to<int>().shares_storage(t));
}

template <class T, class U>
concept HasTo = requires(Tensor<T> t) { t.template to<U>(); };

TEST(To, ComplexIntoRealDoesNotCompile) {
  static_assert(!ConvertibleElement<std::complex<float>, float>);
  using Z = std::complex<float>;
  static_assert(HasTo<float, Z> && !HasTo<Z, float>);
}

TEST(Copy, WritesAnyStridesFromAnyStrides) {
  const auto t = ndx::zeros<int>({3, 2});
  t.transpose().copy_(matrix());
  EXPECT_TRUE(is(t, {3, 2}, {0, 3, 1, 4, 2, 5}));
  t.flip().copy_(t.clone());
  EXPECT_TRUE(is(t, {3, 2}, {5, 2, 4, 1, 3, 0}));
  t.select(1, 0).copy_(tensor({7, 8, 9}));
  EXPECT_TRUE(is(t, {3, 2}, {7, 2, 8, 1, 9, 0}));
}

TEST(Copy, BroadcastsAndConverts) {
  const auto t = ndx::zeros<std::uint8_t>({2, 3});
  t.copy_(tensor({1.5, 2.5, 999.0}));
  EXPECT_TRUE(is(t, {2, 3}, {1, 2, 255, 1, 2, 255}));
  t.copy_(tensor({{-1}, {2}}));
  EXPECT_TRUE(is(t, {2, 3}, {255, 255, 255, 2, 2, 2}));
  t.copy_(tensor(7));
  EXPECT_TRUE(is(t, {2, 3}, {7, 7, 7, 7, 7, 7}));
}

TEST(Copy, IsAsIfTheSourceHadBeenCopiedFirst) {
  const auto x = arange<int>(6);
  x.slice(0, Slice(1)).copy_(x.slice(0, Slice(None, -1)));
  EXPECT_TRUE(is(x, {6}, {0, 0, 1, 2, 3, 4}));
  const auto y = arange<int>(6);
  y.slice(0, Slice(None, -1)).copy_(y.slice(0, Slice(1)));
  EXPECT_TRUE(is(y, {6}, {1, 2, 3, 4, 5, 5}));
  const auto z = arange<int>(5);
  z.copy_(z.flip());
  EXPECT_TRUE(is(z, {5}, {4, 3, 2, 1, 0}));
  const auto m = arange<int>(9).reshape({3, 3});
  m.copy_(m.transpose());
  EXPECT_TRUE(is(m, {3, 3}, {0, 3, 6, 1, 4, 7, 2, 5, 8}));
  m.copy_(m.select(0, 1));
  EXPECT_TRUE(is(m, {3, 3}, {1, 4, 7, 1, 4, 7, 1, 4, 7}));
  m.copy_(m);
  EXPECT_TRUE(is(m, {3, 3}, {1, 4, 7, 1, 4, 7, 1, 4, 7}));
}

TEST(Copy, SeesOverlapBetweenBorrowedPiecesAndOtherTypes) {
  std::vector<int> values{0, 1, 2, 3, 4};
  ndx::borrow(values.data() + 1, {4}).copy_(ndx::borrow(values.data(), {4}));
  EXPECT_EQ(values, (std::vector<int>{0, 0, 1, 2, 3}));
  // The bytes of the first two ints, as they were, become four ints.
  std::vector<int> other{0x01020304, 0x05060708, 0, 0};
  const auto bytes = ndx::borrow(reinterpret_cast<std::uint8_t*>(other.data()), {4});
  const std::vector<int> expected(bytes.begin(), bytes.end());
  ndx::borrow(other.data(), {4}).copy_(bytes);
  EXPECT_EQ(other, expected);
}

TEST(Copy, DropsLeadingOnesAsIndexPutDoes) {
  const auto t = matrix();
  t.copy_(tensor({{{7, 8, 9}}}));
  EXPECT_TRUE(is(t, {2, 3}, {7, 8, 9, 7, 8, 9}));
  t.copy_(arange<int>(6).reshape({1, 1, 2, 3}));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
  t.copy_(t.flip().unsqueeze(0));
  EXPECT_TRUE(is(t, {2, 3}, {5, 4, 3, 2, 1, 0}));
  const auto scalar = ndx::zeros<double>({});
  scalar.copy_(tensor({{4}}));
  EXPECT_TRUE(is(scalar, {}, {4}));
}

TEST(Copy, OfNoElementsChangesNothing) {
  const auto t = matrix();
  t.narrow(0, 1, 0).copy_(ndx::empty<int>({0, 3}));
  t.narrow(0, 1, 0).copy_(tensor(9));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(Copy, RefusesShapesThatDoNotFitAndChangesNothing) {
  const auto t = matrix();
  EXPECT_TRUE(throws<ShapeError>([&] { t.copy_(tensor({1, 2})); },
                                 "copy_: shape (2) cannot be broadcast to (2, 3)"));
  EXPECT_THROW(t.copy_(ndx::zeros<int>({2, 2, 3})), ShapeError);
  EXPECT_THROW(t.copy_(ndx::zeros<int>({2, 1, 3})), ShapeError);
  EXPECT_THROW(t.copy_(ndx::zeros<int>({1, 2, 2})), ShapeError);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(Fill, WritesEveryElementOfTheViewOnly) {
  const auto t = ndx::zeros<int>({3, 4});
  t.slice(0, Slice(None, None, 2)).slice(1, Slice(None, None, -2)).fill_(5);
  EXPECT_TRUE(is(t, {3, 4}, {0, 5, 0, 5, 0, 0, 0, 0, 0, 5, 0, 5}));
  t.fill_(2.9);
  EXPECT_TRUE(is(t.select(0, 0), {4}, {2, 2, 2, 2}));
  t.narrow(0, 0, 0).fill_(9);
  EXPECT_EQ(t(0, 0), 2);
  EXPECT_TRUE(is(tensor(5).fill_(6), {}, {6}));
}

TEST(Fill, TakesATensorOfOneElement) {
  const auto t = matrix();
  EXPECT_TRUE(is(t.fill_(tensor(7.5)), {2, 3}, {7, 7, 7, 7, 7, 7}));
  EXPECT_TRUE(is(t.select(0, 0).fill_(tensor({{8}})), {3}, {8, 8, 8}));
  EXPECT_TRUE(throws<ValueError>([&] { t.fill_(tensor({1, 2})); },
                                 "fill_: a tensor of shape (2) does not have exactly one element"));
  EXPECT_TRUE(is(t, {2, 3}, {8, 8, 8, 7, 7, 7}));
}

TEST(Fill, ConvertsTheValueAsRuleNine) {
  EXPECT_TRUE(is(ndx::zeros<std::int8_t>({1}).fill_(1e9), {1}, {127}));
  EXPECT_TRUE(is(ndx::zeros<std::int8_t>({1}).fill_(300), {1}, {44}));
  EXPECT_TRUE(is(ndx::zeros<bool>({1}).fill_(256), {1}, {true}));
  EXPECT_TRUE(is(ndx::zeros<std::complex<double>>({1}).fill_(2), {1}, {{2, 0}}));
}

TEST(Writes, GiveTheTensorBack) {
  const auto t = matrix();
  EXPECT_EQ(&t.fill_(1), &t);
  EXPECT_EQ(&t.copy_(tensor(2)), &t);
  const auto view = t.select(0, 0).fill_(7);
  EXPECT_TRUE(view.shares_storage(t));
  EXPECT_TRUE(is(t, {2, 3}, {7, 7, 7, 2, 2, 2}));
}

TEST(Writes, ThroughAViewThatRepeatsAnElementAreRefusedAndChangeNothing) {
  const auto t = arange<int>(3);
  EXPECT_TRUE(throws<ValueError>([&] { t.expand({2, 3}).fill_(9); },
                                 "fill_: shape (2, 3) with strides (0, 1) has elements that share "
                                 "memory and cannot be written; clone() it first"));
  EXPECT_THROW(t.expand({2, 3}).copy_(ndx::zeros<int>({2, 3})), ValueError);
  EXPECT_THROW(t.unfold(0, 2, 1).fill_(9), ValueError);
  EXPECT_THROW(t.as_strided({2, 2}, {1, 1}).fill_(9), ValueError);
  EXPECT_TRUE(is(t, {3}, {0, 1, 2}));
}

TEST(Writes, ThroughAViewThatOnlyLooksAsIfItRepeatedGoThrough) {
  const auto t = arange<int>(3);
  t.expand({1, 3}).fill_(4);
  t.unfold(0, 1, 1).fill_(5);
  t.select(0, 0).expand({1, 1}).fill_(6);
  t.expand({0, 3}).fill_(7);
  EXPECT_TRUE(is(t, {3}, {6, 5, 5}));
}

}  // namespace copies_test
