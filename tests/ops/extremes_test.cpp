#include <cmath>
#include <complex>
#include <limits>

#include <ndx/linalg.hpp>
#include <ndx/statistics.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace extremes_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Argmax, OfAllElementsCountsInRowMajorOrder) {
  const auto x = tensor({{1, 5, 3}, {9, 2, 9}});
  EXPECT_TRUE(is(argmax(x), {}, {3}));
  EXPECT_TRUE(is(argmax(x.transpose()), {}, {1}));
  EXPECT_TRUE(is(argmax(x.flip()), {}, {0}));
  EXPECT_TRUE(is(argmax(x.narrow(1, 1, 2)), {}, {3}));
  EXPECT_TRUE(is(argmax(tensor(-4)), {}, {0}));
}

TEST(Argmax, AlongADim) {
  const auto x = tensor({{1, 5, 3}, {9, 2, 9}});
  EXPECT_TRUE(is(argmax(x, 0), {3}, {1, 0, 1}));
  EXPECT_TRUE(is(argmax(x, 1), {2}, {1, 0}));
  EXPECT_TRUE(is(argmax(x, -1, true), {2, 1}, {1, 0}));
  EXPECT_TRUE(is(argmax(x.transpose(), 0), {2}, {1, 0}));
  EXPECT_TRUE(is(argmax(x.flip(), 1), {2}, {0, 1}));
  EXPECT_TRUE(is(argmax(tensor({2, 1}).expand({3, 2}), 0), {2}, {0, 0}));
  EXPECT_TRUE(
      is(argmax(arange<int>(24).reshape({2, 3, 4}), 1), {2, 4}, std::vector<index_t>(8, 2)));
}

TEST(Argmax, OfADimOfSizeOneAmongOthers) {
  EXPECT_TRUE(is(argmax(ones({1, 2}), 0), {2}, {0, 0}));
  EXPECT_TRUE(is(argmax(ones({1, 2, 1}), 1), {1, 1}, {0}));
}

TEST(Argmax, TheFirstOfEqualsWins) {
  EXPECT_EQ(argmax(tensor({0, 7, 7})).item(), 1);
  EXPECT_EQ(argmax(full({5000}, -inf)).item(), 0);
  EXPECT_EQ(argmax(tensor({false, true, true})).item(), 1);
  EXPECT_EQ(argmax(full<std::int8_t>({9}, -128)).item(), 0);
}

/// The positions that the four searches of a bool tensor's last dim find: of the first and the last
/// true, and of the first and the last false.
std::vector<index_t> bool_extremes(const Tensor<bool>& x) {
  const auto of_line = [](const Tensor<index_t>& found) { return found.ravel()[0].item(); };
  return {of_line(argmax(x, -1)), of_line(argmax(x, -1, {.last = true})), of_line(argmin(x, -1)),
          of_line(argmin(x, -1, {.last = true}))};
}

TEST(Argmax, OfBoolsIsTheFirstTrueOrTheFirstOfAll) {
  using Found = std::vector<index_t>;
  for (const index_t size : {2, 7, 8, 9, 63, 64, 65, 100, 128, 200, 256, 2048, 5000}) {
    for (const index_t step : {1, 2, -1}) {
      const auto x = zeros<bool>({size * 2}).index({Slice(None, None, step)}).narrow(0, 0, size);
      EXPECT_EQ(bool_extremes(x), (Found{0, size - 1, 0, size - 1})) << size << ' ' << step;
      for (const index_t at : {index_t{0}, size / 2, size - 1}) {
        x.fill_(false);
        x[at] = true;
        const index_t first_false = at == 0 ? 1 : 0;
        const index_t last_false = at == size - 1 ? size - 2 : size - 1;
        EXPECT_EQ(bool_extremes(x), (Found{at, at, first_false, last_false})) << size << ' ' << at;
        EXPECT_EQ(argmax(x).item(), at);
      }
      x.fill_(true);
      EXPECT_EQ(bool_extremes(x), (Found{0, size - 1, 0, size - 1})) << size << ' ' << step;
    }
  }
}

