// The executor: which parts work is split into, and that nothing is split unless somebody asked.
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/base/executor.hpp>

namespace executor_test {

using ndx::Executor;
using ndx::index_t;
using ndx::set_executor;
using ndx::detail::parts_for;
using ndx::detail::run_parts;

using Ranges = std::vector<std::pair<index_t, index_t>>;

Ranges ranges(index_t n, index_t parts) {
  Ranges found;
  run_parts(n, parts, [&](index_t begin, index_t end) { found.emplace_back(begin, end); });
  return found;
}

/// An executor that runs one part after the other, from the last to the first.
class Backwards : public testing::Test {
 protected:
  void SetUp() override {
    set_executor({[](index_t parts, Executor::Task task, const void* work) {
                    while (parts-- > 0) task(work, parts);
                  },
                  4, 1000});
  }
  void TearDown() override { set_executor({}); }
};

TEST(ExecutorByDefault, IsTheCaller) {
  EXPECT_EQ(ndx::executor().run, nullptr);
  EXPECT_EQ(parts_for(1 << 30, {1 << 20, 1e6}), 1);
  EXPECT_EQ(ranges(7, 1), (Ranges{{0, 7}}));
}

TEST_F(Backwards, RangesCoverAllWithoutOverlap) {
  EXPECT_EQ(ranges(7, 3), (Ranges{{5, 7}, {3, 5}, {0, 3}}));
  EXPECT_EQ(ranges(4, 4), (Ranges{{3, 4}, {2, 3}, {1, 2}, {0, 1}}));
  EXPECT_EQ(ranges(5, 1), (Ranges{{0, 5}}));
  EXPECT_EQ(ranges(INT64_MAX, 2), (Ranges{{INT64_MAX / 2 + 1, INT64_MAX}, {0, INT64_MAX / 2 + 1}}));
}

TEST_F(Backwards, SmallWorkIsNotSplit) {
  EXPECT_EQ(parts_for(0, {4, .1}), 1);
  EXPECT_EQ(parts_for(1, {1 << 20, .1}), 1);
  EXPECT_EQ(parts_for(100, {4, .1}), 1);
  EXPECT_EQ(parts_for(500, {4, .1}), 2);  // 250 units of 4 bytes are a grain
  EXPECT_EQ(parts_for(750, {4, .1}), 3);
  EXPECT_EQ(parts_for(100000, {4, .1}), 4);
  EXPECT_EQ(parts_for(3, {5000, .1}), 3);  // each unit is larger than a grain
  EXPECT_EQ(parts_for(3, {0, .1}), 1);
}

TEST_F(Backwards, WorkThatTakesLongIsSplitHoweverLittleItWrites) {
  EXPECT_EQ(parts_for(100, {1, 249}), 1);
  EXPECT_EQ(parts_for(100, {1, 500}), 2);  // 50 units take 25 microseconds
  EXPECT_EQ(parts_for(100, {1, 1e5}), 4);
  set_executor({ndx::executor().run, 4, INT64_MAX, INT64_MAX});
  EXPECT_EQ(parts_for(INT64_MAX, {1, .5}), 1);
  set_executor({ndx::executor().run, 4, INT64_MAX, 0});
  EXPECT_EQ(parts_for(3, {1, 0}), 1);
}

TEST_F(Backwards, TheFirstPartThatThrowsIsRethrownAfterAllHaveRun) {
  Ranges ran;
  std::string told;
  try {
    run_parts(8, 4, [&](index_t begin, index_t end) {
      ran.emplace_back(begin, end);
      if (begin == 2 || begin == 4) throw std::runtime_error(std::to_string(begin));
    });
  } catch (const std::runtime_error& error) {
    told = error.what();
  }
  EXPECT_EQ(told, "2");
  EXPECT_EQ(ran, (Ranges{{6, 8}, {4, 6}, {2, 4}, {0, 2}}));
}

}  // namespace executor_test
