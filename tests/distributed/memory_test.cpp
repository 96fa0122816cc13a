// An allocation that fails on one rank, whichever it is, is thrown on all of them: no rank waits, and
// nothing stays open or mapped. Of this program's own calls (the linker is told to --wrap them), not of
// those that MPI makes.
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

#include "distributed/ranks.hpp"

namespace {

int allowed = -1;  // allocations before one is refused; negative: none is
int memory_file = -1;

bool refused(int error) {
  if (allowed < 0 || allowed-- != 0) return false;
  errno = error;
  return true;
}

}  // namespace

extern "C" {
void* __real_malloc(std::size_t);
void* __wrap_malloc(std::size_t bytes) { return refused(ENOMEM) ? nullptr : __real_malloc(bytes); }

// Large allocations are asked for once more when those that were kept have been freed.
void* __real_aligned_alloc(std::size_t, std::size_t);
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  static bool refuses_next = false;
  const bool refuses = refuses_next || refused(ENOMEM);
  refuses_next = refuses && !refuses_next;
  return refuses ? nullptr : __real_aligned_alloc(alignment, bytes);
}

void* __real_mmap(void*, std::size_t, int, int, int, off_t);
void* __wrap_mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset) {
  if (refused(ENOMEM)) return MAP_FAILED;
  return __real_mmap(at, bytes, protection, flags, file, offset);
}

int __real_memfd_create(const char*, unsigned);
int __wrap_memfd_create(const char* name, unsigned flags) {
  if (refused(ENOMEM)) return -1;
  return memory_file = __real_memfd_create(name, flags);
}

// Room in memory, not on a disk.
int __real_fallocate(int, int, off_t, off_t);
int __wrap_fallocate(int file, int mode, off_t offset, off_t bytes) {
  if (file == memory_file && refused(ENOSPC)) return -1;
  return __real_fallocate(file, mode, offset, bytes);
}
}

