// Reducing rows and across rows with vectors: portable and the best variant, the same to the last
// bit, and right.
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/reduce/reduce_loop.hpp>

#include "support/reducers.hpp"

namespace reduce_rows_test {

using namespace ndx::kernel;
using ndx::index_t;
using ndx_test::Most;
using ndx_test::Sum;
using ndx_test::SumOfPairs;

using Portable = portable::ReduceRows;
using Scalar = scalar::ReduceRows;

/// The best variant for this processor.
struct Best {
  template <class R, class In>
  static auto block(const R& reducer, index_t count, const In& in) {
    return dispatch<Portable, avx2::ReduceRows>(
        [&](auto best) { return best.block(reducer, count, in); });
  }
  template <class R, class In>
  static void rows(const R& reducer, typename R::Accumulator* total, const In* in, index_t count,
                   index_t rows, index_t row_step) {
    dispatch<Portable, avx2::ReduceRows>(
        [&](auto best) { best.rows(reducer, total, in, count, rows, row_step); });
  }
  template <class R, class In>
  static void lines(const R& reducer, double* totals, index_t total_step, const In* in,
                    index_t count, index_t lines, index_t line_step) {
    dispatch<Portable, avx2::ReduceRows>(
        [&](auto best) { best.lines(reducer, totals, total_step, in, count, lines, line_step); });
  }
};

template <class T>
std::vector<T> values(index_t count) {
  std::vector<T> result(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = static_cast<T>(i * 73 % 127);
  return result;
}

constexpr index_t kCounts[] = {0,   1,   7,   8,   9,    15,   16,   31,   32,  33,
                               128, 255, 256, 300, 2047, 2048, 5000, 8191, 8192};

template <class R, class T>
void expect_blocks(const R& reducer) {
  for (const index_t count : kCounts) {
    const std::vector<T> in = values<T>(count);
    typename R::Accumulator expected = reducer.identity();
    for (const T value : in) expected = reducer.step(expected, value);
    EXPECT_EQ(Portable::block(reducer, count, Dense<T>{in.data()}), expected) << count;
    EXPECT_EQ(Best::block(reducer, count, Dense<T>{in.data()}), expected) << count;

    std::vector<T> spread(static_cast<std::size_t>(3 * count));
    for (std::size_t i = 0; i < in.size(); ++i) spread[3 * i] = in[i];
    EXPECT_EQ(Portable::block(reducer, count, Strided<T>{spread.data(), 3}), expected) << count;
  }
}

TEST(ReduceBlock, IsRightForEveryLengthAndLane) {
  expect_blocks<Sum<float, double>, float>({});
  expect_blocks<SumOfPairs<float>, float>({});
  expect_blocks<SumOfPairs<double>, double>({});
  expect_blocks<Sum<double, double>, double>({});
  expect_blocks<Sum<std::int8_t, index_t, std::int16_t>, std::int8_t>({});
  expect_blocks<Sum<std::int16_t, index_t, std::int32_t>, std::int16_t>({});
  expect_blocks<Sum<int, index_t>, int>({});
  expect_blocks<Most<float>, float>({});
  expect_blocks<Most<std::int8_t>, std::int8_t>({});
  expect_blocks<Most<index_t>, index_t>({});
}

template <class T>
std::vector<T> fractions(index_t count) {
  std::vector<T> result = values<T>(count);
  for (T& value : result) value = T{1} / (value + static_cast<T>(0.3));
  return result;
}

template <class T, class R>
void rounds_the_same_way(const R& sum) {
  for (const index_t count : kCounts) {
    if (count > kReduceBlock<R>) continue;
    const std::vector<T> in = fractions<T>(count);
    const double portable = Portable::block(sum, count, Dense<T>{in.data()});
    EXPECT_EQ(Best::block(sum, count, Dense<T>{in.data()}), portable);
    EXPECT_EQ(Portable::block(sum, count, Strided<T>{in.data(), 1}), portable);

    for (const index_t rows : {7, 8, 17}) {
      std::vector<double> expected(static_cast<std::size_t>(count / rows), 0.1);
      std::vector<double> totals = expected;
      Portable::rows(sum, expected.data(), in.data(), count / rows, rows, count / rows);
      Best::rows(sum, totals.data(), in.data(), count / rows, rows, count / rows);
      EXPECT_EQ(totals, expected);
      totals.assign(expected.size(), 0.1);
      Scalar::rows(sum, totals.data(), in.data(), count / rows, rows, count / rows);
      EXPECT_EQ(totals, expected);
    }
  }
}

TEST(ReduceRows, RoundTheSameWayWhateverTheVectors) {
  rounds_the_same_way<float>(SumOfPairs<float>{});
  rounds_the_same_way<double>(SumOfPairs<double>{});
  rounds_the_same_way<float>(Sum<float, double>{});
}

/// Distances from a start of each accumulator's own: no products, which compilers fuse with sums.
template <class T>
struct Distances : SumOfPairs<T> {
  const T* start;
  template <class V>
  void to_addend(V& x) const {
    x -= *start;
  }
  double step(double total, T x) const {
    to_addend(x);  // which x87 rounds where it is stored
    return total + static_cast<double>(x);
  }
  Distances at(index_t i) const {
    Distances other = *this;
    other.start += i;
    return other;
  }
};

/// Bit for bit, or nearly with x87, which rounds a sum to double only when it is stored.
bool are_equal(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double tolerance = FLT_EVAL_METHOD == 0 ? 0 : 1e-13;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return std::abs(x - y) <= tolerance * std::abs(y); });
}

