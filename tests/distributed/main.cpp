// Runs the tests on every rank of an MPI program: rank 0 prints all, the others what fails.
#include <gtest/gtest.h>
#include <mpi.h>

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

int main(int argc, char** argv) {
  __lsan_disable();  // Open MPI keeps a few strings
  MPI_Init(&argc, &argv);
  __lsan_enable();
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  testing::GTEST_FLAG(brief) = rank != 0;
  testing::InitGoogleTest(&argc, argv);
  int failed = RUN_ALL_TESTS();
  // Once Open MPI is finalized, what it does not free has no names that could be suppressed.
  if (failed == 0) failed = __lsan_do_recoverable_leak_check();
  MPI_Finalize();
  return failed;
}
