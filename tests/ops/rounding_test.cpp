// Rounding and division with a remainder. The answers are NumPy's.
#include <cmath>
#include <complex>
#include <limits>

#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/arithmetic/equal.hpp>
#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/ops/math/classify.hpp>
#include <ndx/ops/math/rounding.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace rounding_test {

constexpr double inf = std::numeric_limits<double>::infinity();
const auto numbers = tensor({-2.5, -1.5, 0.5, 1.5, 2.5, 2.4, -2.6});

TEST(Rounding, OfFloats) {
  EXPECT_TRUE(is(round(numbers), {7}, {-2.0, -2.0, 0.0, 2.0, 2.0, 2.0, -3.0}));
  EXPECT_TRUE(is(floor(numbers), {7}, {-3.0, -2.0, 0.0, 1.0, 2.0, 2.0, -3.0}));
  EXPECT_TRUE(is(ceil(numbers), {7}, {-2.0, -1.0, 1.0, 2.0, 3.0, 3.0, -2.0}));
  EXPECT_TRUE(is(trunc(numbers), {7}, {-2.0, -1.0, 0.0, 1.0, 2.0, 2.0, -2.0}));
  EXPECT_TRUE(std::signbit(round(tensor(-0.5)).item()));
}

TEST(Rounding, OfBothPartsOfComplexNumbers) {
  using C = std::complex<double>;
  EXPECT_TRUE(is(round(tensor({C(1.5, 2.5), C(-0.5, -1.7)})), {2}, {C(2, 2), C(0, -2)}));
}

TEST(Rounding, LeavesIntegersAsTheyAre) {
  EXPECT_TRUE(is(round(tensor({INT32_MIN, 7})), {2}, {INT32_MIN, 7}));
  EXPECT_TRUE(is(floor(tensor({INT64_MAX})), {1}, {INT64_MAX}));
}

using Bytes = std::vector<std::int8_t>;

TEST(WholeDivision, OfSignedIntegersRoundsDown) {
  const auto a = tensor<std::int8_t>({7, -7, 7, -7, -128, 5, 0});
  const auto b = tensor<std::int8_t>({3, 3, -3, -3, -1, 0, 0});
  EXPECT_TRUE(is(floor_divide(a, b), {7}, Bytes({2, -3, -3, 2, -128, 0, 0})));
  EXPECT_TRUE(is(remainder(a, b), {7}, Bytes({1, 2, -2, -1, 0, 0, 0})));
  EXPECT_TRUE(is(fmod(a, b), {7}, Bytes({1, -1, 1, -1, 0, 0, 0})));
  EXPECT_TRUE(is(floor_divide(tensor({INT64_MIN}), -1), {1}, {INT64_MIN}));
}

TEST(WholeDivision, OfUnsignedIntegers) {
  const auto u = tensor<std::uint8_t>({7, 0, 255});
  EXPECT_TRUE(is(floor_divide(u, 2), {3}, std::vector<std::uint8_t>({3, 0, 127})));
  EXPECT_TRUE(is(u % 0, {3}, std::vector<std::uint8_t>({0, 0, 0})));
}

TEST(WholeDivision, OfFloats) {
  const auto x = tensor({5.5, -5.5, 5.5, -5.5, 6.0, -6.0, 1.0, -1.0});
  const auto y = tensor({2.0, 2.0, -2.0, -2.0, -2.0, 2.0, inf, inf});
  EXPECT_TRUE(is(floor_divide(x, y), {8}, {2.0, -3.0, -3.0, 2.0, -3.0, -3.0, 0.0, -1.0}));
  EXPECT_TRUE(is(x % y, {8}, {1.5, 0.5, -0.5, -1.5, -0.0, 0.0, 1.0, inf}));
  EXPECT_TRUE(is(fmod(x, y), {8}, {1.5, -1.5, 1.5, -1.5, 0.0, -0.0, 1.0, -1.0}));
  EXPECT_TRUE(std::signbit((x % y)(4)));
  EXPECT_TRUE(is(floor_divide(tensor({1.0}), 0.1), {1}, {9.0}));
  EXPECT_TRUE(is(floor_divide(tensor({1.0, -1.0}), 0.0), {2}, {inf, -inf}));
  for (const double z : {0.0, inf}) {
    EXPECT_TRUE(std::isnan((tensor({z}) % 0.0)(0)));
    EXPECT_TRUE(std::isnan((tensor({inf}) % 2.0)(0)));
  }
}

