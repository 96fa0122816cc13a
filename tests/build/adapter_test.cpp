// An adapter of large work: results are those of the caller alone, bit for bit.
#include <gtest/gtest.h>

#include <ndx/ndx.hpp>
#include <ndx/tensor/random.hpp>
#include NDX_ADAPTER

namespace {

using namespace ndx;

TEST(Adapter, GivesTheSerialResults) {
  const auto table = rand<float>({4096, 64}, 1);
  const auto ids = randint<index_t>(-4096, 4096, {60000}, 2);
  const auto places = randint<int>(0, 4096 * 64, {300000}, 3);
  const auto rows = table.index({ids});
  const auto elements = table.ravel().index({places});
  const auto turned = table.transpose().clone();
  NDX_USE_ADAPTER(2);
  ASSERT_EQ(executor().threads, 2);
  EXPECT_TRUE(equal(table.index({ids}), rows));
  EXPECT_TRUE(equal(table.ravel().index({places}), elements));
  EXPECT_TRUE(equal(table.transpose().clone(), turned));
  set_executor({});
}

}  // namespace
