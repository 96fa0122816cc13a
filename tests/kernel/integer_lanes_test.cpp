// Reducing in lanes of 64 bits with the vectors of each instruction set.
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/reduce/double_lanes.hpp>

#include "support/processor.hpp"
#include "support/reducers.hpp"

namespace integer_lanes_test {

using namespace ndx::kernel;
using ndx::index_t;
using ndx_test::Most;

/// Wraps around.
struct Product : ReducerOf<std::uint64_t> {
  using Lane = std::uint64_t;
  static std::uint64_t identity() { return 1; }
  template <class T>
  static std::uint64_t step(std::uint64_t product, T value) {
    return product * static_cast<std::uint64_t>(value);
  }
  static std::uint64_t merge(std::uint64_t a, std::uint64_t b) { return a * b; }
};

struct Total : ReducerOf<std::uint64_t> {
  using Lane = std::uint64_t;
  static std::uint64_t identity() { return 0; }
  template <class T>
  static std::uint64_t step(std::uint64_t total, T value) {
    return total + static_cast<std::uint64_t>(value);
  }
  static std::uint64_t merge(std::uint64_t a, std::uint64_t b) { return a + b; }
};

/// Reduces by the lanes of each instruction set.
template <class R, class In>
void expect(const std::vector<In>& in, typename R::Accumulator expected) {
  const auto count = static_cast<index_t>(in.size());
  const auto check = [&](auto lanes) {
    EXPECT_EQ(lanes.block(R{}, count, in.data()), expected) << count;
  };
  check(portable::DoubleLanes{});
  if (processor::runs_avx2()) check(avx2::DoubleLanes{});
  if (processor::runs_avx512()) check(avx512::DoubleLanes{});
}

constexpr index_t kCounts[] = {0, 1, 7, 8, 15, 16, 17, 63, 64, 127, 128, 129, 200, 1000, 2048};

TEST(IntegerLanes, TheLargestAtEveryPlace) {
  for (const index_t count : {1, 7, 16, 65, 128, 200, 300}) {
    for (index_t place = 0; place < count; ++place) {
      std::vector<std::int64_t> in(static_cast<std::size_t>(count), INT64_MIN);
      in[static_cast<std::size_t>(place)] = -5;
      expect<Most<std::int64_t>>(in, -5);
      std::vector<std::uint64_t> large(static_cast<std::size_t>(count), 1);
      large[static_cast<std::size_t>(place)] = UINT64_MAX;  // as signed less than 1
      expect<Most<std::uint64_t>>(large, UINT64_MAX);
    }
  }
}

TEST(IntegerLanes, SumsAndProducts) {
  for (const index_t count : kCounts) {
    std::vector<std::int64_t> ones(static_cast<std::size_t>(count), INT64_MAX);
    const auto n = static_cast<std::uint64_t>(count);
    expect<Total>(ones, n * static_cast<std::uint64_t>(INT64_MAX));
    // INT64_MAX² is 1, modulo 2^64.
    expect<Product>(ones, n % 2 == 0 ? 1 : static_cast<std::uint64_t>(INT64_MAX));
    std::vector<std::int32_t> minus(static_cast<std::size_t>(count), -3);
    expect<Total>(minus, std::uint64_t{0} - 3 * n);
    std::uint64_t power = 1;
    for (index_t i = 0; i < count; ++i) power *= std::uint64_t{0} - 3;
    expect<Product>(minus, power);
  }
}

}  // namespace integer_lanes_test
