// What allocates and what does not, and what is left when an allocation fails.
//
// malloc is replaced by one that counts and can be told to fail; operator new calls it. Sanitizers
// bring their own malloc: there, and with other C libraries than glibc, only the values are
// checked.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

#include "support/expect.hpp"

namespace allocation_test {

/// Calls of malloc minus calls of free, all calls, and which call is to fail (0: none). Atomic,
/// because compilers know that malloc changes no variable of the program's, and move others past
/// it.
struct Allocations {
  std::atomic<long> live = 0;
  std::atomic<long> calls = 0;
  std::atomic<long> fail_at = 0;
};
thread_local Allocations allocations;

}  // namespace allocation_test

#if defined(__GLIBC__) && !NDX_ADDRESS_SANITIZER
extern "C" void* __libc_malloc(std::size_t bytes);
extern "C" void* __libc_memalign(std::size_t alignment, std::size_t bytes);
extern "C" void __libc_free(void* memory);
extern "C" void* malloc(std::size_t bytes) noexcept {
  if (++allocation_test::allocations.calls == allocation_test::allocations.fail_at) return nullptr;
  ++allocation_test::allocations.live;
  return __libc_malloc(bytes);
}
// libc++ allocates exceptions like this. They are counted as live, but never made to fail.
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  ++allocation_test::allocations.live;
  return __libc_memalign(alignment, bytes);
}
extern "C" int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
  *memory = aligned_alloc(alignment, bytes);
  return *memory == nullptr ? ENOMEM : 0;
}
extern "C" void free(void* memory) noexcept {
  if (memory != nullptr) --allocation_test::allocations.live;
  __libc_free(memory);
}
constexpr bool kCounted = true;
#else
constexpr bool kCounted = false;
#endif