TEST(Argmax, OfBoolsAlongEitherDim) {
  const auto x = (arange(6 * 100) * 7919 % 97 < 2).reshape({6, 100});
  EXPECT_TRUE(is(argmax(x, 1), {6}, {0, 33, 30, 27, 24, 21}));
  EXPECT_TRUE(is(argmax(x.transpose(), 0), {6}, {0, 33, 30, 27, 24, 21}));
  const auto [values, indices] = max(x.narrow(0, 0, 2).narrow(1, 1, 40), 1);
  EXPECT_TRUE(is(values, {2}, {true, true}));
  EXPECT_TRUE(is(indices, {2}, {35, 32}));
}

TEST(Argmax, ABoolOfAnotherLibraryIsTrueIfItsByteIsNotZero) {
  std::vector<unsigned char> bytes(100, 1);
  bytes[70] = 0;
  for (std::size_t i = 0; i < 50; ++i) bytes[i] = 0;
  bytes[60] = 255;
  bytes[99] = 2;
  const auto x = borrow(reinterpret_cast<const bool*>(bytes.data()), {100});
  EXPECT_EQ(argmax(x).item(), 50);
  EXPECT_EQ(argmax(x, {.last = true}).item(), 99);
  EXPECT_EQ(argmin(x, {.last = true}).item(), 70);
}

TEST(Argmax, NanCountsAsTheLargest) {
  EXPECT_EQ(argmax(tensor({inf, 1.0, nan, 2.0, nan})).item(), 2);
  EXPECT_EQ(argmax(tensor({nan, inf})).item(), 0);
  const auto x = zeros<float>({3000});
  x.index_put_({2000}, static_cast<float>(nan));
  x.index_put_({2600}, static_cast<float>(inf));
  EXPECT_EQ(argmax(x).item(), 2000);
}

template <class T>
class ArgmaxOfNumbers : public testing::Test {};
TYPED_TEST_SUITE(ArgmaxOfNumbers, number_types::Numbers);

TYPED_TEST(ArgmaxOfNumbers, AreSearchedFarBeyondABlock) {
  using T = TypeParam;
  const auto x = zeros<T>({2, 1500});
  x.index_put_({0, tensor({700, 1400})}, T{9});
  x.index_put_({1, 1499}, std::numeric_limits<T>::max());
  EXPECT_EQ(argmax(x).item(), 2999);
  EXPECT_TRUE(is(argmax(x, 1), {2}, {700, 1499}));
  EXPECT_EQ(argmax(x.index({0, Slice(None, None, -9)})).item(), 11);
}

TEST(Argmax, OfNothingIsAnError) {
  EXPECT_TRUE(throws<ValueError>([] { (void)argmax(zeros({0, 3})); },
                                 "argmax: shape (0, 3) has no elements, and so no largest"));
  EXPECT_TRUE(throws<ValueError>([] { (void)argmax(zeros({2, 0}), 1); },
                                 "argmax: dim 1 of shape (2, 0) has size 0"));
  EXPECT_TRUE(has_shape(argmax(zeros({0, 3}), 1), {0}));
  EXPECT_TRUE(throws<IndexError>([] { (void)argmax(zeros({2}), 1); },
                                 "argmax: dim 1 is out of range for a tensor of rank 1"));
}

TEST(Argmin, OfAllElementsCountsInRowMajorOrder) {
  const auto x = tensor({{7, 5, 3}, {9, 2, 2}});
  EXPECT_TRUE(is(argmin(x), {}, {4}));
  EXPECT_TRUE(is(argmin(x.transpose()), {}, {3}));
  EXPECT_TRUE(is(argmin(x.flip()), {}, {0}));
  EXPECT_TRUE(is(argmin(x.narrow(1, 0, 2)), {}, {3}));
  EXPECT_TRUE(is(argmin(tensor(-4)), {}, {0}));
}

TEST(Argmin, AlongADim) {
  const auto x = tensor({{7, 5, 3}, {9, 2, 2}});
  EXPECT_TRUE(is(argmin(x, 0), {3}, {0, 1, 1}));
  EXPECT_TRUE(is(argmin(x, -1, true), {2, 1}, {2, 1}));
  EXPECT_TRUE(is(argmin(x.transpose(), 0), {2}, {2, 1}));
  EXPECT_TRUE(is(argmin(tensor({2, 1}).expand({3, 2}), 0), {2}, {0, 0}));
  const Tensor<const int> constant = x;
  EXPECT_TRUE(is(argmin(constant, 1), {2}, {2, 1}));
}

