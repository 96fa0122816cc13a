// Values are those of PyTorch's manual, and worked by hand elsewhere.
#include <cmath>
#include <complex>
#include <limits>

#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::elements;
using expect::is;
using expect::throws;

namespace scatter_reduce_test {

constexpr const char* kIsNone =
    "is none of \"add\", \"sum\", \"multiply\", \"mul\", \"prod\", \"minimum\", \"amin\", \"min\", "
    "\"maximum\", \"amax\", \"max\", \"mean\", \"bitwise_and\", \"bitwise_or\", \"bitwise_xor\", "
    "\"assign\"";

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(ScatterReduce, AsInPyTorchsManual) {
  const auto src = tensor({1, 2, 3, 4, 5, 6});
  const auto index = tensor({0, 1, 0, 1, 2, 1});
  const auto input = tensor({1, 2, 3, 4});
  EXPECT_TRUE(is(scatter_reduce(input, 0, index, src, "sum"), {4}, {5, 14, 8, 4}));
  EXPECT_TRUE(is(scatter_reduce(input, 0, index, src, "sum", false), {4}, {4, 12, 5, 4}));
  const auto other = tensor({5, 4, 3, 2});
  EXPECT_TRUE(is(scatter_reduce(other, 0, index, src, "amax"), {4}, {5, 6, 5, 2}));
  EXPECT_TRUE(is(scatter_reduce(other, 0, index, src, "amax", false), {4}, {3, 6, 5, 2}));
  EXPECT_TRUE(is(input, {4}, {1, 2, 3, 4}));
}

TEST(ScatterReduce, ByEveryName) {
  const auto src = tensor({4.0, -2.0, 6.0, 8.0});
  const auto index = tensor({0, 0, 2, 0});
  const auto t = tensor({10.0, 20.0, 2.0});
  const auto check = [&](const char* name, bool self, std::vector<double> want) {
    EXPECT_TRUE(is(scatter_reduce(t, 0, index, src, name, self), {3}, want)) << name << self;
  };
  check("sum", true, {20, 20, 8});
  check("sum", false, {10, 20, 6});
  check("prod", true, {-640, 20, 12});
  check("prod", false, {-64, 20, 6});
  check("mean", true, {5, 20, 4});
  check("mean", false, {10.0 / 3, 20, 6});
  check("amax", true, {10, 20, 6});
  check("amax", false, {8, 20, 6});
  check("amin", true, {-2, 20, 2});
  check("amin", false, {-2, 20, 6});
}

TEST(ScatterReduce, ByListsInBraces) {
  const auto t = tensor({1, 2, 3});
  EXPECT_TRUE(is(scatter_reduce(t, 0, {0, 0, 2}, tensor({5, 6, 7}), "sum"), {3}, {12, 2, 10}));
  EXPECT_TRUE(is(scatter_reduce(t, 0, std::vector<int>{1}, tensor({9}), "prod"), {3}, {1, 18, 3}));
  EXPECT_TRUE(is(scatter_reduce_(t.clone(), 0, {1}, tensor({9}), "amax"), {3}, {1, 9, 3}));
}

TEST(ScatterReduce, RoundsTheMeanOfIntegersDown) {
  const auto index = tensor({0, 0, 1, 1, 1});
  const auto src = tensor({-3, -4, 7, 7, 3});
  EXPECT_TRUE(is(scatter_reduce(tensor({0, 5, 9}), 0, index, src, "mean"), {3}, {-3, 5, 9}));
  EXPECT_TRUE(is(scatter_reduce(tensor({0, 5, 9}), 0, index, src, "mean", false), {3}, {-4, 5, 9}));
  EXPECT_TRUE(is(scatter_reduce(tensor<std::uint64_t>({UINT64_MAX - 1, 7}), 0, tensor({0}),
                                tensor<std::uint64_t>({1}), "mean"),
                 {2}, {UINT64_MAX / 2, 7}));
  EXPECT_TRUE(is(scatter_reduce(tensor<std::int8_t>({-7}), 0, tensor({0}), tensor({0}), "mean"),
                 {1}, {-4}));
}

/// The mean of `count` elements x by both functions, without and with the target's own x.
template <class T>
std::vector<T> means_of(const T& x, index_t count) {
  const auto index = zeros<int>({count});
  const auto source = full({count}, x);
  const auto t = full({1}, x);
  return {scatter_reduce(zeros<T>({1}), 0, index, source, "mean", false)(0),
          scatter_reduce(t, 0, index, source, "mean")(0),
          index_reduce(zeros<T>({1}), 0, index, source, "mean", false)(0),
          index_reduce(t, 0, index, source, "mean")(0)};
}

TEST(ScatterReduce, AMeanOfEqualNumbersIsThatNumberInEveryType) {
  const auto is_mean = [](auto x, index_t count) {
    return means_of(x, count) == std::vector<decltype(x)>(4, x);
  };
  EXPECT_TRUE(is_mean(std::uint8_t{200}, 3));
  EXPECT_TRUE(is_mean(std::int8_t{100}, 3));
  EXPECT_TRUE(is_mean(std::int8_t{-128}, 300));
  EXPECT_TRUE(is_mean(std::uint16_t{65535}, 5));
  EXPECT_TRUE(is_mean(std::int16_t{-32768}, 5));
  EXPECT_TRUE(is_mean(1'500'000'000, 3));
  EXPECT_TRUE(is_mean(std::numeric_limits<int>::min(), 7));
  EXPECT_TRUE(is_mean(std::numeric_limits<std::uint32_t>::max(), 7));
  for (const index_t count : {1, 2, 3, 5, 1000}) {
    EXPECT_TRUE(is_mean(std::numeric_limits<std::int64_t>::min(), count)) << count;
    EXPECT_TRUE(is_mean(std::numeric_limits<std::int64_t>::max(), count)) << count;
    EXPECT_TRUE(is_mean(std::int64_t{-1}, count)) << count;
    EXPECT_TRUE(is_mean(std::numeric_limits<std::uint64_t>::max(), count)) << count;
    EXPECT_TRUE(is_mean(std::uint64_t{1} << 63, count)) << count;
  }
  EXPECT_TRUE(is_mean(float16(32.F), 4096));
  EXPECT_TRUE(is_mean(float16(1.F), 5000));
  EXPECT_TRUE(is_mean(bfloat16(1.F), 5000));
  EXPECT_TRUE(is_mean(bfloat16(3e38F), 3));
  EXPECT_TRUE(is_mean(3e38F, 3));
  EXPECT_TRUE(is_mean(0.1F, 100'000));
  EXPECT_TRUE(is_mean(std::complex<float>(3e38F, 0.1F), 1000));
}

TEST(ScatterReduce, MeansOf64BitIntegersAreExactAndRoundedDown) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  const auto mean = [](const std::vector<std::int64_t>& x) {
    const auto count = static_cast<index_t>(x.size());
    return scatter_reduce(zeros<std::int64_t>({1}), 0, zeros<int>({count}), tensor(x), "mean",
                          false)(0);
  };
  EXPECT_EQ(mean({most, most, most - 1}), most - 1);
  EXPECT_EQ(mean({least, least, least + 1}), least);
  EXPECT_EQ(mean({most, least}), -1);
  EXPECT_EQ(mean({most, most, least, least, 0}), -1);
  EXPECT_EQ(mean({most, most, least, least, 2}), 0);
  EXPECT_EQ(mean({most, most, 5}), 6148914691236517206);  // (2^64 + 3) / 3 = 6148914691236517206.3
  EXPECT_EQ(mean({least, least, 5}), -6148914691236517204);  // (-2^64 + 5) / 3 = …203.67
}

TEST(ScatterReduce, MeansOfFloatsAreAddedInDouble) {
  // As floats, 1 is lost beside 2^24, and so is the first number beside the second.
  const auto src = tensor({16777216.F, 1.F, 1.F, 1.F, 1.F, -16777216.F});
  const auto means = scatter_reduce(zeros({1}), 0, zeros<int>({6}), src, "mean", false);
  EXPECT_EQ(means(0), 4.F / 6);
  EXPECT_EQ(scatter_reduce(full({1}, 8.F), 0, tensor({0, 0}), tensor({1e10F, -1e10F}), "mean")(0),
            8.F / 3);
}

TEST(ScatterReduce, AlongADimOfHigherRank) {
  const auto src = counting({2, 3});
  const auto index = tensor({{0, 0, 1}, {1, 1, 1}});
  EXPECT_TRUE(is(scatter_reduce(full({2, 2}, 10), 1, index, src, "sum"), {2, 2}, {11, 12, 10, 22}));
  EXPECT_TRUE(
      is(scatter_reduce(full({2, 2}, 10), -1, index, src, "mean", false), {2, 2}, {0, 2, 10, 4}));
  EXPECT_TRUE(is(scatter_reduce(full({2, 3}, 2), 0, tensor({{1}, {1}}), src, "amax"), {2, 3},
                 {2, 2, 2, 3, 2, 2}));
}

TEST(ScatterReduce, IsInPlace) {
  const auto t = tensor({1, 2});
  const auto same = scatter_reduce_(t, 0, tensor({-1}), tensor({5}), "prod");
  EXPECT_TRUE(is(t, {2}, {1, 10}));
  EXPECT_TRUE(same.shares_storage(t));
}

TEST(ScatterReduce, NanIsTheLargestAndTheSmallest) {
  const auto index = tensor({0, 0, 1});
  const auto src = tensor({nan, 1.0, 2.0});
  for (const char* const name : {"amax", "amin", "sum", "prod", "mean"}) {
    for (const bool self : {true, false}) {
      const auto out = scatter_reduce(tensor({0.0, 2.0}), 0, index, src, name, self);
      EXPECT_TRUE(std::isnan(out(0))) << name;
      EXPECT_FALSE(std::isnan(out(1))) << name;
    }
  }
  EXPECT_TRUE(std::isnan(scatter_reduce(tensor({nan}), 0, tensor({0}), tensor({1.0}), "amax")(0)));
  EXPECT_TRUE(
      is(scatter_reduce(tensor({nan}), 0, tensor({0}), tensor({1.0}), "amax", false), {1}, {1.0}));
}

TEST(ScatterReduce, WithoutSelfTheExtremesOfTheTypeAreKept) {
  const auto zero = tensor({0});
  const auto lowest = std::numeric_limits<int>::lowest();
  EXPECT_TRUE(
      is(scatter_reduce(tensor({5}), 0, zero, tensor({lowest}), "amax", false), {1}, {lowest}));
  EXPECT_TRUE(
      is(scatter_reduce(tensor({5.0}), 0, zero, tensor({-inf}), "amax", false), {1}, {-inf}));
  EXPECT_TRUE(is(scatter_reduce(tensor({5.0}), 0, zero, tensor({inf}), "amin", false), {1}, {inf}));
}

TEST(ScatterReduce, OfBoolsAndComplexNumbers) {
  const auto index = tensor({0, 0, 1});
  const auto src = tensor({true, false, true});
  EXPECT_TRUE(
      is(scatter_reduce(tensor({true, false}), 0, index, src, "prod"), {2}, {false, false}));
  EXPECT_TRUE(
      is(scatter_reduce(tensor({true, false}), 0, index, src, "prod", false), {2}, {false, true}));
  EXPECT_TRUE(is(scatter_reduce(tensor({true, false}), 0, index, src, "amax"), {2}, {true, true}));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)scatter_reduce(tensor({true}), 0, tensor({0}), src, "mean"); },
                         "scatter_reduce: reduce \"mean\" is not available for this element type"));
  using Z = std::complex<double>;
  const auto z = tensor({Z(1, 1), Z(3, 1)});
  EXPECT_TRUE(
      is(scatter_reduce(zeros<Z>({1}), 0, tensor({0, 0}), z, "mean", false), {1}, {Z(2, 1)}));
  EXPECT_TRUE(is(scatter_reduce(full({1}, Z(0, 1)), 0, tensor({0}), z, "prod"), {1}, {Z(-1, 1)}));
  const auto twice = tensor({0, 0});
  EXPECT_TRUE(is(scatter_reduce(full({1}, Z(3, 0)), 0, twice, z, "amax"), {1}, {Z(3, 1)}));
  EXPECT_TRUE(is(scatter_reduce(zeros<Z>({1}), 0, twice, z, "amin", false), {1}, {Z(1, 1)}));
  EXPECT_TRUE(is(scatter_reduce(full({1}, Z(9, 9)), 0, twice, z, "amax", false), {1}, {Z(3, 1)}));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)scatter_reduce(z, 0, tensor({0}), z, "bitwise_or"); },
      "scatter_reduce: reduce \"bitwise_or\" is not available for this element type"));
}

