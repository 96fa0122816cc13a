// The reduction loop: which elements come into which accumulator, and how accurately.
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/reduce/reduce_loop.hpp>

#include "kernel/kernel_sample.hpp"

namespace reduce_loop_test {

using ndx::index_t;
using sample::LoopOf;

template <class T>
struct Sum : ndx::kernel::ReducerOf<T> {
  static T identity() { return T{}; }
  template <class U>
  static T step(T total, U value) {
    return total + static_cast<T>(value);
  }
  static T merge(T a, T b) { return a + b; }
};

template <class T, class In>
std::vector<T> sums(const LoopOf<2>& loop, const In* in, std::size_t count) {
  std::vector<T> totals(count);
  ndx::kernel::reduce(Sum<T>{}, loop, in, totals.data());
  return totals;
}

TEST(Reduction, BringsAWholeRowIntoOneAccumulator) {
  for (const index_t count : {1, 7, 8, 9, 511, 512, 513, 1024, 1025, 5000}) {
    std::vector<int> values(static_cast<std::size_t>(count));
    for (index_t i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = static_cast<int>(i);
    const index_t expected = count * (count - 1) / 2;
    EXPECT_EQ(sums<index_t>({{count}, {{1}, {0}}}, values.data(), 1)[0], expected);
    EXPECT_EQ(sums<double>({{count}, {{1}, {0}}}, values.data(), 1)[0],
              static_cast<double>(expected));
    EXPECT_EQ(sums<double>({{count}, {{-1}, {0}}}, values.data() + count - 1, 1)[0],
              static_cast<double>(expected));
  }
}

TEST(Reduction, KeepsTheDimsAlongWhichAccumulatorsMove) {
  const int in[] = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(sums<int>({{2, 3}, {{3, 1}, {0, 1}}}, in, 3), (std::vector<int>{5, 7, 9}));
  EXPECT_EQ(sums<int>({{2, 3}, {{3, 1}, {1, 0}}}, in, 2), (std::vector<int>{6, 15}));
  EXPECT_EQ(sums<int>({{2, 3}, {{3, 1}, {0, 0}}}, in, 1), (std::vector<int>{21}));
  EXPECT_EQ(sums<int>({{3, 2}, {{1, 3}, {0, 2}}}, in, 3), (std::vector<int>{6, 0, 15}));
}

/// Sums of floats, which are added line by line where they are dense.
struct SumOfFloats : Sum<double> {
  static constexpr auto kLoop = ndx::kernel::RowLoop::sums;
  template <class V>
  void to_addend(V& /*x*/) const {}
};

TEST(Reduction, TakesLinesOfFloatsWhereverTheyLie) {
  for (const index_t count : {1, 2, 5, 8, 13, 40, 64, 70}) {
    const index_t line = count + 2;
    std::vector<float> in(static_cast<std::size_t>(3 * 4 * line));
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
    // Of shape (3, 2, count): every second of four lines, with accumulators by the first dim, by both,
    // and the other way round.
    for (const auto& [outer, inner] : {std::pair{1, 0}, {2, 1}, {1, 3}, {-2, 1}}) {
      std::vector<double> expected(10, 0.5);
      for (index_t i = 0; i < 3; ++i) {
        for (index_t j = 0; j < 2; ++j) {
          for (index_t k = 0; k < count; ++k)
            expected[static_cast<std::size_t>(4 + i * outer + j * inner)] +=
                static_cast<double>((4 * i + 2 * j) * line + k);
        }
      }
      std::vector<double> totals(10, 0.5);
      const LoopOf<2> loop{{3, 2, count}, {{4 * line, 2 * line, 1}, {outer, inner, 0}}};
      ndx::kernel::reduce(SumOfFloats(), loop, in.data(), totals.data() + 4);
      EXPECT_EQ(totals, expected) << count;
    }
  }
}

/// The sum of what exceeds a limit of each accumulator's own.
struct SumOfExcess : Sum<index_t> {
  const int* limits;
  SumOfExcess at(index_t i) const {
    SumOfExcess other = *this;
    other.limits += i;
    return other;
  }
  index_t step(index_t total, int value) const { return total + value - *limits; }
};

// Many short lines are copied side by side.
TEST(Reduction, TakesShortLinesOfIntegersWhereverTheyLie) {
  std::vector<int> limits(600);
  for (std::size_t i = 0; i < limits.size(); ++i) limits[i] = static_cast<int>(i % 7);
  for (const index_t count : {1, 2, 5, 8, 31, 63, 64}) {
    for (const index_t lines : {1, 15, 16, 64, 65, 130}) {
      const index_t line = count + 3;
      std::vector<int> in(static_cast<std::size_t>(2 * lines * line));
      for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * 37 % 101);
      for (const index_t apart : {1, 2}) {  // accumulators
        for (const index_t step : {line, -line}) {
          const int* const first = in.data() + (step < 0 ? (lines - 1) * line : 0);
          std::vector<index_t> expected(static_cast<std::size_t>(2 * lines * apart + 1), 9);
          std::vector<index_t> totals = expected;
          for (index_t i = 0; i < 2 * lines; ++i) {
            const int* const from = first + i / lines * lines * line + i % lines * step;
            index_t& total = expected[static_cast<std::size_t>(i * apart)];
            for (index_t k = 0; k < count; ++k)
              total += from[k] - limits[static_cast<std::size_t>(i * apart)];
          }
          const LoopOf<2> loop{{2, lines, count},
                               {{lines * line, step, 1}, {lines * apart, apart, 0}}};
          ndx::kernel::reduce(SumOfExcess{{}, limits.data()}, loop, first, totals.data());
          EXPECT_EQ(totals, expected) << lines << " lines of " << count;
        }
      }
    }
  }
}

TEST(Reduction, AddsToWhatIsThere) {
  const int in[] = {1, 2, 3};
  int total = 100;
  ndx::kernel::reduce(Sum<int>{}, LoopOf<2>{{3}, {{1}, {0}}}, in, &total);
  EXPECT_EQ(total, 106);
}

TEST(Reduction, OfStandingInputCountsEachTime) {
  const double in = 0.5;
  EXPECT_EQ(sums<double>({{1000}, {{0}, {0}}}, &in, 1)[0], 500.0);
}

TEST(Reduction, OfRankZeroAndOfNothing) {
  const int in = 7;
  EXPECT_EQ(sums<int>({{}, {{}, {}}}, &in, 1)[0], 7);
  EXPECT_EQ(sums<int>({{0}, {{1}, {0}}}, static_cast<const int*>(nullptr), 1)[0], 0);
  EXPECT_EQ(sums<int>({{3, 0}, {{1, 1}, {1, 0}}}, static_cast<const int*>(nullptr), 3),
            (std::vector<int>{0, 0, 0}));
}

TEST(Reduction, OfForeignBoolsCountsAnythingButZero) {
  const std::vector<unsigned char> bytes{0, 1, 2, 255, 0};
  EXPECT_EQ(sums<index_t>({{5}, {{1}, {0}}}, reinterpret_cast<const bool*>(bytes.data()), 1)[0], 3);
}

TEST(Reduction, LosesLittleOverLongRowsOfFloats) {
  // Ten million times 0.1F is 1000000.015; added one after the other in floats it is 1087937.
  const std::vector<float> tenths(10'000'000, 0.1F);
  EXPECT_NEAR(sums<float>({{10'000'000}, {{1}, {0}}}, tenths.data(), 1)[0], 1e6F, 1.0F);
}

/// Any element is not zero; nothing more is read once one was found.
struct Any : ndx::kernel::ReducerOf<bool> {
  static constexpr auto kLoop = ndx::kernel::RowLoop::until_final;
  static bool identity() { return false; }
  static bool step(bool found, int value) { return found || value != 0; }
  static bool merge(bool a, bool b) { return a || b; }
};

TEST(Reduction, MayStopOnceTheResultIsFinal) {
  std::vector<int> values(5000, 0);
  for (const std::size_t place : {std::size_t{0}, std::size_t{700}, std::size_t{4999}}) {
    values[place] = 1;
    bool found = false;
    ndx::kernel::reduce(Any{}, LoopOf<2>{{5000}, {{1}, {0}}}, values.data(), &found);
    EXPECT_TRUE(found);
    values[place] = 0;
  }
  bool found = false;
  ndx::kernel::reduce(Any{}, LoopOf<2>{{5000}, {{1}, {0}}}, values.data(), &found);
  EXPECT_FALSE(found);
}

}  // namespace reduce_loop_test
