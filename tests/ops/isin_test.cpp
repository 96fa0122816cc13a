// isin: which elements occur among others. Expected values are NumPy's.
#include <complex>
#include <limits>
#include <vector>

#include <ndx/numpy.hpp>
#include <ndx/ops/random/random_numbers.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;

namespace isin_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Isin, OfTensorsListsAndNumbers) {
  const auto t = tensor({{3, 5}, {3, 7}});
  const auto expected = tensor({{true, false}, {true, true}});
  EXPECT_TRUE(array_equal(isin(t, tensor({3, 7})), expected));
  EXPECT_TRUE(array_equal(isin(t, tensor({{7, 7}, {9, 3}})), expected));
  EXPECT_TRUE(array_equal(isin(t, {3, 7}), expected));
  EXPECT_TRUE(array_equal(isin(t, {3, 7.0}), expected));
  EXPECT_TRUE(array_equal(isin(t, std::vector<std::int64_t>{7, 3}), expected));
  EXPECT_TRUE(array_equal(isin(t, std::array<float, 2>{7, 3}), expected));
  EXPECT_TRUE(array_equal(isin(t, 5), !expected));
  EXPECT_TRUE(array_equal(isin(t, tensor(5)), !expected));
  EXPECT_TRUE(array_equal(isin(t, {3, 7}, {.invert = true}), !expected));
  EXPECT_TRUE(array_equal(isin(t, tensor({3, 7}), {.invert = true}), !expected));
  EXPECT_TRUE(array_equal(isin(t, 5, {.invert = true}), expected));
}

TEST(Isin, EqualIsByValueWhateverTheTypes) {
  constexpr std::uint64_t large = std::uint64_t{1} << 63;
  const auto t = tensor<std::uint64_t>({0, large, large + 1, UINT64_MAX});
  EXPECT_TRUE(is(isin(t, {large + 1, std::uint64_t{0}}), {4}, {true, false, true, false}));
  EXPECT_TRUE(is(isin(t, {INT64_MIN, std::int64_t{-1}}), {4}, {false, false, false, false}));
  EXPECT_TRUE(is(isin(t, 0), {4}, {true, false, false, false}));
  constexpr std::int64_t odd = (std::int64_t{1} << 53) + 1;  // no double has this value
  EXPECT_TRUE(is(isin(tensor({odd, odd - 1}), {odd}), {2}, {true, false}));
  EXPECT_TRUE(is(isin(tensor({1, 2, 3}), {1.5, 2.0}), {3}, {false, true, false}));
  EXPECT_TRUE(is(isin(tensor({1.5, 2.0}), {1, 2}), {2}, {false, true}));
  EXPECT_TRUE(is(isin(tensor<std::int8_t>({-128, 5}), {128, 5}), {2}, {false, true}));
  EXPECT_TRUE(is(isin(tensor({true, false}), {2, 1}), {2}, {true, false}));
  EXPECT_TRUE(is(isin(tensor<float16>({0.5f, 1.0f}), 0.5), {2}, {true, false}));
}

TEST(Isin, NanIsNotFoundAndZerosAreEqual) {
  const auto t = tensor({nan, 0.0, -0.0, inf, -inf, 1.0});
  EXPECT_TRUE(is(isin(t, {nan, inf}), {6}, {false, false, false, true, false, false}));
  EXPECT_TRUE(is(isin(t, -0.0), {6}, {false, true, true, false, false, false}));
  EXPECT_TRUE(is(isin(t, {nan, 2.0}, {.invert = true}), {6}, {true, true, true, true, true, true}));
}

TEST(Isin, ComplexNumbersAreEqualInBothParts) {
  using C = std::complex<float>;
  const float none = std::numeric_limits<float>::quiet_NaN();
  const auto t = tensor({C(1, 2), C(1, -2), C(0, none), C(3, 0)});
  EXPECT_TRUE(is(isin(t, {C(0, none), C(1, -2), C(2, 2)}), {4}, {false, true, false, false}));
  EXPECT_TRUE(is(isin(t, tensor({3, 1})), {4}, {false, false, false, true}));
  EXPECT_TRUE(is(isin(tensor({3, 1}), t), {2}, {true, false}));
}