TEST(Argmin, OfEqualsTheFirstAndOfNanNothingIsSmaller) {
  EXPECT_EQ(argmin(tensor({3, 1, 1})).item(), 1);
  EXPECT_EQ(argmin(full({5000}, inf)).item(), 0);
  EXPECT_EQ(argmin(tensor({true, false, false})).item(), 1);
  EXPECT_EQ(argmin(full<std::uint8_t>({9}, 255)).item(), 0);
  EXPECT_EQ(argmin(tensor({-inf, 1.0, nan, nan})).item(), 2);
  EXPECT_TRUE(is(argmin(tensor({{1.0, nan}, {-1.0, -inf}}), 1), {2}, {1, 1}));
}

TYPED_TEST(ArgmaxOfNumbers, HaveALeastToo) {
  using T = TypeParam;
  const auto x = full<T>({2, 1500}, T{9});
  x.index_put_({0, tensor({700, 1400})}, T{1});
  x.index_put_({1, 1499}, std::numeric_limits<T>::lowest());
  EXPECT_EQ(argmin(x).item(), 2999);
  EXPECT_TRUE(is(argmin(x, 1), {2}, {700, 1499}));
}

TEST(Argmin, OfNothingIsAnError) {
  EXPECT_TRUE(throws<ValueError>([] { (void)argmin(zeros({0, 3})); },
                                 "argmin: shape (0, 3) has no elements, and so no smallest"));
  EXPECT_TRUE(throws<ValueError>([] { (void)argmin(zeros({2, 0}), 1); },
                                 "argmin: dim 1 of shape (2, 0) has size 0"));
  EXPECT_TRUE(has_shape(argmin(zeros({0, 3}), 1), {0}));
  EXPECT_TRUE(throws<IndexError>([] { (void)argmin(zeros({2}), -2); },
                                 "argmin: dim -2 is out of range for a tensor of rank 1"));
}

TEST(Amax, OverAllOneOrSeveralDims) {
  const auto x = tensor({{{1, 5, 3}, {9, 2, 9}}, {{-1, 0, 4}, {7, 8, -6}}});
  EXPECT_TRUE(is(amax(x), {}, {9}));
  EXPECT_TRUE(is(amin(x), {}, {-6}));
  EXPECT_TRUE(is(amax(x, 0), {2, 3}, {1, 5, 4, 9, 8, 9}));
  EXPECT_TRUE(is(amin(x, -1), {2, 2}, {1, 2, -1, -6}));
  EXPECT_TRUE(is(amax(x, {0, 2}, true), {1, 2, 1}, {5, 9}));
  EXPECT_TRUE(is(amax(x.transpose(), 0), {2, 2}, {5, 4, 9, 8}));
  EXPECT_TRUE(is(max(x), {}, {9}));
  EXPECT_TRUE(is(min(x.flip()), {}, {-6}));
  EXPECT_TRUE(is(amax(tensor({3, 1}).expand({4, 2}), 1), {4}, {3, 3, 3, 3}));
}

TEST(Amax, OfEveryKindOfNumber) {
  EXPECT_TRUE(is(amax(tensor({false, true})), {}, {true}));
  EXPECT_TRUE(is(amin(tensor<std::uint64_t>({UINT64_MAX, 7})), {}, {std::uint64_t{7}}));
  EXPECT_TRUE(
      is(amin(full<float>({3000}, -static_cast<float>(inf))), {}, {-static_cast<float>(inf)}));
  EXPECT_TRUE(std::isnan(amax(tensor({1.0, nan, 2.0})).item()));
  EXPECT_TRUE(std::isnan(amin(tensor({{1.0, nan}, {0.0, 2.0}}), 1)(0)));
}

