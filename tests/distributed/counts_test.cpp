// What a call costs: messages and bytes of each rank, counted under MPI's profiling interface, are
// those that a split of the rank's plan says. The page on machines computes larger runs from that.
#include "distributed/ranks.hpp"

namespace {

struct Sent {
  ndx::index_t messages = 0;
  ndx::index_t bytes = 0;
};
Sent sent;

}  // namespace

int MPI_Isend(const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm ranks,
              MPI_Request* request) {
  MPI_Count bytes = 0;
  MPI_Type_size_x(type, &bytes);
  ++sent.messages;
  sent.bytes += static_cast<ndx::index_t>(bytes) * count;
  return PMPI_Isend(from, count, type, to, tag, ranks, request);
}

namespace {

using namespace ndx;
using ndx_test::world;

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
  const DistributedTensor<float> t(world(), {rows, width});
  const index_t size = (rows + world().size() - 1) / world().size();
  const auto ids = ndx_test::indices_of(ndx_test::rank(), rows, 40);

  Sent said;  // by a split on each rank: its parts, and its rows that others store
  const Layout whole = contiguous_layout("", Dims{rows, width});
  const Split own = split(Plan({}, whole, {ids}), Partition::blocks(Dims{rows, width}, size));
  index_t asked = 0;
  for (std::size_t k = 0; k < own.size(); ++k) {
    if (own[k].part == ndx_test::rank()) continue;
    ++said.messages;
    asked += static_cast<index_t>(own[k].offsets.size());
  }
  MPI_Allreduce(MPI_IN_PLACE, &said.messages, 1, MPI_INT64_T, MPI_SUM, world().get());
  MPI_Allreduce(MPI_IN_PLACE, &asked, 1, MPI_INT64_T, MPI_SUM, world().get());

  std::optional<DistributedPlan> plan;
  const Sent made = counted([&] { plan.emplace(t.plan({ids})); });
  EXPECT_EQ(made.messages, said.messages);
  EXPECT_EQ(made.bytes, 8 * asked);
  const Sent read = counted([&] { (void)plan->read(t); });
  EXPECT_EQ(read.messages, said.messages);
  EXPECT_EQ(read.bytes, 4 * width * asked);
  const Sent written = counted([&] { plan->write_(t, ones<float>(40, width), true); });
  EXPECT_EQ(written.messages, said.messages);
  EXPECT_EQ(written.bytes, 4 * width * asked);
  const Sent filled = counted([&] { plan->write_(t, 1.F, true); });  // one element for all
  EXPECT_EQ(filled.messages, said.messages);
  EXPECT_EQ(filled.bytes, 4 * said.messages);
}

}  // namespace