TEST(Isin, OfAnyShape) {
  const auto t = tensor({{1, 2, 3}, {4, 5, 6}});
  EXPECT_TRUE(array_equal(isin(t.transpose().flip(0), {3, 4}),
                          tensor({{true, false}, {false, false}, {false, true}})));
  EXPECT_TRUE(is(isin(tensor(2).expand({3}), {2}), {3}, {true, true, true}));
  EXPECT_TRUE(is(isin(t, t.slice(1, Slice(None, None, 2))), {2, 3},
                 {true, false, true, true, false, true}));
  EXPECT_TRUE(is(isin(tensor(4), {4}), {}, {true}));
  EXPECT_TRUE(is(isin(t[0], t[1]), {3}, {false, false, false}));
  EXPECT_TRUE(is(isin(t[0], {1, 3}), {3}, {true, false, true}));
  const Tensor<const int> constant = t;
  EXPECT_TRUE(has_shape(isin(constant, constant), {2, 3}));
}

TEST(Isin, OfNothingAndAmongNothing) {
  EXPECT_TRUE(is(isin(tensor({1, 2}), zeros<int>({0})), {2}, {false, false}));
  EXPECT_TRUE(is(isin(tensor({1, 2}), {}), {2}, {false, false}));
  EXPECT_TRUE(is(isin(tensor({1, 2}), {}, {.invert = true}), {2}, {true, true}));
  EXPECT_TRUE(is(isin(tensor({1, 2}), std::vector<int>{}), {2}, {false, false}));
  EXPECT_TRUE(has_shape(isin(zeros<int>({0, 3}), {1, 2}), {0, 3}));
}

TEST(Isin, AgreesWithComparingEachWithEach) {
  for (const index_t size : {1, 63, 64, 65, 1000}) {
    for (const index_t others : {1, 2, 40, 300}) {
      const auto t = randint<int>(0, 400, {size}, 1);
      const auto among = randint<int>(0, 400, {others}, 2);
      EXPECT_TRUE(array_equal(isin(t, among), any(t.unsqueeze(1) == among, 1)));
    }
  }
}

template <class T, class S>
void compares_with_any_number_of_others() {
  const Tensor<T> t = (ndx::arange<ndx::index_t>(300) * 7 % 50).to<T>();
  for (const ndx::index_t count : {0, 1, 3, 4, 5, 15, 16, 17, 40}) {
    const Tensor<S> others = (ndx::arange<ndx::index_t>(count) * 3 % 60).to<S>();
    const Tensor<bool> found = ndx::isin(t, others);
    const Tensor<bool> missing = ndx::isin(t, others, {.invert = true});
    for (ndx::index_t i = 0; i < t.numel(); ++i) {
      bool expected = false;
      for (ndx::index_t k = 0; k < count; ++k)
        expected = expected || static_cast<double>(others(k)) == static_cast<double>(t(i));
      EXPECT_EQ(found(i), expected) << count << ", " << i;
      EXPECT_EQ(missing(i), !expected) << count << ", " << i;
    }
  }
}

TEST(Isin, ComparesWithAnyNumberOfOthers) {
  compares_with_any_number_of_others<float, float>();
  compares_with_any_number_of_others<std::uint8_t, std::int64_t>();
  compares_with_any_number_of_others<std::int64_t, double>();
  compares_with_any_number_of_others<double, std::int16_t>();
}

TEST(Isin, FewOthersInAnyOrderOfMemory) {
  const auto t = arange(30);
  for (const ndx::index_t count : {3, 12}) {
    const auto wide = arange(2 * count);
    EXPECT_TRUE(array_equal(isin(t, wide.index({ndx::Slice(None, None, 2)})),
                            (t % 2 == 0) & (t < 2 * count)));
    EXPECT_TRUE(
        array_equal(isin(t, wide.flip().narrow(0, 0, count)), (t >= count) & (t < 2 * count)));
  }
  EXPECT_TRUE(array_equal(isin(t, tensor({{1, 2, 3}, {4, 5, 6}}).transpose().narrow(0, 1, 2)),
                          isin(t, {2, 3, 5, 6})));
}