TEST(WholeDivision, InPlaceAndAsAMask) {
  const auto x = arange<int>(-3, 4);
  EXPECT_TRUE(is(x.index({x % 2 == 0}), {3}, {-2, 0, 2}));
  x %= 3;
  EXPECT_TRUE(is(x, {7}, {0, 1, 2, 0, 1, 2, 0}));
  EXPECT_TRUE(is(10 % tensor({3, 4}), {2}, {1, 2}));
  EXPECT_TRUE(has_shape(ones({2, 1}) % ones({1, 3}), {2, 3}));
  EXPECT_TRUE(throws<ShapeError>([] { (void)(ones({2}) % ones({3})); },
                                 "operator%: shapes (2) and (3) cannot be broadcast together"));
}

/// The same as by a tensor that holds the divisor, which is not multiplied.
template <class T>
void check_divisors() {
  constexpr T most = std::numeric_limits<T>::max();
  constexpr T least = std::numeric_limits<T>::min();
  std::vector<T> values{T(0),        T(1),  T(2),         T(100),       most,          T(most - 1),
                        T(most / 2), least, T(least + 1), T(least / 2), T(T(0) - T(1))};
  for (T k = 1; k < 90; ++k) values.push_back(static_cast<T>(most / k - k));
  for (T k = 1; k < 90; ++k) values.push_back(static_cast<T>(least / k + k));
  const auto x = tensor(values);
  for (const T divisor : values) {
    const auto divisors = full<T>(x.shape(), divisor);
    EXPECT_TRUE(equal(floor_divide(x, divisor), floor_divide(x, divisors))) << +divisor;
    EXPECT_TRUE(equal(x % divisor, x % divisors)) << +divisor;
  }
}

TEST(FloorDivide, ByOneNumberOfAnySize) {
  check_divisors<std::int8_t>();
  check_divisors<std::uint8_t>();
  check_divisors<std::int16_t>();
  check_divisors<std::uint16_t>();
  check_divisors<std::int32_t>();
  check_divisors<std::uint32_t>();
  check_divisors<std::int64_t>();
  check_divisors<std::uint64_t>();
  EXPECT_TRUE(
      is(floor_divide(tensor({7, -7, -14, 6, INT32_MIN}), 7), {5}, {1, -1, -2, 0, -306783379}));
  EXPECT_TRUE(is(tensor({7, -7, -15, 6, INT32_MIN}) % 7, {5}, {0, 0, 6, 6, 5}));
}

/// Each pair of 8-bit numbers; the quotients of numbers in braces are the processor's.
template <class T>
void check_all_pairs() {
  const auto a = arange<int>(std::numeric_limits<T>::min(), std::numeric_limits<T>::max() + 1);
  const auto x = a.template to<T>();
  for (const int b : a) {
    std::vector<T> quotients;
    std::vector<T> remainders;
    std::vector<T> rests;
    for (const int k : a) {
      const int rest = b == 0 ? 0 : k % b;
      const bool other_sign = rest != 0 && (rest < 0) != (b < 0);
      quotients.push_back(static_cast<T>(b == 0 ? 0 : k / b - other_sign));
      remainders.push_back(static_cast<T>(other_sign ? rest + b : rest));
      rests.push_back(static_cast<T>(rest));
    }
    const auto y = full<T>(x.shape(), static_cast<T>(b));
    ASSERT_TRUE(equal(floor_divide(x, y), tensor(quotients))) << b;
    ASSERT_TRUE(equal(x % y, tensor(remainders))) << b;
    ASSERT_TRUE(equal(fmod(x, y), tensor(rests))) << b;
    ASSERT_TRUE(equal(floor_divide(x, static_cast<T>(b)), tensor(quotients))) << b;
  }
}

TEST(WholeDivision, OfAllPairsOfBytes) {
  check_all_pairs<std::int8_t>();
  check_all_pairs<std::uint8_t>();
}

