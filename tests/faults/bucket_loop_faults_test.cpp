// Without memory for its buckets, a plan is left to the straight loop: nothing has been moved.
#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "failing_memory.hpp"

namespace {

TEST(AllocationFaults, LeavePlansToTheLoopWithoutBuckets) {
  constexpr ndx::detail::BucketSizes small{.least_bytes = 0,
                                           .moves_elements = true,
                                           .bytes_per_position = INT64_MAX,
                                           .bucket_bytes = 64,
                                           .most_near = 1};
  const auto source = ndx::arange<float>(1000);
  const std::vector<ndx::TensorIndex> terms{ndx::arange<ndx::index_t>(999, -1, -1)};
  const ndx::IndexPlan plan = ndx::plan_index("index", ndx::IndexRule::views_first, source.layout(),
                                              terms, ndx::Bounds::raise);
  ndx::detail::IndexedLoop loop(plan, ndx::contiguous_strides(plan.result_shape()));
  const ndx::detail::WorkUnits units(plan, loop, sizeof(float));
  const auto result = ndx::full<float>({1000}, -1.F);
  int visited = 0;
  const auto count = [&](ndx::index_t, std::byte*, const ndx::kernel::IndexedBlock&) { ++visited; };
  const ndx::detail::BucketSides sides{.base = reinterpret_cast<const std::byte*>(source.data()),
                                       .result = reinterpret_cast<std::byte*>(result.data()),
                                       .return_elements = ndx::kernel::return_elements<4>};
  for (const bool refused : {true, false}) {
    ndx::detail::BucketLoop by_bucket(plan, loop, units, sizeof(float), small);
    ndx::large_blocks().clear();  // which would not have to allocate
    if (refused) {
      failing_memory::start(0, failing_memory::Refuse::all_after);
    } else {
      failing_memory::start();
    }
    const bool ran = by_bucket.run(sides, ndx::detail::BucketLoop::Body(count));
    const failing_memory::Counts counts = failing_memory::stop();
    EXPECT_EQ(ran, !refused);
    EXPECT_EQ(counts.refused > 0, refused);
    EXPECT_EQ(visited > 0, !refused);
    EXPECT_TRUE(!refused || ndx::all(result == -1.F));
  }
}

}  // namespace
