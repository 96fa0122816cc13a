// What the guide says runs in parallel does, from the sizes on that it names, and nothing else does.
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/random/random_numbers.hpp>
#include <ndx/ops/reduce/softmax.hpp>
#include <ndx/ops/sort/isin.hpp>

#include "support/expect.hpp"

namespace parallel_work_test {

using namespace ndx;

index_t most_parts = 1;

/// Whether an executor of two threads, with the default grain, gets parts of the work.
template <class Call>
bool is_shared(const Call& call) {
  Executor executor;
  executor.threads = 2;
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

/// 2^22 floats are 16 MB, the first eighth of them 2 MB.
const Tensor<float> x = zeros<float>({4096, 1024});
const Tensor<float> eighth = x.narrow(0, 0, 512);

TEST(ParallelWork, IsSimpleWorkOf16Megabytes) {
  const Tensor<float> less = x.narrow(0, 0, 2048);
  EXPECT_TRUE(is_shared([] { static_cast<void>(x.clone()); }));
  EXPECT_TRUE(is_shared([] { static_cast<void>(x + x); }));
  EXPECT_TRUE(is_shared([] { static_cast<void>(sum(x)); }));
  EXPECT_TRUE(is_shared([] { static_cast<void>(sum(x, 0)); }));
  EXPECT_TRUE(is_shared([] { static_cast<void>(max(x, 1)); }));
  EXPECT_TRUE(is_shared([] { static_cast<void>(cumsum(x, 0)); }));
  EXPECT_TRUE(is_shared([] { static_cast<void>(cumsum(x, 1)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(less.clone()); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(less + less); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(sum(less)); }));
  EXPECT_FALSE(is_shared([&] { static_cast<void>(cumsum(less, 1)); }));
}

TEST(ParallelWork, IsOtherWorkOf2Megabytes) {
  const auto places = arange(1 << 19) * 7;
  const auto values = arange<float>(1 << 18);  // whose positions are 2 MB
  EXPECT_TRUE(is_shared([&] { static_cast<void>(x.ravel().index({places})); }));
  EXPECT_TRUE(is_shared([] { static_cast<void>(exp(eighth)); }));
  EXPECT_TRUE(is_shared([] { static_cast<void>(softmax(eighth, 1)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(nonzero(values + 1)); }));
  EXPECT_TRUE(is_shared([&] { static_cast<void>(searchsorted(values, values)); }));
  EXPECT_FALSE(
      is_shared([&] { static_cast<void>(x.ravel().index({places.narrow(0, 0, 1 << 18)})); }));
  EXPECT_FALSE(is_shared([] { static_cast<void>(exp(eighth.narrow(0, 0, 256))); }));
}

TEST(ParallelWork, IsNeitherAMaskedReadNorAWriteWithAListNorASort) {
  const auto rows = arange(4096);
  const auto own = x.clone();
  const auto mask = own == 0;
  EXPECT_FALSE(is_shared([&] { static_cast<void>(own.index({mask})); }));
  EXPECT_FALSE(is_shared([&] { own.index_put_({mask}, 1); }));
  EXPECT_FALSE(is_shared([&] { own.index_put_({rows}, x.select(0, 0)); }));
  EXPECT_FALSE(is_shared([&] { own.index_put_({rows}, x.select(0, 0), true); }));
  EXPECT_FALSE(is_shared([] { static_cast<void>(sort(x, 1)); }));
  EXPECT_FALSE(is_shared([] { static_cast<void>(argsort(x.ravel(), 0)); }));
}

}  // namespace parallel_work_test
