// What the guide says runs in parallel does, from the sizes on that it names, and nothing else does.
#include <algorithm>

#include <ndx/linalg.hpp>
#include <ndx/numpy.hpp>
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/random/random_numbers.hpp>
#include <ndx/ops/reduce/softmax.hpp>
#include <ndx/statistics.hpp>

#include "support/expect.hpp"

namespace parallel_work_test {

using namespace ndx;

index_t most_parts = 1;

/// Whether an executor of two threads that wakes fast gets parts of the work.
template <class Call>
bool is_shared(const Call& call) {
  Executor executor;
  executor.threads = 2;
  executor.grain_ns = 4000;
  executor.run = [](index_t parts, Executor::Task task, const void* work) {
    most_parts = std::max(most_parts, parts);
    for (index_t part = 0; part < parts; ++part) task(work, part);
  };
  most_parts = 1;
  set_executor(executor);
  call();
  set_executor({});
  return most_parts > 1;
}

/// 2^22 floats are 16 MB.
const Tensor<float> x = zeros<float>({4096, 1024});
const Tensor<float> far = zeros<float>({4097, 1024});

TEST(ParallelWork, IsLightFrom160KFloats) {
  const Tensor<float> shared = x.narrow(0, 0, 160);
  const Tensor<float> less = x.narrow(0, 0, 150);
  EXPECT_TRUE(is_shared([&] { static_cast<void>(shared.clone()); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(shared + shared); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(sum(x.narrow(0, 0, 257))); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(sum(shared, 0)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(max(shared, 1)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(cumsum(shared, 0)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(cumsum(shared, 1)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(less.clone()); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(less + less); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(sum(less)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(cumsum(less, 1)); }));
}

TEST(ParallelWork, IsHeavyFrom20KFloats) {
  const Tensor<float> shared = x.narrow(0, 0, 20);
  const Tensor<float> less = x.narrow(0, 0, 18);
  EXPECT_TRUE(is_shared([&] { static_cast<void>(exp(shared)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(softmax(shared, 1)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(exp(less)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(softmax(less, 1)); }));
}

TEST(ParallelWork, IsAReadOf16KElementsOr4KFromMemory) {
  const auto read = [](const Tensor<float>& t, index_t count) {
    const auto places = arange(count) * 7;
    return is_shared([&] { static_cast<void>(t.ravel().index({places})); });
  };
  EXPECT_TRUE(read(x, 17 << 10));
  EXPECT_TRUE(read(far, 5 << 10));
  EXPECT_FALSE(read(x, 15 << 10));
  EXPECT_FALSE(read(far, 3 << 10));
  const auto rows = arange(1024);
  const auto few = arange(256);
  EXPECT_TRUE(is_shared([&] { static_cast<void>(x.reshape({-1, 64}).index({rows})); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(x.reshape({-1, 64}).index({few})); }));
}

TEST(ParallelWork, IsASearchOf4KElements) {
  const auto values = arange<float>(1 << 14) + 1;
  EXPECT_TRUE(is_shared([&] { static_cast<void>(nonzero(values)); }));
  EXPECT_TRUE(
      is_shared([&] { static_cast<void>(searchsorted(values, values.narrow(0, 0, 4000))); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(nonzero(values.narrow(0, 0, 8000))); }));
  EXPECT_FALSE(
      is_shared([&] { static_cast<void>(searchsorted(values, values.narrow(0, 0, 3900))); }));
}

TEST(ParallelWork, IsAProductOfMatricesOrManyDistances) {
  const auto tall = x.ravel().narrow(0, 0, 128 * 64).reshape({128, 64});
  const auto product = [](const Tensor<float>& a, const Tensor<float>& b) {
    return is_shared([&] { static_cast<void>(matmul(a, b)); });
  };
  EXPECT_TRUE(product(tall, tall.narrow(0, 0, 64)));
  EXPECT_TRUE(product(x.narrow(0, 0, 1), x.transpose().narrow(1, 0, 512)));
  EXPECT_FALSE(product(tall.narrow(0, 0, 64), tall.transpose()));
  const auto narrow = tall.narrow(1, 0, 8);
  EXPECT_FALSE(product(narrow, narrow.transpose().narrow(1, 0, 64)));
  const auto distances = [](const Tensor<float>& a) {
    return is_shared([&] { static_cast<void>(cdist(a, a)); });
  };
  EXPECT_TRUE(distances(tall.narrow(1, 0, 2)));
  EXPECT_FALSE(distances(tall.narrow(1, 0, 1)));
}

TEST(ParallelWork, IsAWriteOfLongRowsOrFarElements) {
  const auto own = far.clone();
  const auto rows = arange(100);
  EXPECT_TRUE(is_shared([&] { own.index_put_({rows}, x.select(0, 0)); }));
  EXPECT_TRUE(is_shared([&] { own.index_put_({rows}, x.select(0, 0), true); }));
  EXPECT_FALSE(is_shared([&] { own.index_put_({rows.narrow(0, 0, 60)}, 1); }));
  const auto places = arange(5 << 10) * 7;
  EXPECT_TRUE(is_shared([&] { own.ravel().index_put_({places}, 1); }));
  EXPECT_TRUE(is_shared([&] { own.ravel().index_put_({places}, 1, true); }));
  EXPECT_FALSE(is_shared([&] { own.ravel().index_put_({places.narrow(0, 0, 3 << 10)}, 1); }));
  // Two threads would take as long as one.
  EXPECT_FALSE(is_shared([&] { own.ravel().index_put_({zeros<index_t>({75000})}, 1, true); }));
  const auto near = x.clone();
  EXPECT_FALSE(is_shared([&] { near.ravel().index_put_({arange(75000)}, 1); }));
  const auto each = arange(4096);
  EXPECT_FALSE(is_shared([&] { near.narrow(1, 0, 16).index_put_({each}, 1, true); }));
  EXPECT_FALSE(is_shared([&] { near.narrow(1, 0, 120).index_put_({each}, 1); }));
  EXPECT_TRUE(is_shared([&] { near.narrow(1, 0, 130).index_put_({each}, 1); }));
}

TEST(ParallelWork, IsAWriteOf160KFloatsToAView) {
  const auto own = x.clone();
  const auto view = own.index({Slice(), Slice(1, -1)});
  const auto values = x.narrow(1, 0, 1022);
  const auto row = values.select(0, 0);
  const auto shares = [&](index_t rows) {
    const auto some = view.narrow(0, 0, rows);
    const auto writes = {
        is_shared([&] { some.fill_(1); }),
        is_shared([&] { some.index_put_({Slice()}, values.narrow(0, 0, rows)); }),
        is_shared([&] { some.index_put_({Slice()}, 1, true); }),
        is_shared([&] { some.index_put_({Slice()}, row, true); }),
        is_shared([&] { some.index_put_({Slice()}, values.narrow(0, 0, rows), true); }),
        is_shared([&] { some.index_put_({Slice()}, row, {.reduce = Reduce::maximum}); }),
        is_shared([&] { some.transpose().index_put_({Slice()}, 1, true); }),
        is_shared([&] { static_cast<void>(ones<float>({rows, 1022})); })};
    return std::count(writes.begin(), writes.end(), true);
  };
  EXPECT_EQ(shares(170), 8);
  EXPECT_EQ(shares(150), 0);
  const auto mean = [](float stored, float value) { return (stored + value) / 2; };
  EXPECT_FALSE(is_shared([&] { view.index_put_({Slice()}, row, {.reduce = mean}); }));
}

TEST(ParallelWork, IsARangeOf160KFloats) {
  const auto large = {is_shared([] { static_cast<void>(arange<float>(170000)); }),
                      is_shared([] { static_cast<void>(arange<int>(170000)); }),
                      is_shared([] { static_cast<void>(linspace<float>(0, 1, 170000)); })};
  EXPECT_EQ(std::count(large.begin(), large.end(), true), 3);
  const auto small = {is_shared([] { static_cast<void>(arange<float>(150000)); }),
                      is_shared([] { static_cast<void>(arange<int>(150000)); }),
                      is_shared([] { static_cast<void>(linspace<float>(0, 1, 150000)); })};
  EXPECT_EQ(std::count(small.begin(), small.end(), true), 0);
}

TEST(ParallelWork, IsSomeThousandRandomNumbers) {
  EXPECT_TRUE(is_shared([] { static_cast<void>(rand<float>({17000}, 1)); }));
  EXPECT_TRUE(is_shared([] { static_cast<void>(randn<float>({3500}, 1)); }));
  EXPECT_TRUE(is_shared([] { static_cast<void>(randint(0, 10, {8500}, 1)); }));
  EXPECT_FALSE(is_shared([] { static_cast<void>(rand<float>({15000}, 1)); }));
  EXPECT_FALSE(is_shared([] { static_cast<void>(randn<float>({3000}, 1)); }));
  EXPECT_FALSE(is_shared([] { static_cast<void>(randint(0, 10, {7500}, 1)); }));
}

TEST(ParallelWork, IsCutAlongADimThatHasIndicesForAllThreads) {
  const auto parts_of = [](const auto& call) {
    Executor executor;
    executor.threads = 16;
    executor.grain_ns = 4000;
    executor.run = [](index_t parts, Executor::Task task, const void* work) {
      most_parts = parts;
      for (index_t part = 0; part < parts; ++part) task(work, part);
    };
    most_parts = 1;
    const auto alone = call().clone();
    set_executor(executor);
    const auto shared = call();
    const index_t parts = most_parts;
    set_executor({});
    EXPECT_TRUE(array_equal(shared, alone));
    return parts;
  };
  const auto image = rand<float>({3, 700, 1000}, 1);
  const auto means = rand<float>({3, 1, 1}, 2);
  EXPECT_EQ(parts_of([&] { return image - means; }), 16);
  EXPECT_EQ(parts_of([] { return arange(-3, 3000000, 2); }), 16);
  EXPECT_EQ(parts_of([] { return arange<float>(0.1F, 9e5F, 0.7F); }), 16);
  EXPECT_EQ(parts_of([] { return linspace<int>(-5, 1e6, 1500001); }), 16);
  EXPECT_EQ(parts_of([] { return linspace(1, 2.5, 1500001); }), 16);
  EXPECT_EQ(parts_of([&] { return tile(image, {2, 1, 2}); }), 16);
  const auto target = zeros<float>({3, 702, 1002});
  const auto inner = target.index({Slice(), Slice(1, -1), Slice(1, -1)});
  EXPECT_EQ(parts_of([&] { return inner.fill_(2); }), 16);
  EXPECT_EQ(parts_of([&] { return inner.copy_(image); }), 16);
  EXPECT_EQ(
      parts_of([&] { return inner.index_put_({Slice()}, means, {.reduce = Reduce::maximum}); }),
      16);
}

TEST(ParallelWork, IsACheckOf80KIndices) {
  const auto near = x.clone();
  EXPECT_TRUE(is_shared([&] { near.ravel().index_put_({arange(80000)}, 1); }));
}

TEST(ParallelWork, IsAMaskOf140KElements) {
  const auto own = x.narrow(0, 0, 140).clone();
  const auto mask = own == 0;
  const auto values = own.index({mask});
  EXPECT_TRUE(is_shared([&] { static_cast<void>(own.index({mask})); }));
  EXPECT_TRUE(is_shared([&] { own.index_put_({mask}, 1); }));
  EXPECT_TRUE(is_shared([&] { own.index_put_({mask}, values); }));
  const auto less = own.narrow(0, 0, 120);
  const auto less_mask = mask.narrow(0, 0, 120);
  EXPECT_FALSE(is_shared([&] { static_cast<void>(less.index({less_mask})); }));
  EXPECT_FALSE(is_shared([&] { less.index_put_({less_mask}, 1); }));
}

TEST(ParallelWork, IsASortOf8KElementsOr4KInRows) {
  const auto line = rand<float>({8000}, 1);
  EXPECT_TRUE(is_shared([&] { static_cast<void>(sort(line)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(sort_values(line)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(partition(line, 9)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(topk(line, 9)); }));
  EXPECT_TRUE(
      is_shared([&] { static_cast<void>(argsort(line.narrow(0, 0, 4096).reshape({4, -1}))); }));
  const auto less = line.narrow(0, 0, 3900);
  EXPECT_FALSE(is_shared([&] { static_cast<void>(sort(less)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(argsort(less.reshape({4, -1}))); }));
}

TEST(ParallelWork, IsAScanOrACountOf8KElements) {
  const auto line = arange(8000) % 10;
  const auto less = line.narrow(0, 0, 7900);
  EXPECT_TRUE(is_shared([&] { static_cast<void>(cumsum(line, 0)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(cummax(line, 0)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(bincount(line)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(histogram(line)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(cumsum(less, 0)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(cumprod(less, 0)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(cummin(less, 0)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(bincount(less)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(cumprod(line.to<float>(), 0)); }));
}

TEST(ParallelWork, IsARunningSumOf54KFloats) {
  const auto line = rand<float>({54000}, 1);
  EXPECT_TRUE(is_shared([&] { static_cast<void>(cumsum(line, 0)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(cumsum(line.narrow(0, 0, 53000), 0)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(cumprod(line, 0)); }));
}

}  // namespace parallel_work_test
