// Writes that combine: every reduction, by every rule, through views and with a caller's function.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

namespace reductions_test {

const Tensor<int> places = tensor({0, 2, 2, -1});  // the 2 twice

template <class How>
std::vector<int> reduced(int value, How how) {
  const auto t = counting({6});
  t.index_put_({places}, value, {.reduce = how});
  return expect::elements(t);
}

TEST(Reduce, CombinesDuplicatesEachInTurn) {  // NumPy: np.add.at(arange(6), [0, 2, 2, -1], 10), …
  EXPECT_EQ(reduced(10, Reduce::assign), (std::vector{10, 1, 10, 3, 4, 10}));
  EXPECT_EQ(reduced(10, Reduce::add), (std::vector{10, 1, 22, 3, 4, 15}));
  EXPECT_EQ(reduced(3, Reduce::multiply), (std::vector{0, 1, 18, 3, 4, 15}));
  EXPECT_EQ(reduced(1, Reduce::minimum), (std::vector{0, 1, 1, 3, 4, 1}));
  EXPECT_EQ(reduced(4, Reduce::maximum), (std::vector{4, 1, 4, 3, 4, 5}));
  EXPECT_EQ(reduced(6, Reduce::bitwise_and), (std::vector{0, 1, 2, 3, 4, 4}));
  EXPECT_EQ(reduced(8, Reduce::bitwise_or), (std::vector{8, 1, 10, 3, 4, 13}));
  EXPECT_EQ(reduced(7, Reduce::bitwise_xor), (std::vector{7, 1, 2, 3, 4, 2}));
}

int difference(int a, int b) { return a - b; }

TEST(Reduce, TakesACallersFunctionInRowMajorOrder) {
  const auto t = counting({6});
  t.index_put_({places}, tensor({1, 2, 3, 4}), {.reduce = [](int a, int b) { return a - b; }});
  EXPECT_TRUE(is(t, {6}, {-1, 1, -3, 3, 4, 1}));
  EXPECT_EQ(reduced(1, &difference), (std::vector{-1, 1, 0, 3, 4, 4}));
  // 10·there + value tells the order in which values came.
  const auto order = zeros<int>({2});
  order.index_put_({tensor({{0, 1}, {0, 0}})}, tensor({{1, 2}, {3, 4}}),
                   {.reduce = [](int a, int b) { return 10 * a + b; }});
  EXPECT_TRUE(is(order, {2}, {134, 2}));
}

TEST(Reduce, AFunctionMayCaptureByReference) {
  int calls = 0;
  const auto t = counting({6});
  t.index_put_({places}, 1, {.reduce = [&calls](int a, int b) { return ++calls, a + b; }});
  EXPECT_EQ(calls, 4);
}

TEST(Reduce, GoesThroughViewsWithoutIndexTensors) {
  const auto t = counting({2, 3});
  t.index_put_({Slice(), Slice(None, None, -1)}, tensor({1, 2, 3}), {.reduce = Reduce::multiply});
  EXPECT_TRUE(is(t, {2, 3}, {0, 2, 2, 9, 8, 5}));
  t.index_put_({1, 0}, 100, {.reduce = Reduce::maximum});
  EXPECT_TRUE(is(t, {2, 3}, {0, 2, 2, 100, 8, 5}));
  t.index_put_({Slice(2)}, 5, {.reduce = Reduce::add});  // nothing
  EXPECT_TRUE(is(t, {2, 3}, {0, 2, 2, 100, 8, 5}));
}

TEST(Reduce, GoesThroughMasks) {
  const auto t = counting({2, 3});
  t.index_put_({t > 2}, 10, {.reduce = Reduce::multiply});
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 30, 40, 50}));
}

TEST(Reduce, CombinesRowsOfAnyStride) {
  const auto t = zeros<int>({2, 3}).transpose();  // (3,2), columns contiguous
  t.index_put_({tensor({0, 0, 2})}, tensor({{1, 2}, {3, 4}, {5, 6}}), {.reduce = Reduce::add});
  EXPECT_TRUE(is(t, {3, 2}, {4, 6, 0, 0, 5, 6}));
  const auto rows = zeros<int>({3, 2});
  rows.index_put_({tensor({0, 0, 2})}, tensor({{1}, {3}, {5}}), {.reduce = Reduce::maximum});
  EXPECT_TRUE(is(rows, {3, 2}, {3, 3, 0, 0, 5, 5}));
}