TEST(ScatterReduce, OverlapIsAsIfCopiedFirst) {
  for (const bool self : {true, false}) {
    const auto a = tensor({4, 6, 8});
    scatter_reduce_(a, 0, tensor({1, 0, 1}), a, "mean", self);
    EXPECT_TRUE(is(a, {3}, self ? std::vector<int>{5, 6, 8} : std::vector<int>{6, 6, 8})) << self;
    const auto b = tensor({1, 2, 0});
    scatter_reduce_(b, 0, b, tensor({30, 40, 50}), "mean", self);
    EXPECT_TRUE(is(b, {3}, self ? std::vector<int>{25, 16, 20} : std::vector<int>{50, 30, 40}));
    const auto c = counting({3});
    scatter_reduce_(c, 0, tensor({0, 0, 0}), c.flip(), "amax", self);
    EXPECT_TRUE(is(c, {3}, {2, 1, 2}));
  }
}

TEST(ScatterReduce, ByAPolicyAndOfNothing) {
  const auto index = tensor({0, 5, -3});
  const auto src = tensor({4, 6, 8});
  const auto t = tensor({10, 20});
  EXPECT_TRUE(is(scatter_reduce(t, 0, index, src, "mean", false, Bounds::drop), {2}, {4, 20}));
  EXPECT_TRUE(is(scatter_reduce(t, 0, index, src, "mean", true, Bounds::wrap), {2}, {7, 11}));
  EXPECT_TRUE(
      is(scatter_reduce(t, 0, zeros<int>({0}), zeros<int>({0}), "mean", false), {2}, {10, 20}));
  EXPECT_TRUE(is(scatter_reduce(tensor(4), 0, tensor(0), tensor(6), "mean"), {}, {5}));
}