// Never inlined: g++ would take them for a mismatched pair.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace ndx_test {
namespace {

enum Outcome : int { returns, lacks_memory, throws };

template <class Call>
int outcome_of(const Call& call) {
  try {
    call();
  } catch (const std::bad_alloc&) {
    return lacks_memory;
  } catch (const std::exception&) {
    return throws;
  }
  return returns;
}

/// Refuses each allocation of call() on the last rank in turn, and calls check() after each. All
/// ranks must throw the same; `usual` is what call() does if nothing is refused, or if what is refused
/// is no need (`recovers`).
template <class Call, class Check>
void sweep(const Call& call, const Check& check, Outcome usual = returns, bool recovers = false) {
  const int last = world().size() - 1;
  const int before = shared_memory_uses();
  int refused = 0;
  for (int k = 0, reached = 1; reached != 0; ++k) {
    allowed = rank() == last ? k : -1;
    const int own = outcome_of(call);
    reached = allowed < 0 ? 1 : 0;
    allowed = -1;
    std::array<int, 2> of_last{reached, own};
    MPI_Bcast(of_last.data(), 2, MPI_INT, last, MPI_COMM_WORLD);
    reached = of_last[0];
    ASSERT_EQ(own, of_last[1]) << "allocation " << k;
    // An error of the call itself may be that of a lower rank, which is thrown then.
    const bool is_of_call = own == usual && (reached == 0 || usual == throws || recovers);
    ASSERT_TRUE(is_of_call || (reached != 0 && own == lacks_memory)) << own << ", allocation " << k;
    if (reached != 0) check();
    refused += reached;
  }
  EXPECT_GT(refused, 0);
  EXPECT_EQ(shared_memory_uses(), before);
}
template <class Call>
void sweep(const Call& call) {
  sweep(call, [] {});
}

class DistributedMemory : public testing::Test {
 protected:
  Tensor<int> rows = tensor({1, 38, 20, 3, 39, 12});
  Dims bounds = uneven_bounds(40);
  DistributedTensor<int> t = distributed_from_function<int>(
      world(), {40, 2}, [](DimsView i) { return 2 * i[0] + i[1]; }, options());
  Tensor<int> before = t.block().clone();
};

TEST_F(DistributedMemory, RefusedToOneRankIsThrownOnAll) {
  sweep([&] { (void)t.index({rows}); });
  sweep([&] { t.index_put_({rows}, 7); }, [&] { EXPECT_TRUE(array_equal(t.block(), before)); });
  sweep([] { (void)Communicator(MPI_COMM_WORLD); });
  sweep([&] { (void)DistributedTensor<int>(world(), {40, 2}, bounds, options()); });
  sweep([] { (void)DistributedTensor<int>(MPI_COMM_WORLD, {40, 2}, {.shared = true}); });
  const auto large = world().size() * static_cast<index_t>(kHugePageBytes);  // a block on each
  sweep([&] { (void)DistributedTensor<char>(world(), {large}, options()); });
}

TEST_F(DistributedMemory, OfMoves) {
  const auto whole = rank() == 0 ? t.index({}) : (void(t.index({})), empty<int>(0));
  const auto deep = ones<int>(Dims{3, 1, 1, 1, 1, 1, 1, 1});  // shapes above rank 6 are allocated
  const DistributedTensor<int> tall(world(), Dims(deep.shape()), options());
  sweep([&] { (void)redistribute(t, bounds, options()); });
  sweep([&] { (void)broadcast_from(world(), 0, whole, options()); });
  sweep([&] { (void)broadcast_from(world(), 0, deep, options()); });
  sweep([&] { (void)gather_to(t, 0); });
  Dims three{0};
  for (int r = 0; r < world().size(); ++r) three.push_back(3);
  sweep([&] { (void)redistribute(tall, three, options()); });
}

TEST_F(DistributedMemory, OfReductions) {
  const Dims deep{40, 2, 1, 1, 1, 1, 1, 1};  // what follows the shape of blocks is allocated
  const DistributedTensor<int> target(world(), deep, options());
  const auto index = tensor({{1, 5}, {30, 5}, {1, 39}}).reshape({3, 2, 1, 1, 1, 1, 1, 1});
  const auto source = ones<int>(Dims(index.shape()));
  const auto zero = target.block().clone();
  const auto stays = [&] { EXPECT_TRUE(array_equal(target.block(), zero)); };
  for (const bool include_self : {true, false}) {
    for (const char* const name : {"sum", "mean"}) {
      sweep([&] { target.scatter_reduce_(0, index, source, name, include_self); }, stays);
      target.block().copy_(zero);
    }
  }
}

TEST_F(DistributedMemory, OfErrors) {
  for (const int bad : {0, world().size() - 1}) {
    const auto terms = tensor({0, rank() == bad ? 40 : 1});
    sweep([&] { (void)t.index({terms}); }, [] {}, throws);
  }
  sweep([&] { (void)gather_to(t, -1); }, [] {}, throws);
  if (world().size() > 1) sweep([&] { (void)gather_to(t, rank() == 0 ? 0 : 1); }, [] {}, throws);
}

TEST_F(DistributedMemory, OfFiles) {
  namespace fs = std::filesystem;
  const fs::path folder = message(testing::TempDir(), "ndx_refused_", ::getppid());
  const std::string path = folder / "t.npy";
  if (rank() == 0) fs::create_directory(folder);
  MPI_Barrier(world().get());
  sweep([&] { save_npy(path, t); }, [&] { EXPECT_TRUE(rank() != 0 || fs::is_empty(folder)); });
  // A file that cannot be mapped is read.
  const auto read = [&] {
    EXPECT_TRUE(array_equal(distributed_from_npy<int>(world(), path, options()).block(), before));
  };
  sweep(read, [] {}, returns, true);
  MPI_Barrier(world().get());
  if (rank() == 0) fs::remove_all(folder);
}

}  // namespace
}  // namespace ndx_test
