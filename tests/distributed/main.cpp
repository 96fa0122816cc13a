// Runs the tests on every rank of an MPI program, with each placement of tensors: rank 0 prints all,
// the others what fails.
#include <iostream>

#include "distributed/ranks.hpp"

#if NDX_ADDRESS_SANITIZER
#include <sanitizer/lsan_interface.h>
#else
static void __lsan_disable() {}
static void __lsan_enable() {}
static int __lsan_do_recoverable_leak_check() { return 0; }
#endif

/// Gives each repetition a placement of its own. (An Environment does not: from version 1.12 on,
/// GoogleTest sets it up for the first repetition alone.)
class NextPlacement final : public testing::EmptyTestEventListener {
 public:
  void OnTestIterationStart(const testing::UnitTest& /*tests*/, int iteration) override {
    ndx_test::current = static_cast<std::size_t>(iteration);
  }
};

int main(int argc, char** argv) {
  __lsan_disable();  // Open MPI keeps a few strings
  MPI_Init(&argc, &argv);
  __lsan_enable();
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  testing::GTEST_FLAG(brief) = rank != 0;
  testing::GTEST_FLAG(repeat) = static_cast<int>(ndx_test::placements().size());
  testing::UnitTest::GetInstance()->listeners().Append(new NextPlacement);
  testing::InitGoogleTest(&argc, argv);
  int failed = RUN_ALL_TESTS();
  if (ndx_test::current + 1 != ndx_test::placements().size()) {
    std::cout << "the tests did not run with each placement\n";
    failed = 1;
  }
  // Once Open MPI is finalized, what it does not free has no names that could be suppressed.
  if (failed == 0) failed = __lsan_do_recoverable_leak_check();
  MPI_Finalize();
  return failed;
}