TEST(ScatterReduce, AFailedCallChangesNothing) {
  const auto t = counting({2, 3});
  const auto index = tensor({{0, 1, 2}, {2, 3, 0}});
  for (const char* const name : {"sum", "mean", "amax"}) {
    for (const bool self : {true, false}) {
      EXPECT_TRUE(throws<IndexError>(
          [&] { scatter_reduce_(t, 1, index, ones<int>({2, 3}), name, self); },
          "scatter_reduce_: index 3 at [1, 1] is out of bounds for dimension 1 with size 3"));
      EXPECT_TRUE(throws<ShapeError>(
          [&] { scatter_reduce_(t, 1, index, ones<int>({2, 2}), name, self); },
          "scatter_reduce_: index of shape (2, 3) must have the rank of src, of shape (2, 2), and "
          "not be larger"));
      EXPECT_TRUE(throws<ValueError>(
          [&] { scatter_reduce_(t, 1, index, ones<int>({2, 3}), name, self, Bounds::fill); },
          "scatter_reduce_: Bounds::fill is only for reads; use Bounds::drop for writes"));
      const auto twice = t.select(0, 1).expand({2, 3});
      EXPECT_TRUE(throws<ValueError>(
          [&] { scatter_reduce_(twice, 1, zeros<int>({1, 3}), ones<int>({1, 3}), name, self); },
          "scatter_reduce_: shape (2, 3) with strides (0, 1) has elements that share memory "
          "and cannot be written; clone() it first"));
    }
  }
  EXPECT_TRUE(throws<IndexError>([&] { (void)scatter_reduce(t, 2, zeros<int>({2, 3}), t, "sum"); },
                                 "scatter_reduce: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<ValueError>([&] { scatter_reduce_(t, 1, zeros<int>({2, 3}), t, "most"); },
                                 std::string("scatter_reduce_: reduce \"most\" ") + kIsNone));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(IndexReduce, AsInPyTorchsManual) {
  const auto rows = arange<int>(1, 13).reshape({4, 3});
  const auto index = tensor({0, 4, 2, 0});
  const auto t = full({5, 3}, 2);
  EXPECT_TRUE(is(index_reduce(t, 0, index, rows, "prod"), {5, 3},
                 {20, 44, 72, 2, 2, 2, 14, 16, 18, 2, 2, 2, 8, 10, 12}));
  EXPECT_TRUE(is(index_reduce(t, 0, index, rows, "prod", false), {5, 3},
                 {10, 22, 36, 2, 2, 2, 7, 8, 9, 2, 2, 2, 4, 5, 6}));
  EXPECT_TRUE(is(index_reduce(t, 0, index, rows, "amin"), {5, 3},
                 {1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}));
  EXPECT_TRUE(is(index_reduce(t, 0, index, rows, "mean"), {5, 3},
                 {4, 5, 5, 2, 2, 2, 4, 5, 5, 2, 2, 2, 3, 3, 4}));
  EXPECT_TRUE(is(t, {5, 3}, std::vector<int>(15, 2)));
}

TEST(IndexReduce, IsInPlaceAlongAnyDim) {
  const auto t = counting({2, 3});
  index_reduce_(t, -1, std::vector<int>{2, 2}, tensor({{7, 1}, {0, 5}}), "amax", false);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 7, 3, 4, 5}));
  index_reduce_(t.transpose(), 0, 1, tensor({{9, 0}}), "mean");
  EXPECT_TRUE(is(t, {2, 3}, {0, 5, 7, 3, 2, 5}));
  const auto a = tensor({0, 2, 1});
  index_reduce_(a, 0, a, a, "sum", false);
  EXPECT_TRUE(is(a, {3}, {0, 1, 2}));
}

