// Work shared by an executor, and called for by two threads at once: results are those of one
// thread, and ThreadSanitizer sees every access of every part.
//
// The executors are a thread for each part, the pool of use_threads, OpenMP where the compiler has it on, and TBB
// where NDX_TEST_TBB is set. The Archer tool tells ThreadSanitizer what OpenMP runs before what. TBB has no such tool,
// so this file says what parallel_for promises: all that comes before the call comes before each part, and all of
// each part before what follows the call.
#include <tuple>

#include <gtest/gtest.h>
#include <support/at_once.hpp>

#include <ndx/groups.hpp>
#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>
#include <ndx/numpy.hpp>
#include <ndx/random.hpp>
#include <ndx/statistics.hpp>
#include <ndx/threads.hpp>
#ifdef _OPENMP
#include <ndx/openmp.hpp>
#endif
#ifdef NDX_TEST_TBB
#include <sanitizer/tsan_interface.h>

void install_tbb(ndx::index_t threads);  // in tbb_executor.cpp, which is not instrumented
#endif

namespace executors_test {

using namespace ndx;

void threads_run(index_t parts, Executor::Task task, const void* work) {
  at_once::run(static_cast<int>(parts), [&](int part) { task(work, part); });
}

void use_new_threads(index_t threads) { set_executor({threads_run, threads}); }

#ifdef NDX_TEST_TBB
/// Work between the two promises.
struct Promised {
  Executor::Task task;
  const void* work;
};
Executor tbb_executor;

void run_promised(const void* of, index_t part) {
  const auto* const promised = static_cast<const Promised*>(of);
  __tsan_acquire(const_cast<void*>(of));
  promised->task(promised->work, part);
  __tsan_release(const_cast<void*>(of));
}

void use_promising_tbb(index_t threads) {
  install_tbb(threads);
  tbb_executor = executor();
  const auto run = [](index_t parts, Executor::Task task, const void* work) {
    Promised promised{task, work};
    __tsan_release(&promised);
    tbb_executor.run(parts, run_promised, &promised);
    __tsan_acquire(&promised);
  };
  set_executor({run, threads});
}
#endif

/// Work of every kind that is shared, on tensors that the caller alone writes.
auto everything() {
  const auto table = rand<float>({512, 64}, 1);
  const auto ids = randint<index_t>(-512, 512, {6000}, 2);
  const auto places = randint<int>(0, 512 * 64, {30000}, 3);
  const auto rows = table.index({ids});
  const auto elements = table.ravel().index({places});
  const auto bits = table > 0.5F;
  const auto some = table.index({bits});
  const auto chosen = where(bits, table, table * 2.0F);
  const auto target = zeros<float>({512, 64});
  target.copy_(table.flip());
  target.index_put_({bits}, 3.0F);
  target.index_put_({ids}, rows, true);
  target.ravel().index_put_({places}, elements);
  const auto inner = target.index({Slice(1, -1), Slice(None, None, 2)});
  inner.index_put_({Slice()}, table.select(1, 5).narrow(0, 0, 32), true);
  inner.transpose().index_put_({Slice()}, 0.75F, {.reduce = Reduce::maximum});
  inner.index({Ellipsis, Slice(None, 5)}).fill_(0.5F);
  const auto line = table.ravel();
  const auto [largest, ranks] = topk(line, 9000);
  return std::tuple(rows, elements, some, chosen, target, table.transpose().clone(), nonzero(bits),
                    sum(table), sum(table, 0), sum(table, 1), argmax(table), argmax(table, 0),
                    count_nonzero(bits), repeat_interleave(table, 3, 0), cat({table, rows}, 0),
                    sort_values(line), argsort(line), argsort(table), argsort(places), largest,
                    ranks, partition(line, 7000), unique(places).values);
}

/// Work on numbers that is shared: counts, searches, scans, products and labels.
auto calculations() {
  const auto table = rand<float>({512, 64}, 1);
  const auto line = table.ravel();
  const auto places = randint<int>(0, 512 * 64, {30000}, 2);
  const auto labels = randint<index_t>(0, 20, {512}, 3);
  const auto edges = linspace<float>(0, 1, 60);
  const auto found = unique(places, {.return_inverse = true, .return_counts = true});
  return std::tuple(matmul(table, table.transpose()), cdist(table, table), exp(table),
                    softmax(table, 1), softmax(line, 0), cumsum(table, 1), cumsum(places, 0),
                    cummax(line, 0).values, bincount(places % 50), bincount(places),
                    histogram(line, 50).counts, histogram(line, edges).counts, dot(line, line),
                    searchsorted(edges, line), isin(places, arange(300)),
                    isin(line, line.narrow(0, 0, 900)), interp(line, edges, edges * edges),
                    median(line), segment_sum(table, labels), segment_max(table, labels),
                    segment_mean(table, labels), convolve(line, edges), found.inverse,
                    found.counts);
}

template <class Results>
void expect_equal(const Results& got, const Results& want) {
  std::apply(
      [&](const auto&... g) {
        std::apply([&](const auto&... w) { EXPECT_TRUE((equal(g, w) && ...)); }, want);
      },
      got);
}

class Executors : public testing::TestWithParam<void (*)(index_t)> {
 protected:
  void TearDown() override { set_executor({}); }

  /// Shares among 3 threads whatever writes more than 4 KB.
  void use_eagerly() {
    GetParam()(3);
    Executor eager = executor();
    eager.threads = 3;
    eager.grain_bytes = 4096;
    set_executor(eager);
  }
};

TEST_P(Executors, GiveWhatOneThreadGives) {
  const auto alone = everything();
  use_eagerly();
  expect_equal(everything(), alone);
}

TEST_P(Executors, CalculateWhatOneThreadCalculates) {
  const auto alone = calculations();
  use_eagerly();
  expect_equal(calculations(), alone);
}

TEST_P(Executors, ServeTwoCallersAtOnce) {
  const auto alone = everything();
  use_eagerly();
  at_once::run(2, [&](int) { expect_equal(everything(), alone); });
}

TEST_P(Executors, ReportAnIndexOutOfBoundsOfAnyPart) {
  const auto table = rand<float>({512, 64}, 1);
  const auto ids = randint<index_t>(-512, 512, {6000}, 2);
  ids.at(5999) = 512;
  use_eagerly();
  at_once::run(2, [&](int) { EXPECT_THROW(static_cast<void>(table.index({ids})), IndexError); });
}

TEST_P(Executors, RunAPlanThatThreadsShare) {
  const auto table = rand<float>({512, 64}, 1);
  const auto ids = randint<index_t>(0, 512, {6000}, 2);
  const auto rows = table.index({ids});
  const Plan plan = table.plan({ids});
  use_eagerly();
  at_once::run(2, [&](int) { EXPECT_TRUE(equal(plan.read(table), rows)); });
}

INSTANTIATE_TEST_SUITE_P(NewThreads, Executors, testing::Values(&use_new_threads));
INSTANTIATE_TEST_SUITE_P(Threads, Executors,
                         testing::Values([](index_t threads) { use_threads(threads); }));
#ifdef _OPENMP
INSTANTIATE_TEST_SUITE_P(OpenMP, Executors,
                         testing::Values([](index_t threads) { use_openmp(threads); }));
#endif
#ifdef NDX_TEST_TBB
INSTANTIATE_TEST_SUITE_P(TBB, Executors, testing::Values(&use_promising_tbb));
#endif

}  // namespace executors_test
