// Every allocation failed in turn, for every public function: the n-th, n = 0, 1, …, until the call
// makes no more. A call that fails throws std::bad_alloc, leaves every tensor byte for byte as it
// was, and loses no memory and no file; a call that succeeds all the same has done all its work.
#include <filesystem>

#include <gtest/gtest.h>
#include <support/temporary_directory.hpp>
#include <unistd.h>

#include <ndx/threads.hpp>

#include "failing_memory.hpp"
#include "snapshot.hpp"

namespace ndx_test {
namespace {

using failing_memory::Counts;
using failing_memory::Refuse;

/// How a call ended.
struct Outcome {
  std::string thrown;  // unless it was std::bad_alloc
  bool out_of_memory = false;
  Counts counts;

  [[nodiscard]] bool failed() const { return out_of_memory || !thrown.empty(); }
};

/// The number that the next file to be opened gets: larger when one has not been closed.
int next_descriptor() {
  const int next = ::dup(STDIN_FILENO);
  ::close(next);
  return next;
}

int failure_count() {
  return testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
}

/// Calls after failing_memory::start.
Outcome run(const PublicFunction& function, Arguments& arguments) {
  Outcome outcome;
  const char* thrown = nullptr;
  try {
    function.call(arguments);
  } catch (const std::bad_alloc&) {
    outcome.out_of_memory = true;
  } catch (const ndx::IndexError&) {
    thrown = "IndexError";
  } catch (const ndx::ShapeError&) {
    thrown = "ShapeError";
  } catch (const ndx::ValueError&) {
    thrown = "ValueError";
  } catch (const std::exception&) {
    thrown = "another";
  }
  ndx::large_allocations().clear();
  outcome.counts = failing_memory::stop();
  if (thrown != nullptr) outcome.thrown = thrown;
  return outcome;
}

/// Calls every entry with the same arguments, which are restored whenever a call has changed them.
class AllocationFaults {
 public:
  AllocationFaults(const TemporaryDirectory& directory, Arguments& arguments)
      : directory_(directory), arguments_(arguments), before_(arguments) {}

  /// Whether the tensors are so large that copying and comparing them takes milliseconds.
  [[nodiscard]] bool are_large() const {
    return arguments_.floats.storage().bytes() >= static_cast<index_t>(ndx::kLargeAllocation);
  }

  void fail_each_allocation_of(const PublicFunction& function, Refuse refuse) {
    SCOPED_TRACE(function.name);
    finished_.clear();
    thrown_.clear();
    const int failures = failure_count();
    long n = 0;
    while (fail_allocation(function, n, refuse) && failure_count() == failures) n = after(n);
    before_.restore(arguments_);
  }

 private:
  /// Every allocation; with large tensors, after the 48th only the 64th, 85th, 113th, … Only sort,
  /// argsort, printing and explaining make that many then: one for each line or number.
  [[nodiscard]] long after(long n) const { return are_large() && n >= 48 ? n + n / 3 : n + 1; }

  /// False when the call makes no allocation of that number: then this was the call that all others
  /// are compared with.
  bool fail_allocation(const PublicFunction& function, long n, Refuse refuse) {
    std::filesystem::remove(arguments_.new_file);
    const std::size_t files = directory_.count();
    const int descriptor = next_descriptor();
    ndx::large_allocations().clear();
    failing_memory::start(n, refuse);
    const Outcome outcome = run(function, arguments_);
    EXPECT_EQ(outcome.counts.live, 0) << "leaked at allocation " << n;
    EXPECT_EQ(next_descriptor(), descriptor) << "left a file open at allocation " << n;
    if (outcome.failed()) {
      EXPECT_EQ(before_.first_change(arguments_), -1)
          << "changed a tensor although it failed at allocation " << n;
      EXPECT_EQ(directory_.count(), files) << "left a file behind at allocation " << n;
    }
    if (outcome.counts.refused == 0) {
      compare_with(outcome);
      return false;
    }
    if (!outcome.thrown.empty()) thrown_.push_back(outcome.thrown);
    if (!outcome.failed()) {
      const bool is_new = finished_.empty() || finished_.back().first_change(arguments_) != -1;
      if (is_new) finished_.emplace_back(arguments_);
      before_.restore(arguments_);
    }
    return true;
  }