/// Against the same lines reduced one by one, with and without vectors.
template <class Rows, class T>
void expect_lines(index_t count, index_t total_step) {
  constexpr index_t lines = 5;
  const index_t line_step = count + 3;
  const std::vector<T> in = fractions<T>(lines * line_step);
  const std::vector<T> starts = fractions<T>(lines * 2);
  const Distances<T> distances{{}, starts.data()};
  std::vector<double> expected(lines * 2, 0.1);
  std::vector<double> totals = expected;
  for (index_t k = 0; k < lines; ++k) {
    double& total = expected[static_cast<std::size_t>(k * total_step)];
    total += reduce_elements(distances.at(k * total_step), in.data() + k * line_step, count, 1);
  }
  Rows::lines(distances, totals.data(), total_step, in.data(), count, lines, line_step);
  EXPECT_TRUE(are_equal(totals, expected))
      << count << " elements, totals " << total_step << " apart";
}

TEST(ReduceLines, RoundAsEachLineAlone) {
  for (index_t count = 1; count <= 200; ++count) {
    for (const index_t total_step : {0, 1, 2}) {
      expect_lines<Portable, float>(count, total_step);
      expect_lines<Best, float>(count, total_step);
      expect_lines<Portable, double>(count, total_step);
      expect_lines<Best, double>(count, total_step);
    }
  }
}

template <class R, class T>
void expect_scalar_lines(const R& reducer) {
  using Total = typename R::Accumulator;
  constexpr std::size_t lines = 5;
  for (const index_t count : {1, 7, 8, 63, 64, 65, 200, 2048}) {
    const std::vector<T> in = values<T>(index_t{lines} * (count + 3));
    std::vector<Total> expected(lines, 1);
    for (std::size_t k = 0; k < lines; ++k) {
      for (index_t i = 0; i < count; ++i)
        expected[k] = reducer.step(
            expected[k], in[k * static_cast<std::size_t>(count + 3) + static_cast<std::size_t>(i)]);
    }
    std::vector<Total> totals(lines, 1);
    Scalar::lines(reducer, totals.data(), 1, in.data(), count, index_t{lines}, count + 3);
    EXPECT_EQ(totals, expected) << count;
  }
}

TEST(ReduceLines, ElementByElementGiveTheResultInAnyOrder) {
  expect_scalar_lines<Sum<std::int8_t, index_t, std::int16_t>, std::int8_t>({});
  expect_scalar_lines<Sum<int, index_t>, int>({});
  expect_scalar_lines<Most<int>, int>({});
}

TEST(ReduceBlock, LanesOfABlockDoNotOverflow) {
  const std::vector<std::int8_t> least(2048, -128);
  const Sum<std::int8_t, index_t, std::int16_t> sum;
  EXPECT_EQ(Portable::block(sum, 2048, Dense<std::int8_t>{least.data()}), -2048 * 128);
  EXPECT_EQ(Best::block(sum, 2048, Dense<std::int8_t>{least.data()}), -2048 * 128);
  const std::vector<std::uint8_t> ones(2048, 1);
  const Sum<std::uint8_t, index_t, std::uint8_t> count;
  EXPECT_EQ(Portable::block(count, 2048, Dense<std::uint8_t>{ones.data()}), 2048);
  EXPECT_EQ(Best::block(count, 2048, Dense<std::uint8_t>{ones.data()}), 2048);
}

template <class R, class T>
void expect_rows(const R& reducer) {
  for (const index_t count : {1, 8, 63, 64, 65, 200, 2048, 2100}) {
    for (const index_t rows : {1, 7, 8, 9, 17}) {
      const index_t row_step = count + 3;
      const std::vector<T> in = values<T>(rows * row_step);
      const auto size = static_cast<std::size_t>(count);
      std::vector<typename R::Accumulator> expected(size + 1, 5);  // the last must stay
      for (index_t r = 0; r < rows; ++r) {
        for (std::size_t i = 0; i < size; ++i)
          expected[i] = reducer.step(expected[i], in[static_cast<std::size_t>(r * row_step) + i]);
      }
      std::vector<typename R::Accumulator> total(size + 1, 5);
      Portable::rows(reducer, total.data(), in.data(), count, rows, row_step);
      EXPECT_EQ(total, expected) << count << ' ' << rows;
      total.assign(size + 1, 5);
      Best::rows(reducer, total.data(), in.data(), count, rows, row_step);
      EXPECT_EQ(total, expected) << count << ' ' << rows;
      total.assign(size + 1, 5);
      Scalar::rows(reducer, total.data(), in.data(), count, rows, row_step);
      EXPECT_EQ(total, expected) << count << ' ' << rows;
    }
  }
}

TEST(ReduceRows, BringsEachColumnIntoItsAccumulator) {
  expect_rows<Sum<float, double>, float>({});
  expect_rows<SumOfPairs<float>, float>({});
  expect_rows<SumOfPairs<double>, double>({});
  expect_rows<Sum<double, double>, double>({});
  expect_rows<Sum<std::int8_t, index_t>, std::int8_t>({});
  expect_rows<Most<float>, float>({});
  expect_rows<Most<int>, int>({});
}

}  // namespace reduce_rows_test