TEST(Reduce, BelongsToAllRules) {
  const auto i = tensor({0, 0});
  const auto added = [&](auto put) {
    const auto t = zeros<int>({2, 2, 2});
    put(t);
    return expect::elements(t);
  };
  const WriteOptions<int> add{.reduce = Reduce::add};
  EXPECT_EQ(added([&](auto& t) { t.numpy_index_put_({0, Slice(), i}, 1, add); }),
            (std::vector{2, 0, 2, 0, 0, 0, 0, 0}));
  EXPECT_EQ(added([&](auto& t) { t.oindex_put_({i, Slice(), i}, 1, add); }),
            (std::vector{4, 0, 4, 0, 0, 0, 0, 0}));
  EXPECT_EQ(added([&](auto& t) { t.vindex_put_({i, Slice(), i}, 1, add); }),
            (std::vector{2, 0, 2, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(is(zeros<int>({2}).oindex_put({i}, 3, {.reduce = Reduce::add}), {2}, {6, 0}));
}

TEST(Reduce, MinimumAndMaximumPropagateNan) {  // NumPy: np.maximum.at
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto t = zeros<double>({2, 3});
  t.index_put_({tensor({{0}, {1}}), tensor({0, 2, 0})}, tensor({{1.0, nan, 3.0}, {4.0, -1.0, 2.0}}),
               {.reduce = Reduce::maximum});
  EXPECT_EQ(t.at(0, 0), 3);
  EXPECT_TRUE(std::isnan(t.at(0, 2)));
  EXPECT_EQ(t.at(1, 0), 4);
  EXPECT_EQ(t.at(1, 2), 0);
  t.index_put_({0, 2}, 7, {.reduce = Reduce::minimum});
  EXPECT_TRUE(std::isnan(t.at(0, 2)));
  t.index_put_({0, 0}, nan, {.reduce = Reduce::minimum});
  EXPECT_TRUE(std::isnan(t.at(0, 0)));
}

TEST(Reduce,
     MinimumAndMaximumOrderComplexNumbersByComponents) {  // NumPy: np.minimum.at, np.maximum.at
  using Z = std::complex<double>;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto t = tensor({Z(1, 2), Z(3, -1), Z(0, 5), Z(nan, 1), Z(2, 2), Z(4, 0)});
  const auto i = tensor({0, 0, 1, 2, 3, 3, 4, 5, 5});
  const auto v = tensor(
      {Z(1, 3), Z(1, 1), Z(2, 9), Z(0, 5), Z(7, 0), Z(nan, 9), Z(2, nan), Z(-1, -1), Z(4, -2)});
  const auto same_part = [](double a, double b) { return a == b || (a != a && b != b); };
  const auto same = [&](const Tensor<Z>& found, const std::vector<Z>& expected) {
    const auto same_number = [&](const Z& a, const Z& b) {
      return same_part(a.real(), b.real()) && same_part(a.imag(), b.imag());
    };
    const auto numbers = expect::elements(found);
    return std::equal(numbers.begin(), numbers.end(), expected.begin(), expected.end(),
                      same_number);
  };
  const std::vector<Z> least{{1, 1}, {2, 9}, {0, 5}, {nan, 1}, {2, nan}, {-1, -1}};
  const std::vector<Z> most{{1, 3}, {3, -1}, {0, 5}, {nan, 1}, {2, nan}, {4, 0}};
  EXPECT_TRUE(same(t.index_put({i}, v, {.reduce = Reduce::minimum}), least));
  EXPECT_TRUE(same(t.index_put({i}, v, {.reduce = reduce_from_name("amax")}), most));
  EXPECT_TRUE(same(scatter_reduce(t, 0, i, v, Reduce::minimum), least));
  EXPECT_TRUE(same(index_reduce(t, 0, i, v, "amax"), most));
  const auto rows = tensor({{Z(1, 2), Z(3, -1)}, {Z(0, 5), Z(nan, 1)}});
  rows.index_put_({tensor({0, 1, 0})},
                  tensor({{Z(1, 3), Z(0, 9)}, {Z(0, 6), Z(1, 1)}, {Z(0, 0), Z(3, 0)}}),
                  {.reduce = Reduce::maximum});
  EXPECT_TRUE(same(rows, {{1, 3}, {3, 0}, {0, 6}, {nan, 1}}));
}

TEST(Reduce, IntegersWrapAndBoolsAreLogical) {
  const auto bytes = tensor<std::uint8_t>({200, 3});
  bytes.index_put_({tensor({0, 0, 1})}, 3, {.reduce = Reduce::multiply});
  EXPECT_TRUE(is(bytes, {2}, {8, 9}));
  const auto wide = tensor({INT64_MIN});
  wide.index_put_({tensor({0})}, -1, {.reduce = Reduce::multiply});
  EXPECT_TRUE(is(wide, {1}, {INT64_MIN}));
  const auto flags = tensor({true, true, false, false});
  flags.index_put_({Slice()}, tensor({true, false, true, false}), {.reduce = Reduce::multiply});
  EXPECT_TRUE(is(flags, {4}, {true, false, false, false}));
  flags.index_put_({Slice()}, tensor({true, false, true, false}), {.reduce = Reduce::bitwise_xor});
  EXPECT_TRUE(is(flags, {4}, {false, false, true, false}));
  const auto z = tensor({std::complex<float>(0, 1)});
  z.index_put_({tensor({0, 0})}, std::complex<float>(0, 1), {.reduce = Reduce::multiply});
  EXPECT_EQ(z.at(0), std::complex<float>(0, -1));
}

TEST(Reduce, OverlapIsAsIfTheValueHadBeenCopiedFirst) {
  const auto x = counting({6});
  x.index_put_({Slice(1)}, x.index({Slice(None, -1)}), {.reduce = Reduce::add});
  EXPECT_TRUE(is(x, {6}, {0, 1, 3, 5, 7, 9}));
  const auto a = tensor({1, 0, 2});
  a.index_put_({a}, a, {.reduce = Reduce::add});  // NumPy: np.add.at(a, a.copy(), a.copy())
  EXPECT_TRUE(is(a, {3}, {1, 1, 4}));
}

TEST(Reduce, AFailedWriteChangesNothing) {
  const auto t = counting({6});
  EXPECT_TRUE(throws<IndexError>(
      [&] { t.index_put_({tensor({0, 6})}, 5, {.reduce = Reduce::multiply}); },
      "index_put_: term 0: index 6 at [1] is out of bounds for dimension 0 with size 6"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { t.index_put_({tensor({0, 5})}, tensor({1, 2, 3}), {.reduce = Reduce::add}); },
      "index_put_: value of shape (3) cannot be broadcast to the indexed shape (2)"));
  EXPECT_TRUE(is(t, {6}, {0, 1, 2, 3, 4, 5}));
}

constexpr bool kYes = true;
static_assert((kYes ? Reduce::add : Reduce::maximum) == Reduce::add);
static_assert((kYes ? Reduce::bitwise_or : Reduce::mean) == Reduce::bitwise_or);
static_assert((kYes ? Reduce::minimum : kYes ? Reduce::assign : Reduce::add) == Reduce::minimum);
static_assert(Reduce() == Reduce::assign && Reduce::add != Reduce::multiply);

constexpr int number_of(Reduce how) {
  switch (how) {
    case Reduce::add:
      return 1;
    case Reduce::maximum:
      return 2;
    default:
      return 3;
  }
}
static_assert(number_of(Reduce::add) == 1 && number_of(Reduce::maximum) == 2);

TEST(Reduce, IsAPlainValue) {
  Reduce how = Reduce::add;
  for (const bool largest : {true, false}) {
    how = largest ? Reduce::maximum : Reduce::add;
    EXPECT_EQ(how, largest ? Reduce::maximum : Reduce::add);
    EXPECT_EQ(Reduce::maximum == how, largest);
    EXPECT_EQ(number_of(largest ? how : Reduce::bitwise_xor), largest ? 2 : 3);
    const auto named = largest ? Reduce::multiply : Reduce::minimum;
    EXPECT_EQ(largest ? how : Reduce(named), largest ? how : named);
    how = named;
    EXPECT_EQ(how, named);
  }
}

// NumPy: the ufunc's at, or the last value.
TEST(Reduce, ChosenAtRunTimeWritesAsTheConstant) {
  const auto chosen = [](int value, std::string_view name) {
    return reduced(value, reduce_from_name(name));
  };
  EXPECT_EQ(chosen(10, "assign"), (std::vector{10, 1, 10, 3, 4, 10}));
  EXPECT_EQ(chosen(10, "sum"), (std::vector{10, 1, 22, 3, 4, 15}));
  EXPECT_EQ(chosen(3, "prod"), (std::vector{0, 1, 18, 3, 4, 15}));
  EXPECT_EQ(chosen(1, "amin"), (std::vector{0, 1, 1, 3, 4, 1}));
  EXPECT_EQ(chosen(4, "amax"), (std::vector{4, 1, 4, 3, 4, 5}));
  EXPECT_EQ(chosen(6, "bitwise_and"), (std::vector{0, 1, 2, 3, 4, 4}));
  EXPECT_EQ(chosen(8, "bitwise_or"), (std::vector{8, 1, 10, 3, 4, 13}));
  EXPECT_EQ(chosen(7, "bitwise_xor"), (std::vector{7, 1, 2, 3, 4, 2}));
}

TEST(Reduce, ChosenAtRunTimeIsAnOptionOfEveryWrite) {
  for (const bool largest : {true, false}) {
    const Reduce how = largest ? Reduce::maximum : Reduce::add;
    const auto i = tensor({1, 1, 0});
    const std::vector<int> want = largest ? std::vector{4, 5, 3} : std::vector{4, 10, 3};
    const WriteOptions<int> options{.reduce = how};
    const auto start = [] { return tensor({0, 3, 3}); };
    const auto values = tensor({2, 5, 4});
    const auto by = [&](const auto& write) {
      const auto t = start();
      write(t);
      EXPECT_TRUE(is(t, {3}, want)) << how;
    };
    by([&](auto& t) { t.index_put_({i}, values, {.reduce = how}); });
    by([&](auto& t) { t.index_put_({i}, values, {.reduce = largest ? Reduce::maximum : how}); });
    by([&](auto& t) {
      t.index_put_({i}, values, {.reduce = largest ? Reduce::maximum : Reduce::add});
    });
    by([&](auto& t) { t.numpy_index_put_({i}, values, options); });
    by([&](auto& t) { t.oindex_put_({i}, values, options); });
    by([&](auto& t) { t.vindex_put_({i}, values, {.reduce = how}); });
    by([&](auto& t) { t.plan({i}).write_(t, values, {.reduce = how}); });
    by([&](auto& t) { t.unsqueeze(0)[0].index_put_({i}, values, options); });
    by([&](auto& t) { scatter_(t, 0, i, values, {.reduce = how}); });
    by([&](auto& t) { scatter_(t, 0, i, values, how); });
    by([&](auto& t) { scatter_(t, 0, i, values, largest ? "max" : "sum"); });
    by([&](auto& t) { scatter_(t.unsqueeze(0)[0], 0, i, values, how); });
    by([&](auto& t) { t.copy_(scatter(t, 0, i, values, how)); });
    by([&](auto& t) { put_(t, i, values, {.reduce = how}); });
    by([&](auto& t) { put_along_axis(t, i, values, 0, {.reduce = how}); });
    by([&](auto& t) { scatter_nd_(t, i.unsqueeze(1), values, {.reduce = how}); });
    by([&](auto& t) { scatter_reduce_(t, 0, i, values, how); });
    by([&](auto& t) { index_reduce_(t, 0, i, values, how); });
  }
}

TEST(Reduce, ThatTheElementsDoNotHaveIsAnErrorThatNamesTheCall) {
  const auto missing = [](const std::string& call, const char* name) {
    return call + ": reduce \"" + name + "\" is not available for this element type";
  };
  const Reduce bits = reduce_from_name("bitwise_and");
  const auto x = tensor({1.5F, 2.5F});
  EXPECT_TRUE(throws<ValueError>([&] { x.index_put_({0}, 1, {.reduce = bits}); },
                                 missing("index_put_", "bitwise_and")));
  EXPECT_TRUE(throws<ValueError>([&] { (void)x.oindex_put({tensor({0})}, 1, {.reduce = bits}); },
                                 missing("oindex_put_", "bitwise_and")));
  EXPECT_TRUE(throws<ValueError>([&] { x.plan({0}).write_(x, 1, {.reduce = bits}); },
                                 missing("Plan::write_", "bitwise_and")));
  EXPECT_TRUE(throws<ValueError>([&] { scatter_(x, 0, tensor({0}), 1, bits); },
                                 missing("scatter_", "bitwise_and")));
  EXPECT_TRUE(throws<ValueError>([&] { (void)scatter_reduce(x, 0, tensor({0}), x, bits); },
                                 missing("scatter_reduce", "bitwise_and")));
  EXPECT_TRUE(is(x, {2}, {1.5F, 2.5F}));
  struct Plain {
    int value;
  };
  const auto plain = full<Plain>({2}, Plain{1});
  EXPECT_TRUE(
      throws<ValueError>([&] { plain.index_put_({0}, Plain{2}, {.reduce = Reduce(Reduce::add)}); },
                         missing("index_put_", "add")));
  plain.index_put_({0}, Plain{2}, {.reduce = Reduce()});
  EXPECT_EQ(plain.at(0).value, 2);
  EXPECT_TRUE(
      throws<ValueError>([&] { x.index_put_({0}, 1, {.reduce = reduce_from_name("mean")}); },
                         "index_put_: reduce \"mean\" is for scatter_reduce and index_reduce, "
                         "which count the values"));
}

}  // namespace reductions_test