namespace allocation_test {

using expect::is;
using ndx::arange;
using ndx::Dims;
using ndx::index_t;
using ndx::Slice;
using ndx::Tensor;
using ndx::tensor;

template <class Call>
long calls_of_malloc(Call&& call) {
  const long before = allocations.calls;
  call();
  return allocations.calls - before;
}

/// Fails the first, second, … allocation of the call until it gets through; after each failure
/// nothing may have leaked and `unchanged` must hold. Returns how often it failed.
template <class Call, class Unchanged>
long fail_each_allocation(Call&& call, Unchanged&& unchanged) {
  if constexpr (!kCounted) {
    call();
    return 1;
  }
  for (long n = 1;; ++n) {
    const long live = allocations.live;
    allocations.fail_at = allocations.calls + n;
    bool failed = false;
    try {
      call();
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    allocations.fail_at = 0;
    if (!failed) return n - 1;
    EXPECT_EQ(allocations.live.load(), live) << "leaked when allocation " << n << " failed";
    unchanged();
  }
}

Dims sixes() { return {1, 2, 1, 3, 1, 4}; }

TEST(Allocation, IsCounted) {
  if constexpr (kCounted) {
    EXPECT_EQ(calls_of_malloc([] { (void)ndx::zeros<int>({3}); }), 1);
    EXPECT_EQ(calls_of_malloc([] { (void)Dims::filled(7, 1); }), 1);
  }
}

TEST(Allocation, NoHandleOrViewAllocatesUpToRankSix) {
  const auto t = arange<int>(24).reshape(sixes());
  EXPECT_EQ(calls_of_malloc([&] {
              const Tensor<int> copy = t;
              Tensor<int> moved = Tensor<int>(copy);
              moved = t;
              const Tensor<const int> read_only = t;
              const Tensor<int> none;
            }),
            0);
  EXPECT_EQ(calls_of_malloc([&] {
              (void)t.permute({5, 4, 3, 2, 1, 0});
              (void)t.transpose().transpose(0, 1).movedim(0, 3);
              (void)t.squeeze().unsqueeze(0).squeeze(0);
              (void)t.expand({5, 2, 5, 3, 5, 4}).flip(1).flip();
              (void)t.select(1, 0).narrow(2, 1, 2).slice(-1, Slice(0, 4, 2));
              (void)t.reshape({-1}).view({4, 6}).flatten().ravel();
              (void)t.diagonal(0, 1, 3).as_strided({2, 2}, {1, 2});
              (void)t.squeeze().unfold(0, 2, 1);
            }),
            0);
}

TEST(Allocation, NoBasicIndexAllocatesUpToRankSix) {
  const auto t = arange<int>(24).reshape({2, 3, 4});
  EXPECT_EQ(calls_of_malloc([&] {
              (void)t.index({1, Slice(0, 2), ndx::None, -1});
              (void)t.index(ndx::Ellipsis, 0);
              (void)t.index({});
            }),
            0);
}

TEST(Allocation, LookingAndBorrowingAllocatesNothing) {
  const auto t = arange<int>(24).reshape(sixes()).transpose();
  int sum = 0;
  int memory[6] = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(calls_of_malloc([&] {
              for (const int value : t) sum += value;
              sum += static_cast<int>(t.numel() + t.shape()[0] + t.transpose().shape()[1]);
              sum += t.at(0, 0, 0, 0, 0, 0) + t.accessor<6>()(0, 0, 0, 0, 0, 0);
              sum += ndx::borrow(memory, {2, 3}).select(0, 1)(2);
            }),
            0);
  EXPECT_EQ(sum, 276 + 24 + 4 + 2 + 6);
}

TEST(Allocation, WritingWholeViewsAllocatesNothing) {
  const auto t = arange<int>(24).reshape({2, 3, 4});
  const auto row = arange<int>(4);
  EXPECT_EQ(calls_of_malloc([&] {
              t.fill_(5);
              t.transpose().copy_(row.unsqueeze(1).unsqueeze(2));
              t.index_put_({0, Slice()}, 7);
            }),
            0);
}

TEST(Allocation, APlainGatherAllocatesItsResultOnly) {
  const auto t = arange<int>(24).reshape({6, 4});
  const auto rows = tensor({0, 5});
  EXPECT_LE(calls_of_malloc([&] { (void)t.index({rows}); }), 1);
  EXPECT_LE(calls_of_malloc([&] { t.index_put_({rows}, 9); }), 0);
}

TEST(FailedAllocation, LeavesNothingBehindWhenMakingTensors) {
  const auto nothing = [] {};
  const Dims deep = Dims::filled(9, 1);
  EXPECT_GE(fail_each_allocation([] { (void)ndx::zeros({4}); }, nothing), 1);
  EXPECT_GE(fail_each_allocation([&] { (void)ndx::full(deep, 2.5); }, nothing), 1);
  EXPECT_GE(fail_each_allocation([] { (void)tensor({{1, 2}, {3, 4}}); }, nothing), 1);
  EXPECT_GE(fail_each_allocation([] { (void)ndx::linspace(0, 1, 9); }, nothing), 1);
}

TEST(FailedAllocation, LeavesTensorsAsTheyWere) {
  const auto t = arange<int>(6).reshape({2, 3});
  const auto unchanged = [&] {
    EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(t.storage().owners(), 1U);
  };
  EXPECT_GE(fail_each_allocation([&] { (void)t.clone(); }, unchanged), 1);
  EXPECT_GE(fail_each_allocation([&] { (void)t.transpose().reshape({6}); }, unchanged), 1);
  EXPECT_GE(fail_each_allocation([&] { (void)t.to<double>(); }, unchanged), 1);
  EXPECT_GE(fail_each_allocation([&] { (void)t.index({std::vector<int>{1, 0}}); }, unchanged), 1);
  EXPECT_GE(fail_each_allocation([&] { (void)t.index({t > 2}); }, unchanged), 1);
  EXPECT_GE(fail_each_allocation([&] { (void)t.index_put({0}, 9); }, unchanged), 1);
  EXPECT_GE(fail_each_allocation([&] { (void)t.unbind(); }, unchanged), 1);
  EXPECT_GE(fail_each_allocation([&] { (void)t.unsqueeze(0).expand({1, 1, 1, 1, 1, 1, 1, 2, 3}); },
                                 unchanged),
            1);
}

TEST(FailedAllocation, OfAWriteChangesNothing) {
  auto t = arange<int>(6);
  // Each call needs a copy of the value or of the index. Once it gets through, t starts again.
  const auto unchanged = [&] { EXPECT_TRUE(is(t, {6}, {0, 1, 2, 3, 4, 5})); };
  const auto renew = [&] { t.copy_(arange<int>(6)); };
  EXPECT_GE(fail_each_allocation([&] { t.copy_(t.flip()); }, unchanged), 1);
  renew();
  EXPECT_GE(
      fail_each_allocation([&] { t.index_put_({Slice(1)}, t.slice(0, Slice(0, -1))); }, unchanged),
      1);
  renew();
  EXPECT_GE(fail_each_allocation([&] { t.index_put_({t}, t.flip()); }, unchanged), 1);
  renew();
  EXPECT_GE(
      fail_each_allocation([&] { t.index_put_({std::vector<int>{0, 2}}, {7, 8}); }, unchanged), 1);
  renew();
  EXPECT_GE(
      fail_each_allocation([&] { t.index_put_({t > 2}, tensor({1, 2, 3}), true); }, unchanged), 1);
}

/// Whether each allocation of write(t) in turn can fail, t being 0 … 511 of rank 9, and leaves t as
/// it was.
template <class Write>
testing::AssertionResult fails_cleanly_beyond_rank_six(const Write& write) {
  const auto counting = arange<int>(512);
  const auto t = counting.clone().reshape(Dims::filled(9, 2));
  bool unchanged = true;
  const long failures =
      fail_each_allocation([&] { write(t); }, [&] { unchanged &= equal(t.ravel(), counting); });
  if (!unchanged) return testing::AssertionFailure() << "it was changed";
  return failures >= 1 ? testing::AssertionSuccess()
                       : testing::AssertionFailure() << "nothing failed";
}

TEST(FailedAllocation, OfAWriteBeyondRankSixChangesNothing) {
  const auto mask = ndx::full<bool>({2}, true);
  const auto index = ndx::zeros<index_t>(Dims::filled(9, 2));
  const auto ones = ndx::ones<int>(Dims::filled(9, 2));
  const auto is_clean = [](const auto& write) { return fails_cleanly_beyond_rank_six(write); };
  EXPECT_TRUE(is_clean([&](const auto& t) { (void)masked_fill_(t, mask, 9); }));
  EXPECT_TRUE(is_clean([&](const auto& t) { (void)masked_scatter_(t, mask, ones); }));
  EXPECT_TRUE(is_clean([&](const auto& t) { (void)scatter_(t, 0, index, ones); }));
  EXPECT_TRUE(is_clean([&](const auto& t) { (void)put_along_axis(t, index, ones, 0); }));
  EXPECT_TRUE(is_clean([&](const auto& t) { (void)put_(t, 0, 9); }));
  EXPECT_TRUE(is_clean([&](const auto& t) { (void)place(t, t > 2, {9}); }));
  EXPECT_TRUE(is_clean([&](const auto& t) { (void)putmask(t, t > 2, {9}); }));
  EXPECT_TRUE(is_clean([&](const auto& t) { (void)t.plan({tensor({0, 1})}).write_(t, 9); }));
  for (const char* const name : {"sum", "prod", "mean", "amax", "amin"}) {
    EXPECT_TRUE(
        is_clean([&](const auto& t) { (void)index_reduce_(t, 0, 0, ones.narrow(0, 0, 1), name); }));
  }
}

TEST(FailedAllocation, OfAReductionByNameChangesNothing) {
  const auto t = arange<int>(6).reshape({2, 3});
  const auto source = ndx::ones<int>({2, 2});
  const auto unchanged = [&] { EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5})); };
  for (const char* const name : {"sum", "prod", "mean", "amax", "amin"}) {
    for (const bool include_self : {true, false}) {
      const auto reduce = [&] {
        (void)index_reduce_(t, 1, std::vector<int>{0, 2}, source, name, include_self);
      };
      EXPECT_GE(fail_each_allocation(reduce, unchanged), 1) << name;
      t.copy_(arange<int>(6).reshape({2, 3}));
    }
  }
}