/// 20 others, more than are compared one by one: `few` and the numbers from 40
/// on.
template <class S>
Tensor<S> with_few(std::initializer_list<S> few) {
  const Tensor<S> others = ndx::arange<ndx::index_t>(40, 60).to<S>();
  others.narrow(0, 0, static_cast<ndx::index_t>(few.size()))
      .copy_(Tensor<S>(borrow(few.begin(), {static_cast<ndx::index_t>(few.size())}).clone()));
  return others;
}

TEST(Isin, IntegersOfASmallRange) {
  const auto t = tensor<std::int8_t>({-128, -1, 0, 1, 41, 59, 60, 127});
  EXPECT_TRUE(is(isin(t, with_few<std::int8_t>({-128, 127})), {8},
                 {true, false, false, false, false, true, false, true}));
  EXPECT_TRUE(is(isin(t, with_few<std::int8_t>({-1, 0}), {.invert = true}), {8},
                 {true, false, false, true, true, false, true, true}));
  // Others that no element can hold: 255 is not -1, nor 256 + 1 equal to 1.
  EXPECT_TRUE(is(isin(t, with_few<std::uint8_t>({255, 128, 0})), {8},
                 {false, false, true, false, false, true, false, false}));
  EXPECT_TRUE(is(isin(t, with_few<std::int64_t>({257, -129, -1, std::int64_t{1} << 40})), {8},
                 {false, true, false, false, false, true, false, false}));
  EXPECT_TRUE(is(isin(t, arange(20) + 1000), {8}, std::vector<bool>(8, false)));
  EXPECT_TRUE(is(isin(t, arange(20) + 1000, {.invert = true}), {8}, std::vector<bool>(8, true)));
}

TEST(Isin, IntegersAtTheirLimits) {
  const auto least = tensor<std::int64_t>({INT64_MIN, INT64_MIN + 1, -1, 0, INT64_MAX});
  EXPECT_TRUE(is(isin(least, INT64_MIN + arange(20) * 2), {5}, {true, false, false, false, false}));
  EXPECT_TRUE(is(isin(least, INT64_MAX - arange(20)), {5}, {false, false, false, false, true}));
  EXPECT_TRUE(is(isin(least, with_few<std::int64_t>({INT64_MIN, INT64_MAX})), {5},
                 {true, false, false, false, true}));  // of a range that no table has
  const auto most = tensor<std::uint64_t>({0, 1, UINT64_MAX - 1, UINT64_MAX});
  const auto last = UINT64_MAX - arange(20).to<std::uint64_t>();
  EXPECT_TRUE(is(isin(most, last), {4}, {false, false, true, true}));
  EXPECT_TRUE(is(isin(most, arange(20) - 20), {4}, {false, false, false, false}));
  EXPECT_TRUE(is(isin(least, last), {5}, {false, false, false, false, false}));
  EXPECT_TRUE(
      is(isin(most, with_few<std::uint64_t>({0, UINT64_MAX})), {4}, {true, false, false, true}));
}

TEST(Isin, IntegersOfASmallRangeInAnyOrderOfMemory) {
  const auto t = arange(24).reshape({4, 6}).to<int>();
  const auto others = (arange(40) * 2).index({ndx::Slice(None, None, -1)}).narrow(0, 18, 20);
  EXPECT_TRUE(array_equal(isin(t.transpose(), others),
                          (t % 2 == 0).transpose() & (t.transpose() <= 42) & (t.transpose() >= 4)));
  EXPECT_TRUE(array_equal(isin(Tensor<const int>(t), others), (t % 2 == 0) & (t <= 42) & (t >= 4)));
  EXPECT_TRUE(has_shape(isin(zeros<int>({0, 3}), others), {0, 3}));
  EXPECT_TRUE(is(isin(zeros<int>({2}), zeros<int>({0})), {2}, {false, false}));
  EXPECT_TRUE(is(isin(tensor(7), arange(1000)), {}, {true}));
}

}  // namespace isin_test
