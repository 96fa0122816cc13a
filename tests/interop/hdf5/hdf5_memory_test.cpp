// Every allocation of the library refused in turn while datasets are read and written where they are:
// std::bad_alloc, nothing stays open, and the file opens with each element as it was or as it was to
// be. Of this program's own calls (the linker is told to --wrap them), not of those of libhdf5, which
// cannot go on when it lacks memory.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include <ndx/interop/hdf5/hdf5_dataset.hpp>
#include <ndx/interop/hdf5/hdf5_tensor_file.hpp>

#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

namespace {

int allowed = -1;  // allocations before one is refused; negative: none is

bool refused() {
  if (allowed < 0 || allowed-- != 0) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {
void* __real_malloc(std::size_t);
void* __wrap_malloc(std::size_t bytes) { return refused() ? nullptr : __real_malloc(bytes); }

// Large allocations are asked for once more when those that were kept have been freed.
void* __real_aligned_alloc(std::size_t, std::size_t);
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  static bool refuses_next = false;
  const bool refuses = refuses_next || refused();
  refuses_next = refuses && !refuses_next;
  return refuses ? nullptr : __real_aligned_alloc(alignment, bytes);
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

using namespace ndx;
using expect::counting;

namespace {

/// The number that the next file to be opened gets: larger when one has not been closed.
int next_descriptor() {
  const int next = ::dup(STDIN_FILENO);
  ::close(next);
  return next;
}

/// Refuses each allocation of call() in turn, and calls check() after each.
template <class Call, class Check>
void sweep(const Call& call, const Check& check) {
  call();  // what libhdf5 allocates once
  const int descriptor = next_descriptor();
  int failures = 0;
  for (int k = 0;; ++k) {
    large_allocations().clear();
    bool lacked_memory = false;
    allowed = k;
    try {
      call();
    } catch (const std::bad_alloc&) {
      lacked_memory = true;
    }
    const bool was_refused = allowed < 0;
    allowed = -1;
    ASSERT_EQ(next_descriptor(), descriptor) << "left a file open at allocation " << k;
    if (!was_refused) break;
    failures += lacked_memory ? 1 : 0;
    check();
    if (testing::Test::HasFailure()) FAIL() << "at allocation " << k;
  }
  EXPECT_GT(failures, 10);
}

class Hdf5Memory : public testing::TestWithParam<Hdf5Options> {
 protected:
  Hdf5Memory() { save(); }
  void save() const { save_hdf5(path, {{"x", x, GetParam()}}); }

  ndx_test::TemporaryDirectory directory;
  std::string path = directory.file("x.h5");
  Tensor<int> x = counting({40, 100});
  Tensor<int> rows = tensor({39, 3, 20, 3});
};

TEST_P(Hdf5Memory, RefusedToReads) {
  sweep(
      [&] {
        EXPECT_TRUE(array_equal(open_hdf5<const int>(path, "x").index({rows}), x.index({rows})));
      },
      [] {});
}

TEST_P(Hdf5Memory, RefusedToWrites) {
  const auto written = x.clone();
  written.index_put_({rows, 7}, -1);
  for (const bool atomic : {false, true}) {
    sweep([&] { open_hdf5<int>(path, "x", {.atomic = atomic}).index_put_({rows, 7}, -1); },
          [&] {
            const auto now = load_hdf5<int>(path, "x");
            EXPECT_TRUE(all((now == x) | (now == written)).item());
            EXPECT_TRUE(!atomic || array_equal(now, x) || array_equal(now, written));
            EXPECT_EQ(directory.count(), 1U);
            save();
          });
  }
}

/// No other chunks have changed, whatever allocation was refused.
TEST_P(Hdf5Memory, RefusedToWritesItSaysWhichChunksItHasWritten) {
  const auto file = open_hdf5<int>(path, "x");
  const index_t rows_of_chunk = GetParam().chunks.empty() ? 40 : GetParam().chunks[0];
  sweep(
      [&] {
        const int left = std::exchange(allowed, -1);
        file.index_put_({}, x);
        allowed = left;
        file.index_put_({rows, 7}, -1);
      },
      [&] {
        const std::vector<index_t> written = file.written_chunks();
        const auto now = load_hdf5<int>(path, "x");
        for (const index_t row : {index_t{3}, index_t{20}, index_t{39}}) {
          const auto chunk = std::find(written.begin(), written.end(), row / rows_of_chunk);
          EXPECT_EQ(now.index({row, 7}).item() == -1, chunk != written.end()) << row;
        }
      });
}

INSTANTIATE_TEST_SUITE_P(Stored, Hdf5Memory,
                         testing::Values(Hdf5Options{}, Hdf5Options{.chunks = {8, 100}},
                                         Hdf5Options{.chunks = {8, 100}, .deflate = 4}));

}  // namespace
