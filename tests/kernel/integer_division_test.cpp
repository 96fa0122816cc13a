// Division of integers by multiplication, and by division of floats, against C++'s own.
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/math/integer_division.hpp>

using namespace ndx;

namespace integer_division_test {

/// The quotient rounded down, in 64 bits of the sign of T.
template <class T>
T down(T a, T b) {
  if constexpr (std::is_unsigned_v<T>) {
    return static_cast<T>(a / b);
  } else {
    const auto whole = static_cast<std::int64_t>(a) / static_cast<std::int64_t>(b);
    return static_cast<T>(whole - (a % b != 0 && (a < 0) != (b < 0)));
  }
}

template <class T>
bool divides_right(T a, T divisor) {
  const kernel::DivideByNumber<T> by(divisor);
  const auto remainder = static_cast<T>(a % divisor);
  const T rest = remainder < T{0} ? static_cast<T>(remainder + divisor) : remainder;
  return by.quotient(a) == down(a, divisor) && by.rest(a) == rest;
}

template <class T>
void check_all(int dividend_step, int divisor_step) {
  constexpr int least = std::numeric_limits<T>::min();
  constexpr int most = std::numeric_limits<T>::max();
  for (int b = 2; b <= most; b += divisor_step) {
    const auto divisor = static_cast<T>(b);
    const kernel::DivideByNumber<T> by(divisor);
    int wrong = 0;
    for (int a = least; a <= most; a += dividend_step) {
      const T quotient = down(static_cast<T>(a), divisor);
      wrong += by.quotient(static_cast<T>(a)) != quotient ||
               by.rest(static_cast<T>(a)) != static_cast<T>(a - quotient * b);
    }
    ASSERT_EQ(wrong, 0) << b;
  }
}

TEST(DivideByNumber, EachNumberOf8Bits) {
  check_all<std::int8_t>(1, 1);
  check_all<std::uint8_t>(1, 1);
}

TEST(DivideByNumber, EachDividendAndEachDivisorOf16Bits) {
  check_all<std::int16_t>(1, 331);
  check_all<std::int16_t>(331, 1);
  check_all<std::uint16_t>(1, 331);
  check_all<std::uint16_t>(331, 1);
}

/// Powers of two, what is next to them, and numbers between.
template <class T>
std::vector<T> edges() {
  constexpr T most = std::numeric_limits<T>::max();
  std::vector<T> values{T(0), most, static_cast<T>(most - 1), static_cast<T>(most / 3)};
  for (int bit = 1; bit < std::numeric_limits<T>::digits; ++bit) {
    const T power = static_cast<T>(T{1} << bit);
    for (const T value : {power, T(power - 1), T(power + 1), T(power / 3), T(most / power)})
      values.push_back(value);
  }
  return values;
}

template <class T>
void check_edges() {
  const std::vector<T> values = edges<T>();
  for (const T divisor : values) {
    if (divisor < 2) continue;
    for (const T value : values) {
      const T multiple = static_cast<T>(value / divisor * divisor);
      for (const T a : {value, T(T{0} - value), multiple, T(multiple - 1), T(T{0} - multiple)})
        ASSERT_TRUE(divides_right<T>(a, divisor)) << +a << " / " << +divisor;
    }
    ASSERT_TRUE(divides_right<T>(std::numeric_limits<T>::min(), divisor)) << +divisor;
  }
}

TEST(DivideByNumber, EdgesOf32And64Bits) {
  check_edges<std::int32_t>();
  check_edges<std::uint32_t>();
  if constexpr (kernel::DivideByNumber<std::int64_t>::kDefined) {
    check_edges<std::int64_t>();
    check_edges<std::uint64_t>();
  }
}

#if NDX_EXACT_FLOATS  // elsewhere it is not used

/// a / b rounded down, from the nearest whole number.
struct Down {
  template <class T>
  static T of_quotient(T nearest, T rest, T /*a*/, T b) {
    return nearest - (rest != T{0} && (rest < T{0}) != (b < T{0}) ? T{1} : T{0});
  }
  template <class T>
  T operator()(T a, T b) const {
    return b == T{0} ? T{0} : down(a, b);
  }
};

template <class T>
void check_pairs() {
  const std::vector<T> values = edges<T>();
  std::vector<T> dividends;
  std::vector<T> divisors;
  for (const T b : values) {
    for (const T value : values) {
      const T multiple = b == T{0} ? T{0} : static_cast<T>(value / b * b);
      for (const T a : {value, T(T{0} - value), multiple, T(multiple - T(multiple != T{0}))}) {
        dividends.push_back(a);
        divisors.push_back(b);
      }
      dividends.push_back(T(T{0} - multiple));
      divisors.push_back(std::is_signed_v<T> ? T(T{0} - b) : b);
    }
  }
  std::vector<T> found = dividends;  // may be an input
  kernel::apply_vectors(kernel::OfQuotients<Down>{}, static_cast<index_t>(found.size()),
                        found.data(), found.data(), divisors.data());
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_EQ(found[i], Down()(dividends[i], divisors[i]))
        << +dividends[i] << " / " << +divisors[i];
}

TEST(OfQuotients, DividesPairsOfEachType) {
  check_pairs<std::int8_t>();
  check_pairs<std::uint8_t>();
  check_pairs<std::int16_t>();
  check_pairs<std::uint16_t>();
  check_pairs<std::int32_t>();
  check_pairs<std::uint32_t>();
  check_pairs<std::int64_t>();
  check_pairs<std::uint64_t>();
}

/// The largest integers of 64 bits that doubles divide, and the first that they do not.
TEST(OfQuotients, OfLargeNumbersIsExact) {
  constexpr std::int64_t limit = std::int64_t{1} << 51;
  for (const std::int64_t b : {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, limit - 1, limit,
                               limit + 1, std::int64_t{-7}}) {
    std::vector<std::int64_t> a;
    for (std::int64_t k = -70; k < 70; ++k) a.push_back((k % 2 != 0 ? limit : -limit) + k);
    const std::vector<std::int64_t> divisors(a.size(), b);
    std::vector<std::int64_t> found(a.size());
    kernel::apply_vectors(kernel::OfQuotients<Down>{}, static_cast<index_t>(a.size()), found.data(),
                          a.data(), divisors.data());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(found[i], down(a[i], b)) << a[i];
  }
}

#endif

}  // namespace integer_division_test
