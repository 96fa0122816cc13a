// What a DistributedTensor sends and keeps, counted on 2 to 16 processes and computed by a split of the
// plan up to 1,024; then what an exchange of messages costs by the ways that MPI has for one that is
// repeated. Prints the lines of one of the two tables: messages counted|costs.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <functional>
#include <random>
#include <string_view>
#include <vector>

#include <malloc.h>

#include <ndx/distributed.hpp>
#include <ndx/ndx.hpp>

#include "support/counted_sends.hpp"

using namespace ndx;

namespace {

constexpr index_t kRows = index_t{1} << 24;
constexpr index_t kLength = 16;

Tensor<index_t> random_rows(int rank, index_t count) {
  std::mt19937_64 random(static_cast<std::uint64_t>(rank) + 1);
  const auto rows = empty<index_t>(count);
  for (index_t& row : rows)
    row = static_cast<index_t>(random() % static_cast<std::uint64_t>(kRows));
  return rows;
}

index_t bytes_in_use() {
  const struct mallinfo2 now = ::mallinfo2();
  return static_cast<index_t>(now.uordblks + now.hblkhd);
}

/// What one call of a rank sends, and what a plan keeps.
struct Costs {
  std::array<index_t, 4> numbers{};  // messages; bytes of values, of offsets, of the plan
};

/// The mean of many: the first ones also take memory that MPI keeps, and some that was released before.
index_t bytes_of_plan(const DistributedTensor<float>& t, const Tensor<index_t>& chosen) {
  constexpr index_t kPlans = 64;
  std::vector<DistributedPlan> plans;
  plans.reserve(2 * kPlans);
  for (index_t k = 0; k < kPlans; ++k) plans.push_back(t.plan({chosen}));
  const index_t before = bytes_in_use();
  for (index_t k = 0; k < kPlans; ++k) plans.push_back(t.plan({chosen}));
  return (bytes_in_use() - before) / kPlans;
}

/// The largest of all ranks.
Costs counted(const DistributedTensor<float>& t, index_t count) {
  const auto chosen = random_rows(t.ranks().rank(), count);
  const auto result = empty<float>(count, kLength);
  Costs costs;
  sent = {};
  const DistributedPlan plan = t.plan({chosen});
  costs.numbers[2] = sent.bytes;
  sent = {};
  plan.read_into(result, t);
  costs.numbers[0] = sent.messages;
  costs.numbers[1] = sent.bytes;
  costs.numbers[3] = bytes_of_plan(t, chosen);
  MPI_Allreduce(MPI_IN_PLACE, costs.numbers.data(), 4, MPI_INT64_T, MPI_MAX, t.ranks().get());
  return costs;
}

/// Of rank 0, by a split of its plan: no other process takes part. It is asked for as much as it asks;
/// the last two terms of the memory were counted.
Costs computed(index_t ranks, index_t count) {
  const Dims table{kRows, kLength};
  const Plan plan({}, contiguous_layout("table", table), {random_rows(0, count)});
  const Split parts = split(plan, Partition::blocks(table, (kRows + ranks - 1) / ranks));
  Costs costs;
  index_t asked = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (parts[k].part == 0) continue;
    ++costs.numbers[0];
    asked += static_cast<index_t>(parts[k].offsets.size());
  }
  costs.numbers[1] = asked * kLength * 4;
  costs.numbers[2] = asked * 8;
  costs.numbers[3] = 16 * count + 8 * asked + 800 + 260 * ranks;
  return costs;
}

void print(const char* how, index_t ranks, index_t count, const Costs& costs) {
  std::printf(
      "| %s | %lld | %lld | %lld | %.1f | %.1f | %.1f |\n", how, static_cast<long long>(ranks),
      static_cast<long long>(count), static_cast<long long>(costs.numbers[0]),
      static_cast<double>(costs.numbers[1]) / 1024, static_cast<double>(costs.numbers[2]) / 1024,
      static_cast<double>(costs.numbers[3]) / 1024);
}

void count_messages(const Communicator& ranks) {
  // Nobody touches most of the table: its pages are never made.
  const DistributedTensor<float> t(ranks, {kRows, kLength});
  for (const index_t count : {100, 1000}) {
    const Costs costs = counted(t, count);
    if (ranks.rank() != 0) continue;
    print("counted", ranks.size(), count, costs);
    print("computed", ranks.size(), count, computed(ranks.size(), count));
    for (index_t more = 64; ranks.size() == 16 && more <= 1024; more *= 4)
      print("computed", more, count, computed(more, count));
  }
}

