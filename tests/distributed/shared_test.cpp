// Blocks in memory that the ranks of a node share. That results and errors are the same is what all
// other tests say, which run with such blocks, too.
#include <csignal>
#include <random>
#include <string>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "distributed/ranks.hpp"

namespace ndx_test {
namespace {

/// Whether the last rank shares memory with others.
bool last_shares() {
  const int last = world().size() - 1;
  const int of_node = placement().ranks_of_node;
  return last > 0 && last / of_node == (last - 1) / of_node;
}

// Ranks come to each step at different times: none reads before the others have written, none writes
// while another still reads.
TEST(DistributedShared, ReadsWhatAllRanksHaveWritten) {
  const index_t rows = 5000;
  const DistributedTensor<int> t(world(), {rows, 8}, options());
  const DistributedPlan plan = t.plan({indices_of(rank(), rows, 3000)});
  const auto result = empty<int>(plan.result_shape());
  std::mt19937 random(static_cast<unsigned>(rank()));
  int wrong = 0;
  for (int step = 0; step < 60; ++step) {
    if (random() % 3 == 0) ::usleep(static_cast<unsigned>(random() % 2000));
    t.block().fill_(step);
    plan.read_into(result, t);
    wrong += min(result)() == step && max(result)() == step ? 0 : 1;  // all ranks go on together
  }
  EXPECT_EQ(wrong, 0);
}

/// Memory for 1024 ints whose first access takes a third of a second: it holds up a rank in the middle
/// of what it does.
class LateMemory {
 public:
  LateMemory() : late_(static_cast<int*>(::mmap(nullptr, kBytes, PROT_NONE, kMap, -1, 0))) {
    memory_ = late_;
    struct sigaction wait{};
    wait.sa_handler = [](int /*signal*/) {
      ::usleep(333'000);
      ::mprotect(memory_, kBytes, PROT_READ | PROT_WRITE);
    };
    wait.sa_flags = static_cast<int>(SA_RESETHAND);  // a fault elsewhere ends the program
    ::sigaction(SIGSEGV, &wait, &usual_);
  }
  ~LateMemory() {
    ::sigaction(SIGSEGV, &usual_, nullptr);
    ::munmap(late_, kBytes);
  }
  LateMemory(const LateMemory&) = delete;
  LateMemory& operator=(const LateMemory&) = delete;

  [[nodiscard]] int* data() const { return late_; }

 private:
  static constexpr std::size_t kBytes = 4096;
  static constexpr int kMap = MAP_PRIVATE | MAP_ANONYMOUS;
  static inline void* memory_ = nullptr;

  int* late_;
  struct sigaction usual_{};
};

// The rank that is read wants nothing itself, so its own read ends at once: it waits until the other,
// which is held up at its first row, has read the last one.
TEST(DistributedShared, NoRankWritesWhileAnotherReadsItsBlock) {
  const int last = world().size() - 1;
  const index_t rows = 100;
  const DistributedTensor<int> t(world(), {rows * world().size(), 8}, options());
  const bool reads = rank() == last;
  const index_t first = last == 0 ? 0 : rows * (last - 1);
  const DistributedPlan plan = t.plan({Slice(first, first + (reads ? rows : 0), 2)});
  const LateMemory late;
  const Tensor<int> result = borrow(late.data(), plan.result_shape());
  t.block().fill_(1);
  plan.read_into(result, t);
  t.block().fill_(2);
  if (reads) {
    EXPECT_TRUE(array_equal(result, ones<int>(rows / 2, 8)));
  }
}

TEST(DistributedShared, BlocksStayWhileTheyAreUsed) {
  const int before = shared_memory_uses();
  Tensor<int> block;
  {
    const DistributedTensor<int> t(world(), {4 * world().size()}, options());
    const auto copy = t;
    t.block().fill_(rank());
    block = copy.block();
    const int last = world().size() - 1;
    if (rank() == last && last_shares()) {
      EXPECT_GT(shared_memory_uses(), before + 1);
    }
  }
  EXPECT_EQ(block(3), rank());  // also after other ranks have ended the tensor
  EXPECT_LE(shared_memory_uses(), before + 1);
  block = Tensor<int>();
  EXPECT_EQ(shared_memory_uses(), before);
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
}  // namespace ndx_test
