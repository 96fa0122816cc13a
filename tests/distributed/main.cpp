// Runs the tests on every rank of an MPI program, with each placement of tensors: rank 0 prints all,
// the others what fails.
#include "distributed/ranks.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define NDX_TEST_LEAKS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NDX_TEST_LEAKS
#endif
#endif
#ifdef NDX_TEST_LEAKS
#include <sanitizer/lsan_interface.h>
#else
static void __lsan_disable() {}
static void __lsan_enable() {}
static int __lsan_do_recoverable_leak_check() { return 0; }
#endif

/// Begins each repetition with the next placement.
class NextPlacement final : public testing::Environment {
 public:
  void SetUp() override { ndx_test::current = next_++; }

 private:
  std::size_t next_ = 0;
};

int main(int argc, char** argv) {
  __lsan_disable();  // Open MPI keeps a few strings
  MPI_Init(&argc, &argv);
  __lsan_enable();
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  testing::GTEST_FLAG(brief) = rank != 0;
  testing::GTEST_FLAG(repeat) = static_cast<int>(ndx_test::placements().size());
  testing::AddGlobalTestEnvironment(new NextPlacement);
  testing::InitGoogleTest(&argc, argv);
  int failed = RUN_ALL_TESTS();
  // Once Open MPI is finalized, what it does not free has no names that could be suppressed.
  if (failed == 0) failed = __lsan_do_recoverable_leak_check();
  MPI_Finalize();
  return failed;
}