TEST(Amax, OfNoElementsIsAnError) {
  EXPECT_TRUE(throws<ValueError>([] { (void)max(zeros<int>({0})); },
                                 "max: the dims to reduce of shape (0) have no elements, and so no "
                                 "largest"));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)amin(zeros<int>({2, 0}), 1); },
                         "amin: the dims to reduce of shape (2, 0) have no elements, and so "
                         "no smallest"));
  EXPECT_TRUE(has_shape(amax(zeros<int>({2, 0}), 0), {0}));
  // As max along a dim: also where the result has no elements.
  const auto none = zeros<double>({0, 0});
  EXPECT_THROW((void)max(none, 1), ValueError);
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)amax(none, 1); },
      "amax: the dims to reduce of shape (0, 0) have no elements, and so no largest"));
  EXPECT_THROW((void)amin(none, -1, true), ValueError);
  EXPECT_THROW((void)amax(zeros<int>({0, 3, 0}), {0, 1}), ValueError);
  EXPECT_THROW((void)ptp(none, 0), ValueError);
  EXPECT_THROW((void)nanmax(none, 0), ValueError);
  EXPECT_THROW((void)nanmin(none, 1), ValueError);
  EXPECT_THROW((void)norm(none, inf, 1), ValueError);
  EXPECT_TRUE(has_shape(amin(zeros<int>({0, 3}), 1), {0}));
  EXPECT_TRUE(has_shape(nanmax(zeros<int>({0, 3}), 1, true), {0, 1}));
  EXPECT_TRUE(throws<IndexError>([] { (void)amax(zeros<int>({2}), 1); },
                                 "amax: dim 1 is out of range for a tensor of rank 1"));
}

TEST(MaxAlongADim, GivesValuesAndIndices) {
  const auto x = tensor({{1, 5, 5}, {9, 2, 9}});
  const auto [values, indices] = max(x, 1);
  EXPECT_TRUE(is(values, {2}, {5, 9}));
  EXPECT_TRUE(is(indices, {2}, {index_t{1}, index_t{0}}));
  const auto lowest = min(x, 0, true);
  EXPECT_TRUE(is(lowest.values, {1, 3}, {1, 2, 5}));
  EXPECT_TRUE(is(lowest.indices, {1, 3}, {index_t{0}, index_t{1}, index_t{0}}));
  const auto with_nan = max(tensor({{1.0, nan}, {inf, 2.0}}), -1);
  EXPECT_TRUE(std::isnan(with_nan.values(0)));
  EXPECT_TRUE(is(with_nan.indices, {2}, {index_t{1}, index_t{0}}));
  EXPECT_TRUE(throws<ValueError>([] { (void)max(zeros<int>({2, 0}), 1); },
                                 "max: dim 1 of shape (2, 0) has size 0"));
}

TEST(Ptp, IsTheDistanceFromTheSmallestToTheLargest) {
  const auto x = tensor({{4, 9, 2, 10}, {6, 9, 7, 12}});
  EXPECT_TRUE(is(ptp(x), {}, {10}));
  EXPECT_TRUE(is(ptp(x, 0), {4}, {2, 0, 5, 2}));
  EXPECT_TRUE(is(ptp(x, 1, true), {2, 1}, {8, 6}));
  EXPECT_TRUE(is(ptp(tensor<std::int8_t>({1, 127, 0, -1, 0})), {}, {std::int8_t{-128}}));
}

// Expected values of these are NumPy's, of the elements in reverse order for the last of equals.

TEST(ArgmaxOfTheLast, OfAllElements) {
  EXPECT_TRUE(is(argmax(tensor({{1, 9}, {9, 2}}), {.last = true}), {}, {2}));
  EXPECT_TRUE(is(argmin(tensor({{1, 9}, {9, 1}}), {.last = true, .keepdim = true}), {1, 1}, {3}));
  EXPECT_TRUE(is(argmax(tensor({{1, 9}, {9, 2}}).transpose(), {.keepdim = true}), {1, 1}, {1}));
  EXPECT_EQ(argmax(full({5000}, -inf), {.last = true}).item(), 4999);
  EXPECT_EQ(argmax(tensor({false, true, true, false}), {.last = true}).item(), 2);
  EXPECT_EQ(argmax(tensor({1.0, nan, 2.0, nan, inf}), {.last = true}).item(), 3);
  EXPECT_EQ(argmin(tensor({1.0, nan, 2.0, nan, -inf}), {.last = true}).item(), 3);
  EXPECT_EQ(argmax(tensor(4), {.last = true}).item(), 0);
  EXPECT_THROW((void)argmax(zeros({0}), {.last = true}), ValueError);
}

