// Blocks in memory that the ranks of a node share. That results and errors are the same is what all
// other tests say, which run with such blocks, too.
#include <csignal>
#include <fstream>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

#include "distributed/ranks.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::throws;
using ndx_test::options;
using ndx_test::rank;
using ndx_test::world;

namespace {

/// Whether the last rank shares memory with others.
bool last_shares() {
  const int last = world().size() - 1;
  const int of_node = ndx_test::placement().ranks_of_node;
  return last > 0 && last / of_node == (last - 1) / of_node;
}

/// The number of lines of a file of this process that name the shared memory.
int mappings() {
  std::ifstream lines("/proc/self/maps");
  int count = 0;
  for (std::string line; std::getline(lines, line);) count += line.find("memfd:ndx") != line.npos;
  return count;
}

// Ranks come to each step at different times: none reads before the others have written, none writes
// while another still reads.
TEST(DistributedShared, ReadsWhatAllRanksHaveWritten) {
  const index_t rows = 5000;
  const DistributedTensor<int> t(world(), {rows, 8}, options());
  const DistributedPlan plan = t.plan({ndx_test::indices_of(rank(), rows, 3000)});
  const auto result = empty<int>(plan.result_shape());
  std::mt19937 random(static_cast<unsigned>(rank()));
  for (int step = 0; step < 60; ++step) {
    if (random() % 3 == 0) ::usleep(static_cast<unsigned>(random() % 2000));
    t.block().fill_(step);
    plan.read_into(result, t);
    ASSERT_EQ(min(result)(), step);
    ASSERT_EQ(max(result)(), step);
  }
}

TEST(DistributedShared, BlocksStayWhileTheyAreUsed) {
  const int before = mappings();
  Tensor<int> block;
  {
    const DistributedTensor<int> t(world(), {4 * world().size()}, options());
    const auto copy = t;
    t.block().fill_(rank());
    block = copy.block();
    const int last = world().size() - 1;
    if (rank() == last && last_shares()) {
      EXPECT_GT(mappings(), before + 1);
    }
  }
  EXPECT_EQ(block(3), rank());  // also after other ranks have ended the tensor
  EXPECT_LE(mappings(), before + 1);
  block = Tensor<int>();
  EXPECT_EQ(mappings(), before);
}

TEST(DistributedShared, AreRefusedOnAllRanks) {
  const int last = world().size() - 1;
  const auto make = [] { (void)DistributedTensor<int>(world(), {100}, options()); };
  rlimit usual{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &usual), 0);
  const rlimit none{0, usual.rlim_max};  // files have no bytes then, nor has shared memory
  std::signal(SIGXFSZ, SIG_IGN);
  if (rank() == last) ::setrlimit(RLIMIT_FSIZE, &none);
  if (last_shares()) {
    EXPECT_TRUE(throws<ValueError>(make, message("rank ", last, " of ", last + 1,
                                                 ": DistributedTensor: shared memory: cannot be "
                                                 "created: File too large")));
  } else {
    make();
  }
  if (rank() == last) ::setrlimit(RLIMIT_FSIZE, &usual);
  make();
}

}  // namespace
