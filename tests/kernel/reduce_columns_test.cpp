// Few columns, and few short lines, of many rows: what comes into which accumulator, and that a part of
// the columns or lines rounds as all of them do.
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/reduce/reduce_loop.hpp>

#include "kernel/kernel_sample.hpp"
#include "support/reducers.hpp"

namespace reduce_columns_test {

using ndx::index_t;
using ndx_test::Most;
using ndx_test::Sum;
using ndx_test::SumOfPairs;
using sample::LoopOf;

/// Exact in a float, whatever is added first.
template <class T>
std::vector<T> whole_numbers(index_t count) {
  std::vector<T> result(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = static_cast<T>(i * 73 % 127);
  return result;
}

/// planes × lines × count, of which `lines` are kept.
template <class R, class T>
void expect_lines(const R& reducer, const std::vector<T>& in, index_t planes, index_t lines,
                  index_t count) {
  const index_t plane = lines * count;
  for (const index_t apart : {1, 2}) {
    std::vector<typename R::Accumulator> expected(static_cast<std::size_t>(lines * apart), 5);
    std::vector<typename R::Accumulator> totals = expected;
    for (index_t i = 0; i < planes * plane; ++i) {
      auto& total = expected[static_cast<std::size_t>(i % plane / count * apart)];
      total = reducer.step(total, in[static_cast<std::size_t>(i)]);
    }
    ndx::kernel::reduce(reducer,
                        LoopOf<2>{{planes, lines, count}, {{plane, count, 1}, {0, apart, 0}}},
                        in.data(), totals.data());
    EXPECT_EQ(totals, expected) << planes << " of " << lines << " x " << count;
  }
}
template <class R, class T>
void expect_all_lines(const R& reducer) {
  const std::vector<T> in = whole_numbers<T>(300 * 1100);
  for (const index_t planes : {2, 8, 300}) {
    for (const index_t lines : {2, 3, 17, 100}) {
      for (const index_t count : {2, 3, 10, 11, 63}) {
        if (lines * count <= 1100) expect_lines(reducer, in, planes, lines, count);
      }
    }
  }
}

TEST(ReduceColumns, BringsFewShortLinesIntoTheirAccumulators) {
  expect_all_lines<Sum<int, index_t>, int>({});
  expect_all_lines<Sum<std::int8_t, index_t>, std::int8_t>({});
  expect_all_lines<SumOfPairs<float>, float>({});
  expect_all_lines<SumOfPairs<double>, double>({});
  expect_all_lines<Most<float>, float>({});
  expect_all_lines<Most<int>, int>({});
}

template <class R, class T>
void expect_columns(const R& reducer) {
  const std::vector<T> in = whole_numbers<T>(1100 * 80);
  for (const index_t columns : {1, 2, 5, 15, 16, 17, 31, 32, 33, 63, 64}) {
    for (const index_t rows : {1, 15, 127, 128, 129, 1100}) {
      for (const index_t row_step : {columns, columns + 3, -columns}) {
        const T* const first = in.data() + (row_step < 0 ? (rows - 1) * columns : 0);
        const auto size = static_cast<std::size_t>(columns);
        std::vector<typename R::Accumulator> expected(size + 1, 5);  // the last must stay
        std::vector<typename R::Accumulator> totals = expected;
        for (index_t r = 0; r < rows; ++r) {
          for (index_t i = 0; i < columns; ++i) {
            auto& total = expected[static_cast<std::size_t>(i)];
            total = reducer.step(total, first[r * row_step + i]);
          }
        }
        ndx::kernel::detail::reduce_columns(
            reducer, totals.data(), first, columns, rows, row_step,
            ndx::kernel::detail::rows_to_join(columns, rows, row_step));
        EXPECT_EQ(totals, expected) << rows << " x " << columns << " by " << row_step;
      }
    }
  }
}

TEST(ReduceColumns, BringsFewColumnsIntoTheirAccumulators) {
  expect_columns<Sum<int, index_t>, int>({});
  expect_columns<Sum<std::uint8_t, index_t>, std::uint8_t>({});
  expect_columns<SumOfPairs<float>, float>({});
  expect_columns<SumOfPairs<double>, double>({});
  expect_columns<Most<double>, double>({});
}

/// Numbers whose sum depends on the order.
template <class T>
std::vector<T> fractions(index_t count) {
  std::vector<T> result(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = static_cast<T>(i * 7919 % 1009 + 1) / static_cast<T>(i * 73 % 127 + 1);
  return result;
}

template <class T>
void expect_parts_round_alike() {
  const std::vector<T> in = fractions<T>(1500 * 1000);
  for (const index_t lines : {3, 7, 8, 20, 100}) {
    for (const index_t count : {1, 2, 5, 10}) {
      const index_t plane = lines * count;
      const LoopOf<2> all = count == 1
                                ? LoopOf<2>{{1500, lines}, {{plane, 1}, {0, 1}}}
                                : LoopOf<2>{{1500, lines, count}, {{plane, count, 1}, {0, 1, 0}}};
      std::vector<double> expected(static_cast<std::size_t>(lines));
      ndx::kernel::reduce(SumOfPairs<T>(), all, in.data(), expected.data());
      for (index_t first = 0; first < lines; first += 6) {
        LoopOf<2> part = all;
        part.sizes[1] = lines - first < 6 ? lines - first : 6;
        std::vector<double> found(static_cast<std::size_t>(part.sizes[1]));
        ndx::kernel::reduce(SumOfPairs<T>(), part, in.data() + first * count, found.data());
        for (std::size_t k = 0; k < found.size(); ++k)
          EXPECT_EQ(found[k], expected[static_cast<std::size_t>(first) + k])
              << lines << ' ' << count;
      }
    }
  }
}

TEST(ReduceColumns, RoundsInPartsAsInOne) {
  expect_parts_round_alike<float>();
  expect_parts_round_alike<double>();
}

}  // namespace reduce_columns_test