TEST(ArgmaxOfTheLast, AlongADim) {
  const auto x = tensor({{1, 5, 5}, {9, 2, 9}, {9, 5, 0}});
  EXPECT_TRUE(is(argmax(x, 0, {.last = true}), {3}, {2, 2, 1}));
  EXPECT_TRUE(is(argmax(x, -1, {.last = true, .keepdim = true}), {3, 1}, {2, 2, 0}));
  EXPECT_TRUE(is(argmin(x.transpose(), 0, {.last = true}), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(argmax(x, 1, {.keepdim = true}), {3, 1}, {1, 0, 0}));
  EXPECT_TRUE(is(argmax(tensor({{nan, nan, 1.0}}), 1, {.last = true}), {1}, {1}));
}

TEST(ArgmaxOfTheLast, OfRepeatedElementsIsTheLastOfThem) {
  const auto x = tensor({2, 7}).expand({3, 2});
  EXPECT_TRUE(is(argmax(x, {.last = true}), {}, {5}));
  EXPECT_TRUE(is(argmax(x, 0, {.last = true}), {2}, {2, 2}));
  EXPECT_TRUE(is(argmax(x, 1, {.last = true}), {3}, {1, 1, 1}));
  EXPECT_TRUE(is(argmin(tensor({{2}, {1}}).expand({2, 4}), {.last = true}), {}, {7}));
}

// Lines side by side are processed together: the same results as of each alone.
TYPED_TEST(ArgmaxOfNumbers, OfColumnsAreThoseOfLines) {
  using T = TypeParam;
  const auto x = zeros<T>({40, 2100});
  for (index_t i = 0; i < x.numel(); ++i)
    x.data()[i] = convert_element<T>((i * index_t{7919} + i / 13) % 101);
  const Tensor<T> lines = x.transpose().contiguous();
  for (const bool last : {false, true}) {
    EXPECT_TRUE(equal(argmax(x, 0, {.last = last}), argmax(lines, 1, {.last = last})));
    EXPECT_TRUE(equal(argmin(x, 0, {.last = last}), argmin(lines, 1, {.last = last})));
  }
  const auto cube = x.reshape({4, 10, 2100});
  const Tensor<T> cube_lines = cube.permute({0, 2, 1}).contiguous();
  EXPECT_TRUE(equal(max(cube, 1).indices, max(cube_lines, 2).indices));
  EXPECT_TRUE(equal(max(cube, 1).values, amax(cube, 1)));
  EXPECT_TRUE(equal(min(cube, -2, true).values, amin(cube, 1, true)));
  EXPECT_TRUE(equal(argmax(cube.flip(0), 1), argmax(cube, 1).flip(0)));
  EXPECT_TRUE(equal(argmax(cube.flip(2), 1), argmax(cube, 1).flip(1)));
  EXPECT_TRUE(equal(argmax(cube.flip(1), 1), 9 - argmax(cube, 1, {.last = true})));
  EXPECT_TRUE(equal(argmax(cube.transpose(0, 2), 1), argmax(cube, 1).transpose(0, 1)));
}

TEST(Argmax, OfColumnsWithNan) {
  const auto x = zeros<float>({5, 40});
  x.index_put_({2, 3}, static_cast<float>(nan));
  x.index_put_({4, 3}, static_cast<float>(nan));
  x.index_put_({3, 3}, static_cast<float>(inf));
  x.index_put_({1, 7}, 1.f);
  EXPECT_EQ(argmax(x, 0)(3), 2);
  EXPECT_EQ(argmin(x, 0)(3), 2);
  EXPECT_EQ(argmax(x, 0, {.last = true})(3), 4);
  EXPECT_EQ(argmax(x, 0)(7), 1);
  EXPECT_EQ(argmin(x, 0, {.last = true})(7), 4);
  EXPECT_EQ(argmin(x, 0)(8), 0);
  EXPECT_TRUE(std::isnan(max(x, 0).values(3)));
}

/// What a loop over one line finds: NaN counts as the largest and as the smallest, the first of them.
template <class T>
index_t loop_argmax(const Tensor<T>& line, bool last) {
  index_t best = 0;
  for (index_t i = 1; i < line.numel(); ++i) {
    const T x = line(i);
    const T so_far = line(best);
    const bool is_nan = x != x && so_far == so_far;
    if (is_nan || x > so_far || (last && x == so_far) || (last && x != x)) best = i;
  }
  return best;
}

template <class T>
void lines_of_every_length() {
  std::uint32_t random = 1;
  for (const index_t lines : {1, 15, 16, 17, 64, 100}) {
    for (index_t count = 1; count <= 70; ++count) {
      const auto t = zeros<T>({lines, count});
      for (T& x : t) {
        random = random * 1664525 + 1013904223;
        x = static_cast<T>(random >> 24 & 7);
        if (std::is_floating_point_v<T> && random >> 20 == 7) x = static_cast<T>(nan);
      }
      const auto first = max(t, 1);
      const auto last = argmax(t, 1, {.last = true});
      const auto inner = argmax(t.reshape({1, lines, count}).transpose(0, 1), 2);
      for (index_t k = 0; k < lines; ++k) {
        const Tensor<T> line = t[k];
        ASSERT_EQ(first.indices(k), loop_argmax(line, false)) << count << " elements, line " << k;
        ASSERT_EQ(inner(k, 0), first.indices(k));
        ASSERT_EQ(last(k), loop_argmax(line, true)) << count << " elements, line " << k;
        const T value = line(first.indices(k));
        ASSERT_TRUE(first.values(k) == value || value != value);
      }
    }
  }
}

TEST(Argmax, OfShortLinesIsWhatALoopFinds) {
  lines_of_every_length<float>();
  lines_of_every_length<double>();
  lines_of_every_length<std::uint8_t>();
  lines_of_every_length<std::int16_t>();
  lines_of_every_length<std::int64_t>();
}

TEST(Argmax, OfShortLinesWithFewBesideEachOther) {
  const auto t = zeros<float>({3, 20, 30});
  t.index_put_({2, 7, 11}, 1.f);
  t.index_put_({0, 19, 29}, 1.f);
  const auto narrow = argmax(t.index({Slice(), Slice(None, None, -2), Slice(9, None)}), 2);
  EXPECT_TRUE(has_shape(narrow, {3, 10}));
  EXPECT_EQ(narrow(2, 6), 2);
  EXPECT_EQ(narrow(0, 0), 20);
  EXPECT_EQ(sum(narrow).item(), 22);
  const auto halves = t.to<float16>();
  EXPECT_EQ(argmax(halves, 2)(0, 19), 29);
  const auto complexes = t.to<std::complex<double>>();
  EXPECT_EQ(argmax(complexes, 2)(2, 7), 11);
}

TEST(Amax, OfLongRowsWithNanAndInfinities) {
  const auto x = zeros<float>({9000});
  x.index_put_({8000}, static_cast<float>(inf));
  x.index_put_({8100}, -static_cast<float>(inf));
  EXPECT_EQ(amax(x).item(), static_cast<float>(inf));
  EXPECT_EQ(amin(x).item(), -static_cast<float>(inf));
  EXPECT_EQ(argmax(x).item(), 8000);
  EXPECT_EQ(argmin(x).item(), 8100);
  x.index_put_({8200}, static_cast<float>(nan));
  EXPECT_TRUE(std::isnan(amax(x).item()));
  EXPECT_EQ(argmax(x).item(), 8200);
  EXPECT_EQ(argmin(x, {.last = true}).item(), 8200);
}

TEST(Argmax, FindsTheFirstAndTheLastAtEveryPosition) {
  for (index_t n = 1; n < 140; ++n) {
    const auto x = zeros<double>({n});
    for (index_t i = 0; i < n; ++i) {
      x.data()[i] = 1;
      ASSERT_EQ(argmax(x).item(), 0);
      ASSERT_EQ(argmax(x, {.last = true}).item(), i);
    }
    for (index_t i = 0; i + 1 < n; ++i) {
      x.data()[i] = 0;
      ASSERT_EQ(argmax(x).item(), i + 1);
    }
  }
}

/// Against what a loop finds in each row.
template <class T>
void expect_extremes_of_rows(index_t rows, index_t columns) {
  const auto x = empty<T>({rows, columns + 2});
  for (index_t i = 0; i < x.numel(); ++i) x.data()[i] = static_cast<T>(i * 37 % 101 - 50);
  const auto part = x.index({Slice(), Slice(1, columns + 1)});
  const auto largest = amax(part, 1);
  const auto least = amin(part, 1);
  for (index_t i = 0; i < rows; ++i) {
    T most = part(i, 0);
    T fewest = most;
    for (index_t k = 1; k < columns; ++k) {
      if (part(i, k) > most) most = part(i, k);
      if (part(i, k) < fewest) fewest = part(i, k);
    }
    ASSERT_EQ(largest(i), most) << i << " of " << rows << ' ' << columns;
    ASSERT_EQ(least(i), fewest) << i << " of " << rows << ' ' << columns;
  }
}

TEST(Amax, OfManyShortRows) {
  for (const index_t rows : {1, 16, 63, 64, 65, 200}) {
    for (const index_t columns : {1, 2, 3, 8, 31, 63, 64}) {
      expect_extremes_of_rows<float>(rows, columns);
      expect_extremes_of_rows<double>(rows, columns);
      expect_extremes_of_rows<float16>(rows, columns);
      expect_extremes_of_rows<std::int8_t>(rows, columns);
      expect_extremes_of_rows<index_t>(rows, columns);
    }
  }
}

/// A square of which each row is `others`, but for one element at its own place.
template <class T>
Tensor<T> with_diagonal(index_t side, T others, T value) {
  const auto x = full({side, side}, others);
  x.diagonal().fill_(value);
  return x;
}

/// Around the lengths of vectors, of blocks, and of lines that are reduced side by side.
constexpr index_t row_lengths[] = {16,  31,  33,  63,  64,  65,  72,  96,  127, 128,
                                   129, 160, 191, 192, 193, 255, 256, 257, 300};

TYPED_TEST(ArgmaxOfNumbers, OfRowsOfAnyLengthLieAnywhere) {
  using T = TypeParam;
  for (const index_t side : row_lengths) {
    const auto one_each = with_diagonal<T>(side, 0, 1);
    ASSERT_TRUE(array_equal(amax(one_each, 1), ones<T>({side}))) << side;
    ASSERT_TRUE(array_equal(argmax(one_each, 1), arange(side))) << side;
    ASSERT_TRUE(array_equal(sum(one_each, 1), ones<T>({side}))) << side;
    ASSERT_TRUE(array_equal(count_nonzero(one_each, 1), ones<index_t>({side}))) << side;
    ASSERT_TRUE(array_equal(any(one_each, 1), full({side}, true))) << side;
    const T least = std::numeric_limits<T>::lowest();
    const auto least_each = with_diagonal<T>(side, 1, least);
    ASSERT_TRUE(array_equal(amin(least_each, 1), full({side}, least))) << side;
    ASSERT_TRUE(array_equal(amin(least_each.transpose(), 0), full({side}, least))) << side;
    ASSERT_TRUE(array_equal(argmin(least_each, 1), arange(side))) << side;
  }
}

TEST(Amax, OfRowsWithNanAnywhereIsNan) {
  for (const index_t side : row_lengths) {
    ASSERT_TRUE(all(isnan(amax(with_diagonal(side, 1.0, nan), 1)))) << side;
    ASSERT_TRUE(all(isnan(amin(with_diagonal(side, 1.F, std::nanf("")), 1)))) << side;
  }
}

TEST(Amax, OfAShortRowWithNanIsNan) {
  const auto x = ones({100, 5});
  x.index_put_({37, 3}, nan);
  for (const auto& found : {amax(x, 1), amin(x, 1)}) {
    EXPECT_TRUE(std::isnan(found(37)));
    EXPECT_EQ(sum(isnan(found)).item(), 1);
  }
}

}  // namespace extremes_test