TEST(WholeDivision, OfIntegersInAnyOrder) {
  const auto a = arange<int>(-300, 300);
  const auto b = tensor({7, -3});
  const auto columns = a.reshape({300, 2});
  const auto pairs = floor_divide(columns, b);
  EXPECT_TRUE(equal(pairs.index({Slice(), 0}), floor_divide(columns.index({Slice(), 0}), 7)));
  EXPECT_TRUE(equal(pairs.index({Slice(), 1}), floor_divide(-columns.index({Slice(), 1}), 3)));
  const auto backwards = a.index({Slice(None, None, -1)});
  EXPECT_TRUE(equal(flip(backwards % full<int>({600}, 7)), a % 7));
  EXPECT_TRUE(is(floor_divide(empty<int>({0}), empty<int>({0})), {0}, {}));
  EXPECT_TRUE(is(tensor(-7) % tensor(4), {}, {1}));
  const auto rests = a.clone();
  rests.index({Slice(None, None, -3)}) %= 7;
  for (index_t i = 0; i < 600; ++i) EXPECT_EQ(rests(i), i % 3 == 2 ? (a % 7)(i) : a(i));
  EXPECT_THROW(tensor({1}).expand({3}) %= 7, ValueError);
  const auto target = a.clone();
  floor_divide_into(target, target, full<int>({600}, -7));
  EXPECT_TRUE(equal(target, floor_divide(-a, 7)));
  EXPECT_TRUE(
      is(floor_divide(tensor({INT64_MIN, INT64_MAX, INT64_MIN}), tensor<index_t>({-1, 2, 3})), {3},
         {INT64_MIN, INT64_MAX / 2, INT64_MIN / 3 - 1}));
}

/// Bit for bit, but all NaNs are equal.
template <class T>
void expect_same(const Tensor<T>& found, const std::vector<T>& expected) {
  EXPECT_TRUE(array_equal(found, tensor(expected), true));
  EXPECT_TRUE(equal(signbit(nan_to_num(found, T{1})), signbit(nan_to_num(tensor(expected), T{1}))));
}

/// Against std::fmod, element by element.
template <class T>
void check_rests(const std::vector<T>& dividends, const std::vector<T>& divisors) {
  std::vector<T> rests;
  std::vector<T> remainders;
  for (std::size_t i = 0; i < dividends.size(); ++i) {
    const T rest = std::fmod(dividends[i], divisors[i]);
    const bool other_sign = rest != 0 && (rest < 0) != (divisors[i] < 0);
    rests.push_back(rest);
    remainders.push_back(other_sign ? rest + divisors[i]
                                    : std::copysign(rest, rest == 0 ? divisors[i] : rest));
  }
  expect_same(fmod(tensor(dividends), tensor(divisors)), rests);
  expect_same(tensor(dividends) % tensor(divisors), remainders);
}

template <class T>
void check_rests_of_all_sizes() {
  std::vector<T> dividends;
  std::vector<T> divisors;
  for (int i = 0; i < 4000; ++i) {
    const T divisor = std::ldexp(static_cast<T>(101 + i * 37 % 101) / 101, i % 40 - 20);
    const T multiple = static_cast<T>(i * 7919 % 100003 - 50000) * divisor;
    const T others[] = {multiple, multiple + divisor / 4, std::nextafter(multiple, T(1e9)),
                        std::nextafter(multiple, T(-1e9)), divisor / 3};
    dividends.push_back(others[i % 5]);
    divisors.push_back(i % 7 < 3 ? -divisor : divisor);
  }
  check_rests(dividends, divisors);
  // Quotients that are too large for plain arithmetic, and what is no number.
  for (const T factor : {T(1e4), T(1e3), T(1e6)}) {
    for (std::size_t i = 0; i < dividends.size(); i += 2) dividends[i] *= factor;
    check_rests(dividends, divisors);
  }
  const T most = std::numeric_limits<T>::max();
  const T least = std::numeric_limits<T>::denorm_min();
  const T infinite = std::numeric_limits<T>::infinity();
  for (const T a : {T(0), T(-0.0), T(1), T(-3), most, least, infinite, -infinite, T(NAN)})
    for (const T b : {T(0), T(2), T(-2), most, -least, infinite, -infinite, T(NAN)})
      check_rests(std::vector<T>(70, a), std::vector<T>(70, b));
}

TEST(Remainder, OfFloatsIsExact) {
  check_rests_of_all_sizes<float>();
  check_rests_of_all_sizes<double>();
}

TEST(Rounding, OfRowsAsLongAsVectors) {
  const auto halves = arange(-101, 102).to<double>() / 2.0;
  const auto check = [](const auto& x) {
    using T = typename std::remove_cvref_t<decltype(x)>::value_type;
    std::vector<T> down;
    std::vector<T> up;
    std::vector<T> cut;
    for (const T element : x) {
      down.push_back(std::floor(element));
      up.push_back(std::ceil(element));
      cut.push_back(std::trunc(element));
    }
    expect_same(floor(x), down);
    expect_same(ceil(x), up);
    expect_same(trunc(x), cut);
  };
  check(halves);
  check(halves.to<float>());
  check(halves * 1e17);
}

}  // namespace rounding_test
