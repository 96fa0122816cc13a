// An allocation that fails on one rank, whichever it is, is thrown on all of them: no rank waits.
#include <cstdlib>
#include <new>

#include "distributed/ranks.hpp"

namespace {

int allowed = -1;  // allocations before one is refused; negative: none is

}  // namespace

void* operator new(std::size_t bytes) {
  void* const memory = allowed >= 0 && allowed-- == 0 ? nullptr : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using namespace ndx;
using ndx_test::rank;
using ndx_test::world;

/// Refuses each allocation of call() on the last rank in turn.
template <class Call>
void sweep(const Call& call) {
  const int last = world().size() - 1;
  int reached = 1;
  int refused = 0;
  for (int k = 0; reached != 0; ++k) {
    bool thrown = false;
    allowed = rank() == last ? k : -1;
    try {
      call();
    } catch (const std::bad_alloc&) {
      thrown = true;
    }
    reached = allowed < 0 ? 1 : 0;
    allowed = -1;
    MPI_Bcast(&reached, 1, MPI_INT, last, MPI_COMM_WORLD);
    ASSERT_EQ(thrown, reached != 0) << "allocation " << k;
    refused += reached;
  }
  EXPECT_GT(refused, 0);
}

TEST(DistributedMemory, RefusedToOneRankIsThrownOnAll) {
  const DistributedTensor<int> t(world(), {40, 2});
  const auto rows = tensor({1, 38, 20, 3, 39, 12});
  sweep([&] { (void)t.index({rows}); });
  sweep([&] { t.index_put_({rows}, 7); });
}

}  // namespace
