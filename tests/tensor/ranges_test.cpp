// arange, linspace and logspace against NumPy's: tests/data/numpy_ranges.txt.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>
#include <ndx/tensor/create/logspace.hpp>
#include <ndx/tensor/half_elements.hpp>

using namespace ndx;

namespace ranges_test {

/// A line of the file: the function, the element type, and numbers.
struct Range {
  std::string text;
  std::string function;
  std::string type;
  std::vector<double> numbers;
};

std::vector<Range> load_ranges() {
  std::vector<Range> ranges;
  std::ifstream file(NDX_SOURCE_DIR "/tests/data/numpy_ranges.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    Range range{line, {}, {}, {}};
    std::istringstream words(line);
    words >> range.function >> range.type;
    for (std::string word; words >> word;)
      range.numbers.push_back(std::strtod(word.c_str(), nullptr));
    ranges.push_back(range);
  }
  return ranges;
}

/// Calls check(range, T{}) for the ranges of that function and type. Returns how many there are.
template <class T, class Check>
int check_ranges(const char* function, const char* type, const Check& check) {
  int count = 0;
  for (const Range& range : load_ranges()) {
    if (range.function != function || range.type != type) continue;
    check(range, T{});
    ++count;
  }
  return count;
}

/// Equal but for the last bit of a double, which differs where the processor multiplies and adds at once.
template <class T>
bool is_close(T x, double expected, double units) {
  const double most =
      sizeof(T) == sizeof(double) ? units * std::abs(expected) * 2.3e-16 + 4e-15 : 0;
  return std::abs(static_cast<double>(x) - expected) <= most;
}

TEST(Arange, HasTheElementsOfNumpysButForStop) {
  const auto check = [](const Range& range, auto type) {
    using T = decltype(type);
    using Bound = computed_t<T>;
    const auto& n = range.numbers;
    const auto x =
        arange<T>(static_cast<Bound>(n[0]), static_cast<Bound>(n[1]), static_cast<Bound>(n[2]));
    ASSERT_EQ(x.numel(), static_cast<index_t>(n[3])) << range.text;
    if (x.numel() == 0) return;
    EXPECT_TRUE(is_close(x(x.numel() - 1), n[4], 2)) << range.text << ": " << x(x.numel() - 1);
    EXPECT_TRUE(n[2] > 0 ? static_cast<Bound>(x(x.numel() - 1)) < static_cast<Bound>(n[1])
                         : static_cast<Bound>(x(x.numel() - 1)) > static_cast<Bound>(n[1]));
  };
  EXPECT_GT(check_ranges<float16>("arange", "float16", check), 50);
  EXPECT_GT(check_ranges<float>("arange", "float", check), 50);
  EXPECT_GT(check_ranges<double>("arange", "double", check), 50);
}

TEST(Linspace, HasTheElementsOfNumpys) {
  const auto check = [](const Range& range, auto type) {
    const auto& n = range.numbers;
    const auto x = linspace<decltype(type)>(n[0], n[1], static_cast<index_t>(n[2]), n[3] != 0);
    ASSERT_EQ(x.numel(), static_cast<index_t>(n.size()) - 4) << range.text;
    for (index_t i = 0; i < x.numel(); ++i)
      EXPECT_TRUE(is_close(x(i), n[static_cast<std::size_t>(i) + 4], 2)) << range.text << ": " << i;
  };
  EXPECT_GT(check_ranges<float16>("linspace", "float16", check), 50);
  EXPECT_GT(check_ranges<float>("linspace", "float", check), 50);
  EXPECT_GT(check_ranges<double>("linspace", "double", check), 50);
  EXPECT_GT(check_ranges<std::int64_t>("linspace", "int64", check), 50);
}

TEST(Logspace, HasTheElementsOfNumpys) {
  const auto check = [](const Range& range, auto type) {
    const auto& n = range.numbers;
    const auto x = logspace<decltype(type)>(n[0], n[1], static_cast<index_t>(n[2]), n[3] != 0);
    ASSERT_EQ(x.numel(), static_cast<index_t>(n.size()) - 4) << range.text;
    for (index_t i = 0; i < x.numel(); ++i) {
      const double expected = n[static_cast<std::size_t>(i) + 4];
      EXPECT_NEAR(x(i), expected, expected * (sizeof(type) == 4 ? 1.2e-7 : 3e-15)) << range.text;
    }
  };
  EXPECT_GT(check_ranges<float>("logspace", "float", check), 50);
  EXPECT_GT(check_ranges<double>("logspace", "double", check), 50);
}

TEST(Arange, CountsInTheTypeOfTheBounds) {
  EXPECT_EQ(arange(1.F, 13.F, .12F).numel(), 100);
  EXPECT_EQ(arange(13.F, 1.F, -.12F).numel(), 100);
  EXPECT_EQ(arange<float16>(1.F, 13.F, .12F).numel(), 100);
  EXPECT_EQ(arange(float16(1.F), float16(13.F), float16(.12F)).numel(), 100);
  EXPECT_EQ(arange(bfloat16(1.F), bfloat16(3.F), bfloat16(.1F)).numel(), 20);
  EXPECT_EQ(arange(1.0, 13.0, .12).numel(), 100);
  EXPECT_EQ(arange(1.L, 13.L, .12L).numel(), 100);
}

TEST(Arange, NeverReachesStop) {
  EXPECT_EQ(arange(1.0, 1.3, .1).numel(), 3);  // 1 + 3 · .1 is more than 1.3
  EXPECT_EQ(arange(-1.0, -1.3, -.1).numel(), 3);
  // Beyond 2^24, where a float has no halves, what rounds to stop is left out, however much it is.
  const auto x = arange(16777210.F, 16777216.F, .001F);
  EXPECT_EQ(x(x.numel() - 1), 16777215.F);
  EXPECT_EQ(x.numel(), 5500);
}

TEST(Arange, RoundsEachElementOnce) {
  const auto tenths = arange(0.F, 1000.F, .1F);
  for (const index_t i : {1, 3, 77, 9999})
    EXPECT_EQ(tenths(i), static_cast<float>(static_cast<double>(i) * static_cast<double>(.1F)));
}

TEST(Linspace, OfIntegersIsRoundedDown) {
  const auto x = linspace<std::int64_t>(-2.5, 2.5, 6);
  EXPECT_EQ(x.to_vector(), (std::vector<std::int64_t>{-3, -2, -1, 0, 1, 2}));
  EXPECT_EQ(linspace<int>(-1, 0, 3).to_vector(), (std::vector<int>{-1, -1, 0}));
  const auto whole = linspace<int>(0, 49, 50);
  for (index_t i = 0; i < 50; ++i) EXPECT_EQ(whole(i), i);
}

}  // namespace ranges_test