TEST(FailedAllocation, OfAReadThatFillsChangesNothing) {
  const auto t = arange<int>(6).reshape({3, 2});
  const auto out = ndx::full({1, 2}, -1);
  const auto mask = tensor({true, false, true});
  EXPECT_GE(fail_each_allocation(
                [&] { t.index_into(out, {mask, tensor({{7}})}, {.bounds = ndx::Bounds::fill}); },
                [&] { EXPECT_TRUE(is(out, {1, 2}, {-1, -1})); }),
            1);
}

TEST(FailedAllocation, OfAnAssignmentKeepsTheOldTensor) {
  // Beyond rank 6 a handle's dims are on the heap, so that copying it can fail.
  const auto deep = ndx::zeros<int>(Dims::filled(9, 2));
  auto t = arange<int>(3);
  EXPECT_GE(fail_each_allocation([&] { t = deep; },
                                 [&] {
                                   EXPECT_TRUE(is(t, {3}, {0, 1, 2}));
                                   EXPECT_FALSE(t.shares_storage(deep));
                                 }),
            1);
  EXPECT_TRUE(t.shares_storage(deep));
}

TEST(FailedAllocation, OfAnAdoptionRunsTheDeleterOnce) {
  int runs = 0;
  int failures = 0;
  int memory[2] = {1, 2};
  fail_each_allocation([&] { (void)ndx::adopt(memory, {2}, {1}, [&runs] { ++runs; }); },
                       [&] { EXPECT_EQ(runs, ++failures); });
  EXPECT_EQ(runs, failures + 1);
  EXPECT_GE(fail_each_allocation([] { (void)ndx::adopt(std::vector<int>(3, 5), {3}); }, [] {}), 1);
  const Dims deep = Dims::filled(9, 1);
  EXPECT_GE(fail_each_allocation([&] { (void)ndx::adopt(std::vector<int>(1, 5), deep); }, [] {}),
            1);
}

}  // namespace allocation_test