  /// A call that threw something else than std::bad_alloc would have thrown it anyway, and one that
  /// did without an allocation did all its work.
  void compare_with(const Outcome& outcome) {
    for (const std::string& thrown : thrown_) EXPECT_EQ(thrown, outcome.thrown);
    for (const Snapshot& finished : finished_) EXPECT_EQ(finished.first_change(arguments_), -1);
  }

  const TemporaryDirectory& directory_;
  Arguments& arguments_;
  Snapshot before_;
  std::vector<Snapshot> finished_;
  std::vector<std::string> thrown_;
};

/// What an entry is called with: benign arguments, changed. Under ASan, where an exception takes thirty times as long,
/// each call sees one refusal; the paths that it checks are those of several, too.
void expect_nothing_lost(const Dims& shape, void (*change)(Arguments&) = [](Arguments&) {}) {
  const TemporaryDirectory directory;
  Arguments arguments = benign_arguments(shape, directory.path());
  change(arguments);
  AllocationFaults faults(directory, arguments);
  for (const PublicFunction& function : public_functions()) {
    if (!faults.are_large()) faults.fail_each_allocation_of(function, Refuse::one);
    if (!NDX_ADDRESS_SANITIZER) faults.fail_each_allocation_of(function, Refuse::all_after);
  }
}

TEST(AllocationFaults, LeaveSmallTensorsAsTheyWere) { expect_nothing_lost({3, 4, 5}); }

// Shapes, strides and handles allocate.
TEST(AllocationFaults, LeaveTensorsOfRankSevenAsTheyWere) {
  expect_nothing_lost({2, 2, 2, 2, 2, 2, 2});
}

// The parts of a call run at the same time, and each may be the one whose allocation fails.
TEST(AllocationFaults, LeaveTensorsAsTheyWereOnTwoThreads) {
  ndx::use_threads(2);
  ndx::Executor executor = ndx::executor();
  executor.grain_bytes = 1;
  executor.grain_ns = 0;
  ndx::set_executor(executor);
  expect_nothing_lost({150, 2, 3});
  ndx::set_executor({});
}

TEST(AllocationFaults, LeaveTensorsThatAreNotContiguousAsTheyWere) {
  expect_nothing_lost({3, 4, 5}, [](Arguments& a) {
    a.floats = a.floats.flip(2);
    a.others = a.others.transpose(0, 1).contiguous().transpose(0, 1);
    a.out = a.out.flip(0);
    a.index = a.index.flip();
    a.integers = a.integers.flip(1);
  });
}

// Source, index, mask and target are one and the same: copies have to be made.
TEST(AllocationFaults, LeaveTensorsThatShareMemoryAsTheyWere) {
  expect_nothing_lost({700, 2, 3}, [](Arguments& a) {
    a.others = a.floats.flip(0);
    a.out = a.floats;
    a.more = a.integers.flip(0);
  });
}

// Calls that are refused say why; there is no memory to say it in.
TEST(AllocationFaults, LeaveTensorsOfRefusedCallsAsTheyWere) {
  expect_nothing_lost({600, 2, 3}, [](Arguments& a) {
    a.index.at(-1) = a.integers.at(599, 1, 2) = a.few.at(3) = a.narrow_index.at(599) = 700;
    a.position = a.count = 99;
    a.step = a.other_dim = 0;
    a.text = "0, [[0, 1], 2]";
    a.npy_file += ".not there";
    a.bounds = ndx::Bounds::raise;
  });
}

#if !NDX_ADDRESS_SANITIZER  // where these take minutes, and see the paths of the others
TEST(AllocationFaults, LeaveTensorsOfManyRowsAsTheyWere) { expect_nothing_lost({1100, 2, 3}); }

// Results and copies come from the cache of large allocations, which is empty before each call.
TEST(AllocationFaults, LeaveLargeTensorsAsTheyWere) {
  expect_nothing_lost({1040, 4, 256}, [](Arguments& a) {
    a.others = a.one.expand(a.shape);  // to have less to compare
    a.integers = a.few.select(0, 0).expand(a.shape);
    a.more = a.few.select(0, 1).expand(a.shape);
    a.waves = ndx::ones<std::complex<float>>({}).expand(a.shape);
    a.points = ndx::zeros<Point>({}).expand(a.shape);
    a.halves = ndx::zeros<ndx::float16>({}).expand(a.shape);
  });
}
#endif

}  // namespace
}  // namespace ndx_test