TEST(IndexReduce, AFailedCallChangesNothing) {
  const auto t = counting({2, 3});
  for (const bool self : {true, false}) {
    EXPECT_TRUE(throws<IndexError>(
        [&] { index_reduce_(t, 0, tensor({0, 2}), ones<int>({2, 3}), "mean", self); },
        "index_reduce_: index 2 at [1] is out of bounds for dimension 0 with size 2"));
    EXPECT_TRUE(throws<ShapeError>(
        [&] { index_reduce_(t, 0, tensor({0, 1}), ones<int>({3, 3}), "prod", self); },
        "index_reduce_: source has shape (3, 3), but index of shape (2) on dim 0 needs shape (2, "
        "3)"));
    EXPECT_TRUE(
        throws<ValueError>([&] { index_reduce_(t, 0, tensor({0}), ones<int>({1, 3}), "", self); },
                           std::string("index_reduce_: reduce \"\" ") + kIsNone));
  }
  EXPECT_TRUE(throws<IndexError>([&] { (void)index_reduce(t, 2, tensor({0}), t, "prod"); },
                                 "index_reduce: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(ScatterReduce, TakesASourceInBraces) {
  const auto t = counting({2, 2});
  scatter_reduce_(t, 0, {{1, 0}}, {{7, 8}}, "sum");
  EXPECT_TRUE(is(t, {2, 2}, {0, 9, 9, 3}));
  EXPECT_TRUE(is(scatter_reduce(t, 0, {{0, 0}}, {{-1, 2}}, "amin"), {2, 2}, {-1, 2, 9, 3}));
  index_reduce_(t, 0, {1, 1}, {{1, 2}, {3, 4}}, "prod", false);
  EXPECT_TRUE(is(t, {2, 2}, {0, 9, 3, 8}));
  EXPECT_TRUE(is(index_reduce(t, 0, {0}, {{4, 1}}, "amax"), {2, 2}, {4, 9, 3, 8}));
}

// NumPy: the ufunc's at, into the elements or, without them, into its identity.
TEST(ScatterReduce, TakesAValueOfReduce) {
  const auto t = tensor({12, 9, 5});
  const auto index = tensor({0, 0, 2});
  const auto src = tensor({10, 6, 3});
  const auto by = [&](Reduce how, bool self) {
    return expect::elements(scatter_reduce(t, 0, index, src, how, self));
  };
  EXPECT_EQ(by(Reduce::add, true), (std::vector{28, 9, 8}));
  EXPECT_EQ(by(Reduce::add, false), (std::vector{16, 9, 3}));
  EXPECT_EQ(by(Reduce::multiply, false), (std::vector{60, 9, 3}));
  EXPECT_EQ(by(Reduce::maximum, true), (std::vector{12, 9, 5}));
  EXPECT_EQ(by(Reduce::maximum, false), (std::vector{10, 9, 3}));
  EXPECT_EQ(by(Reduce::minimum, false), (std::vector{6, 9, 3}));
  EXPECT_EQ(by(Reduce::mean, true), (std::vector{9, 9, 4}));
  EXPECT_EQ(by(Reduce::mean, false), (std::vector{8, 9, 3}));
  EXPECT_EQ(by(Reduce::bitwise_and, true), (std::vector{0, 9, 1}));
  EXPECT_EQ(by(Reduce::bitwise_and, false), (std::vector{2, 9, 3}));
  EXPECT_EQ(by(Reduce::bitwise_or, false), (std::vector{14, 9, 3}));
  EXPECT_EQ(by(Reduce::bitwise_xor, true), (std::vector{0, 9, 6}));
  EXPECT_EQ(by(Reduce::bitwise_xor, false), (std::vector{12, 9, 3}));
  EXPECT_EQ(by(Reduce::assign, true), (std::vector{6, 9, 3}));
  EXPECT_EQ(by(Reduce::assign, false), (std::vector{6, 9, 3}));
  EXPECT_TRUE(is(scatter_reduce_(t.clone(), 0, index, src, Reduce::mean, false), {3}, {8, 9, 3}));
  EXPECT_TRUE(is(index_reduce(t, 0, index, src, Reduce::minimum, false), {3}, {6, 9, 3}));
  EXPECT_TRUE(is(index_reduce_(t.clone(), 0, index, src, Reduce::add), {3}, {28, 9, 8}));
  const auto flags = tensor({true, false});
  EXPECT_TRUE(is(
      scatter_reduce(flags, 0, tensor({0, 1}), tensor({false, true}), Reduce::bitwise_and, false),
      {2}, {false, true}));
}

TEST(ScatterReduce, TakesNumPysNames) {
  const auto t = tensor({12, 9});
  EXPECT_TRUE(is(scatter_reduce(t, 0, tensor({0}), tensor({20}), "maximum"), {2}, {20, 9}));
  EXPECT_TRUE(
      is(index_reduce(t, 0, tensor({1}), tensor({2}), std::string("multiply")), {2}, {12, 18}));
}

}  // namespace scatter_reduce_test
