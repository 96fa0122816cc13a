// Lines along a dim: which come one by one, which together, and how they are shared among threads.
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/loop/lines.hpp>
#include <ndx/layout/layout.hpp>

namespace lines_test {

using ndx::Dims;
using ndx::index_t;
using ndx::Offsets;
using namespace ndx::kernel;

/// What run_lines called with, one after another: the offset in either operand, and the number of lines.
using Call = std::vector<index_t>;
struct Calls {
  std::vector<Call> all;
  void operator()(const Offsets<2>& at) { all.push_back({at[0], at[1], 1}); }
  void operator()(const Offsets<2>& at, index_t count, index_t step) {
    all.push_back({at[0], at[1], count, step});
  }
};

std::vector<Call> calls(const Dims& shape, const Dims& strides, index_t line_stride) {
  Calls made;
  const Dims results = ndx::contiguous_strides(shape);
  run_lines(
      shape, strides, results, line_stride, 800, [&](const Offsets<2>& at) { made(at); },
      [&](const Offsets<2>& at, index_t count, index_t step) { made(at, count, step); });
  return made.all;
}

TEST(Lines, ThatAreDenseComeOneByOne) {
  EXPECT_EQ(calls({3, 1}, {100, 1}, 1), (std::vector<Call>{{0, 0, 1}, {100, 1, 1}, {200, 2, 1}}));
  EXPECT_EQ(calls({1}, {1}, 1), (std::vector<Call>{{0, 0, 1}}));
  EXPECT_EQ(calls({0, 1}, {100, 1}, 1), std::vector<Call>());
}

TEST(Lines, SideBySideComeTogetherIfThereAreMany) {
  EXPECT_EQ(calls({1, 20}, {20, 1}, 20), (std::vector<Call>{{0, 0, 20, 1}}));
  EXPECT_EQ(calls({2, 1, 20}, {2000, 20, 1}, 20),
            (std::vector<Call>{{0, 0, 20, 1}, {2000, 20, 20, 1}}));
  EXPECT_EQ(calls({1, 15}, {15, 1}, 15).size(), 15U);
  const std::vector<Call> wide = calls({1, 5000}, {5000, 1}, 5000);
  EXPECT_EQ(wide,
            (std::vector<Call>{{0, 0, 2048, 1}, {2048, 2048, 2048, 1}, {4096, 4096, 904, 1}}));
}

TEST(Lines, OfAnyDistanceComeTogetherWhereAskedFor) {
  ndx::Loop<2> lines;
  lines.push_inner(2, {1000, 7});
  lines.push_inner(5, {30, 1});
  std::vector<Call> made;
  run_together(lines, {4, 9}, 30, 3,
               [&](const Offsets<2>& at, index_t count, const Offsets<2>& steps) {
                 made.push_back({at[0], at[1], count, steps[0], steps[1]});
               });
  EXPECT_EQ(made,
            (std::vector<Call>{
                {4, 9, 3, 30, 1}, {94, 12, 2, 30, 1}, {1004, 16, 3, 30, 1}, {1094, 19, 2, 30, 1}}));
}

index_t tasks = 0;

void run_in_turn(index_t parts, ndx::Executor::Task task, const void* work) {
  tasks += parts;
  for (index_t part = 0; part < parts; ++part) task(work, part);
}

TEST(Lines, ThatAreLongAreSharedOneByOne) {
  ndx::set_executor({run_in_turn, 4, 64});
  tasks = 0;
  index_t lines = 0;
  run_lines(
      Dims{4, 1}, Dims{1000000, 1}, Dims{1, 1}, 1, 4000000, [&](const Offsets<2>&) { ++lines; },
      [&](const Offsets<2>&, index_t, index_t) { FAIL(); });
  ndx::set_executor({});
  EXPECT_EQ(lines, 4);
  EXPECT_EQ(tasks, 4);
}

}  // namespace lines_test
