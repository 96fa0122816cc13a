// An adapter of large work: results are those of the caller alone, bit for bit.
#include <gtest/gtest.h>

#include <ndx/ndx.hpp>
#include <ndx/ops/random/random_numbers.hpp>
#include NDX_ADAPTER

namespace {

using namespace ndx;

TEST(Adapter, GivesTheSerialResults) {
  const auto table = rand<float>({4096, 64}, 1);
  const auto ids = randint<index_t>(-4096, 4096, {60000}, 2);
  const auto places = randint<int>(0, 4096 * 64, {300000}, 3);
  const auto rows = table.index({ids});
  const auto elements = table.ravel().index({places});
  const auto transposed = table.transpose().clone();
  const auto big = rand<float>({3000, 1001}, 4);
  const auto total = sum(big);
  const auto columns = sum(big, 0);
  const auto chosen = where(big > 0.5F, big, big * 2.0F);
  NDX_USE_ADAPTER(2);
  ASSERT_EQ(executor().threads, 2);
  Executor eager = executor();
  eager.grain_bytes = 4096;
  set_executor(eager);
  EXPECT_TRUE(equal(table.index({ids}), rows));
  EXPECT_TRUE(equal(table.ravel().index({places}), elements));
  EXPECT_TRUE(equal(table.transpose().clone(), transposed));
  EXPECT_TRUE(equal(sum(big), total));
  EXPECT_TRUE(equal(sum(big, 0), columns));
  EXPECT_TRUE(equal(where(big > 0.5F, big, big * 2.0F), chosen));
  set_executor({});
}

}  // namespace
