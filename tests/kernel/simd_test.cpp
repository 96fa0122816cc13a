// What the kernels ask of a vector: load, store, subtract, or.
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/simd.hpp>

namespace {

using ndx::index_t;
using Batch = ndx::simd::Batch<index_t>;
constexpr index_t kLanes = ndx::simd::kLanes<index_t>;

TEST(Batch, LoadsFromAndStoresToAnyAddress) {
  std::vector<index_t> in(static_cast<std::size_t>(kLanes) + 1);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<index_t>(i * i) - 3;
  std::vector<index_t> out(in.size(), 99);
  Batch::load_unaligned(in.data() + 1).store_unaligned(out.data() + 1);
  EXPECT_EQ(out[0], 99);
  for (std::size_t i = 1; i < in.size(); ++i) EXPECT_EQ(out[i], in[i]);
}

TEST(Batch, SubtractsAndOrsLaneByLane) {
  std::vector<index_t> lanes(static_cast<std::size_t>(kLanes));
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = static_cast<index_t>(i) * 5;
  const Batch values = Batch::load_unaligned(lanes.data());
  std::vector<index_t> out(lanes.size());
  (Batch(index_t{7}) - values).store_unaligned(out.data());
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 7 - lanes[i]);
  (Batch(index_t{2}) | values).store_unaligned(out.data());
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 2 | lanes[i]);
}

}  // namespace
