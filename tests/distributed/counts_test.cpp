// What a call costs: messages and bytes of each rank, counted under MPI's profiling interface, are
// those that a split of the rank's plan says. The page on machines computes larger runs from that.
#include <array>

#include "distributed/ranks.hpp"
#include "support/counted_sends.hpp"

namespace ndx_test {
namespace {

/// What body() makes all ranks together send.
template <class Body>
Sent counted(const Body& body) {
  sent = {};
  body();
  MPI_Allreduce(MPI_IN_PLACE, &sent.messages, 2, MPI_INT64_T, MPI_SUM, world().get());
  return sent;
}

TEST(DistributedCounts, AreThoseOfTheSplit) {
  constexpr index_t rows = 1000;
  constexpr index_t width = 5;
  const DistributedTensor<float> t(world(), {rows, width}, options());
  const index_t size = (rows + world().size() - 1) / world().size();
  const auto ids = indices_of(rank(), rows, 40);

  // By a split on each rank: its parts, and its rows that others store, and those on other nodes.
  std::array<index_t, 4> said{};
  const Layout whole = contiguous_layout("", Dims{rows, width});
  const Split own = split(Plan({}, whole, {ids}), Partition::blocks(Dims{rows, width}, size));
  for (std::size_t k = 0; k < own.size(); ++k) {
    if (own[k].part == rank()) continue;
    const auto asked = static_cast<index_t>(own[k].offsets.size());
    const bool far = !is_shared_with(own[k].part);
    said[0] += 1;
    said[1] += asked;
    said[2] += far ? 1 : 0;
    said[3] += far ? asked : 0;
  }
  MPI_Allreduce(MPI_IN_PLACE, said.data(), 4, MPI_INT64_T, MPI_SUM, world().get());
  const auto [messages, asked, far_messages, far_asked] = said;

  std::optional<DistributedPlan> plan;
  const Sent made = counted([&] { plan.emplace(t.plan({ids})); });
  EXPECT_EQ(made.messages, messages);
  EXPECT_EQ(made.bytes, 8 * asked);
  const Sent read = counted([&] { (void)plan->read(t); });
  EXPECT_EQ(read.messages, far_messages);
  EXPECT_EQ(read.bytes, 4 * width * far_asked);
  const Sent written = counted([&] { plan->write_(t, ones<float>(40, width), true); });
  EXPECT_EQ(written.messages, messages);
  EXPECT_EQ(written.bytes, 4 * width * asked);
  const Sent filled = counted([&] { plan->write_(t, 1.F, true); });  // one element for all
  EXPECT_EQ(filled.messages, messages);
  EXPECT_EQ(filled.bytes, 4 * messages);
}

}  // namespace
}  // namespace ndx_test