/// A message of the same length from each rank to each other one.
class Repeated {
 public:
  Repeated(const Communicator& ranks, std::size_t bytes) : ranks_(ranks), bytes_(bytes) {
    for (int rank = 0; rank < ranks.size(); ++rank)
      if (rank != ranks.rank()) others_.push_back(rank);
    out_.assign(others_.size() * bytes, static_cast<char>(ranks.rank()));
    in_.resize(out_.size());
    requests_.resize(2 * others_.size());
    persistent_.resize(requests_.size());
    for (std::size_t k = 0; k < others_.size(); ++k) {
      MPI_Recv_init(in(k), count(), MPI_CHAR, others_[k], 2, ranks.get(), &persistent_[2 * k]);
      MPI_Send_init(out(k), count(), MPI_CHAR, others_[k], 2, ranks.get(), &persistent_[2 * k + 1]);
    }
    const auto degree = static_cast<int>(others_.size());
    MPI_Dist_graph_create_adjacent(ranks.get(), degree, others_.data(), MPI_UNWEIGHTED, degree,
                                   others_.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph_);
  }
  Repeated(const Repeated&) = delete;
  Repeated& operator=(const Repeated&) = delete;
  ~Repeated() {
    for (MPI_Request& request : persistent_) MPI_Request_free(&request);
    MPI_Comm_free(&graph_);
  }

  void by_new_requests() {
    for (std::size_t k = 0; k < others_.size(); ++k)
      MPI_Irecv(in(k), count(), MPI_CHAR, others_[k], 1, ranks_.get(), &requests_[2 * k]);
    for (std::size_t k = 0; k < others_.size(); ++k)
      PMPI_Isend(out(k), count(), MPI_CHAR, others_[k], 1, ranks_.get(), &requests_[2 * k + 1]);
    wait(requests_);
  }
  void by_persistent_requests() {
    MPI_Startall(static_cast<int>(persistent_.size()), persistent_.data());
    wait(persistent_);
  }
  void by_neighbours() {
    MPI_Neighbor_alltoall(out_.data(), count(), MPI_CHAR, in_.data(), count(), MPI_CHAR, graph_);
  }

 private:
  char* in(std::size_t k) { return in_.data() + k * bytes_; }
  char* out(std::size_t k) { return out_.data() + k * bytes_; }
  [[nodiscard]] int count() const { return static_cast<int>(bytes_); }
  static void wait(std::vector<MPI_Request>& requests) {
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }

  const Communicator& ranks_;
  std::size_t bytes_;
  std::vector<int> others_;
  std::vector<char> out_;
  std::vector<char> in_;
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Request> persistent_;
  MPI_Comm graph_ = MPI_COMM_NULL;
};

/// Microseconds of one of many exchanges, from barrier to barrier: the slowest rank, the least of 9.
void measure_costs(const Communicator& ranks) {
  for (const std::size_t bytes : {64U, 1024U, 16384U, 262144U}) {
    Repeated repeated(ranks, bytes);
    const std::array<std::function<void()>, 3> ways{[&] { repeated.by_new_requests(); },
                                                    [&] { repeated.by_persistent_requests(); },
                                                    [&] { repeated.by_neighbours(); }};
    std::array<double, 3> least{1e30, 1e30, 1e30};
    const int repeats = bytes < 100000 ? 400 : 40;
    for (int round = 0; round < 9; ++round) {
      for (std::size_t way = 0; way < ways.size(); ++way) {
        MPI_Barrier(ranks.get());
        const double start = MPI_Wtime();
        for (int k = 0; k < repeats; ++k) ways[way]();
        double took = (MPI_Wtime() - start) / repeats * 1e6;
        MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, ranks.get());
        least[way] = std::min(least[way], took);
      }
    }
    if (ranks.rank() != 0) continue;
    std::printf("| %d | %zu | %.1f | %.1f (%.2f) | %.1f (%.2f) |\n", ranks.size(), bytes, least[0],
                least[1], least[1] / least[0], least[2], least[2] / least[0]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  {
    const Communicator ranks = MPI_COMM_WORLD;
    const std::string_view table = argc > 1 ? argv[1] : "counted";
    table == "costs" ? measure_costs(ranks) : count_messages(ranks);
  }
  MPI_Finalize();
}
