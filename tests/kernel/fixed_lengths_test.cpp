#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/loop/fixed_lengths.hpp>

namespace fixed_lengths_test {

using namespace ndx;

/// Notes the runs; stops at the one that has position `stop`.
struct Note {
  std::vector<index_t>* runs;
  index_t stop;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    runs->push_back(first);
    runs->push_back(count);
    return stop < first || stop >= first + count;
  }
};

TEST(VisitRuns, ComeInOrderAndTheRestLast) {
  const auto runs_of = [](index_t n) {
    std::vector<index_t> runs;
    EXPECT_TRUE(kernel::visit_runs(Note{&runs, -1}, n));
    return runs;
  };
  EXPECT_EQ(runs_of(0), (std::vector<index_t>{}));
  EXPECT_EQ(runs_of(5), (std::vector<index_t>{0, 5}));
  EXPECT_EQ(runs_of(64), (std::vector<index_t>{0, 64}));
  EXPECT_EQ(runs_of(130), (std::vector<index_t>{0, 64, 64, 64, 128, 2}));
}

TEST(VisitRuns, EndWhenOneReturnsFalse) {
  std::vector<index_t> runs;
  EXPECT_FALSE(kernel::visit_runs(Note{&runs, 70}, 200));
  EXPECT_EQ(runs, (std::vector<index_t>{0, 64, 64, 64}));
  EXPECT_FALSE(kernel::visit_runs(Note{&runs, 129}, 130));
  EXPECT_FALSE(kernel::visit_runs(Note{&runs, 0}, 1));
}

}  // namespace fixed_lengths_test
