// Rows of a table over the ranks of an MPI program, gathered and written by global indices: the
// library, and PETSc's PetscSF on the same pattern; then blocks in memory that the ranks share, beside
// blocks that are reached by messages. Prints a line of the table for each row length:
// milliseconds of the slowest rank, from barrier to barrier, the least of 9 with both in turn; and how
// many elements differ from those of one process that makes the ranks' calls one after another.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include <petscsf.h>

#include <ndx/distributed.hpp>
#include <ndx/ndx.hpp>

using namespace ndx;

namespace {

constexpr int kRounds = 9;

/// A PETSc call that fails ends the program: PETSc has said why.
void check(PetscErrorCode code) {
  if (code != 0) MPI_Abort(MPI_COMM_WORLD, 1);
}

/// The time that the slowest rank takes for body().
template <class Body>
double slowest(const Communicator& ranks, const Body& body) {
  MPI_Barrier(ranks.get());
  const double start = MPI_Wtime();
  body();
  MPI_Barrier(ranks.get());
  double took = (MPI_Wtime() - start) * 1e3;
  MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, ranks.get());
  return took;
}

/// Times two contestants in turn.
template <class Ours, class Theirs>
std::pair<double, double> compare(const Communicator& ranks, const Ours& ours,
                                  const Theirs& theirs) {
  std::pair<double, double> least{1e30, 1e30};
  for (int round = 0; round < kRounds; ++round) {
    least.first = std::min(least.first, slowest(ranks, ours));
    least.second = std::min(least.second, slowest(ranks, theirs));
  }
  return least;
}

/// The same pattern as leaves (places of the result) and roots (rows of the table) of a PetscSF.
class StarForest {
 public:
  StarForest(const DistributedTensor<float>& t, const Tensor<index_t>& rows) {
    const auto rank = static_cast<std::size_t>(t.ranks().rank());
    std::vector<PetscSFNode> roots;
    roots.reserve(static_cast<std::size_t>(rows.numel()));
    const index_t size = t.bounds()[1];
    for (const index_t row : rows)
      roots.push_back({static_cast<PetscInt>(row / size), static_cast<PetscInt>(row % size)});
    check(PetscSFCreate(PETSC_COMM_WORLD, &sf_));
    check(PetscSFSetType(sf_, PETSCSFBASIC));
    const auto own = static_cast<PetscInt>(t.bounds()[rank + 1] - t.bounds()[rank]);
    check(PetscSFSetGraph(sf_, own, static_cast<PetscInt>(roots.size()), nullptr, PETSC_COPY_VALUES,
                          roots.data(), PETSC_COPY_VALUES));
    check(PetscSFSetUp(sf_));
  }
  StarForest(const StarForest&) = delete;
  StarForest& operator=(const StarForest&) = delete;
  ~StarForest() { check(PetscSFDestroy(&sf_)); }

  void read(MPI_Datatype row, const float* table, float* result) const {
    check(PetscSFBcastBegin(sf_, row, table, result, MPI_REPLACE));
    check(PetscSFBcastEnd(sf_, row, table, result, MPI_REPLACE));
  }
  void write(MPI_Datatype row, const float* value, float* table, MPI_Op how) const {
    check(PetscSFReduceBegin(sf_, row, value, table, how));
    check(PetscSFReduceEnd(sf_, row, value, table, how));
  }

 private:
  PetscSF sf_ = nullptr;
};

/// MPI_SUM is not for rows.
void add_rows(void* from, void* to, int* count, MPI_Datatype* type) {
  int bytes = 0;
  MPI_Type_size(*type, &bytes);
  const auto n = static_cast<std::size_t>(*count) * static_cast<std::size_t>(bytes) / sizeof(float);
  const auto* const in = static_cast<const float*>(from);
  auto* const out = static_cast<float*>(to);
  for (std::size_t k = 0; k < n; ++k) out[k] += in[k];
}

void print(const char* what, int ranks, index_t length, std::pair<double, double> times,
           double goal, const std::string& differ = "-") {
  const double ratio = times.first / times.second;
  std::printf("| %s | %d | %lld | %.2f | %.2f | %.2f | %.2f | %s | %s |\n", what, ranks,
              static_cast<long long>(length), times.first, times.second, ratio, goal,
              ratio <= goal ? "yes" : "no", differ.c_str());
}

/// What all ranks pass to one call: the rows, and a value for each of their elements.
class Contributions {
 public:
  Contributions(const Communicator& ranks, const Tensor<index_t>& rows, const Tensor<float>& value)
      : rows_(empty<index_t>(ranks.size() * rows.numel())),
        values_(empty<float>(rows_.numel(), value.shape()[1])) {
    const auto count = static_cast<int>(rows.numel());
    MPI_Allgather(rows.data(), count, MPI_INT64_T, rows_.data(), count, MPI_INT64_T, ranks.get());
    const auto elements = static_cast<int>(value.numel());
    MPI_Allgather(value.data(), elements, MPI_FLOAT, values_.data(), elements, MPI_FLOAT,
                  ranks.get());
  }

  /// Writes to this rank's block of `table`, which holds zeros, as one process does.
  void apply(const DistributedTensor<float>& table, bool adds) const {
    const auto rank = static_cast<std::size_t>(table.ranks().rank());
    const index_t first = table.bounds()[rank];
    const index_t end = table.bounds()[rank + 1];
    for (index_t k = 0; k < rows_.numel(); ++k) {
      if (rows_(k) < first || rows_(k) >= end) continue;
      for (index_t i = 0; i < values_.shape()[1]; ++i) {
        float& element = table.block()(rows_(k) - first, i);
        element = adds ? element + values_(k, i) : values_(k, i);
      }
    }
  }

 private:
  Tensor<index_t> rows_;
  Tensor<float> values_;
};

/// How many elements of two writes to a table, which it leaves as zeros, differ from those of one
/// process: "0, 570 of 997".
template <class Ours, class Theirs>
std::string differences(const DistributedTensor<float>& table, const Contributions& all, bool adds,
                        const Ours& ours, const Theirs& theirs) {
  const auto written = [&](const auto& write) {
    table.block().fill_(0);
    write();
    return table.block().clone();
  };
  const auto expected = written([&] { all.apply(table, adds); });
  const auto by_us = written(ours);
  const auto by_them = written(theirs);
  table.block().fill_(0);
  std::array<index_t, 3> counts{count_nonzero(by_us != expected).item(),
                                count_nonzero(by_them != expected).item(),
                                count_nonzero(expected).item()};
  MPI_Allreduce(MPI_IN_PLACE, counts.data(), 3, MPI_INT64_T, MPI_SUM, table.ranks().get());
  return message(counts[0], ", ", counts[1], " of ", counts[2]);
}

/// A table in shared memory against the same one of each rank alone.
void measure_shared(const DistributedTensor<float>& table, const DistributedTensor<float>& shared,
                    const DistributedPlan& plan, const Tensor<index_t>& chosen,
                    const Tensor<float>& result) {
  const Communicator& ranks = table.ranks();
  const auto read = compare(
      ranks, [&] { plan.read_into(result, shared); }, [&] { plan.read_into(result, table); });
  const auto index =
      compare(ranks, [&] { (void)shared.index({chosen}); }, [&] { (void)table.index({chosen}); });
  const auto put =
      compare(ranks, [&] { plan.write_(shared, result); }, [&] { plan.write_(table, result); });
  const auto sum = compare(
      ranks, [&] { plan.write_(shared, result, true); }, [&] { plan.write_(table, result, true); });
  if (ranks.rank() != 0) return;
  const index_t length = table.shape()[1];
  print("shared: reads against messages", ranks.size(), length, read, length == 1 ? 1.0 : 0.7);
  print("shared: reads of new indices", ranks.size(), length, index, 1.0);
  print("shared: writes, last wins", ranks.size(), length, put, 1.0);
  print("shared: sums", ranks.size(), length, sum, 1.0);
}

void measure(const Communicator& ranks, index_t length, index_t table_mb) {
  const index_t rows = table_mb * (1 << 20) / 4 / length;
  const index_t count = rows / 16 / ranks.size();
  const auto number = [&](DimsView i) {
    return static_cast<float>((i[0] * 7 + i[1]) % 9973) * 1.1F;
  };
  const auto table = distributed_from_function<float>(ranks, {rows, length}, number);
  std::mt19937_64 random(static_cast<std::uint64_t>(ranks.rank()) + 1);
  const auto chosen = empty<index_t>(count);
  for (index_t& row : chosen)
    row = static_cast<index_t>(random() % static_cast<std::uint64_t>(rows));

  MPI_Datatype row = MPI_FLOAT;
  MPI_Op add = MPI_SUM;
  if (length != 1) {
    MPI_Type_contiguous(static_cast<int>(length), MPI_FLOAT, &row);
    MPI_Type_commit(&row);
    MPI_Op_create(&add_rows, 1, &add);
  }
  const auto result = empty<float>(count, length);
  const auto theirs = empty<float>(count, length);
  std::optional<DistributedPlan> plan;
  std::optional<StarForest> forest;
  const auto setup = compare(
      ranks, [&] { plan.emplace(table.plan({chosen})); }, [&] { forest.emplace(table, chosen); });
  const auto read = compare(
      ranks, [&] { plan->read_into(result, table); },
      [&] { forest->read(row, table.block().data(), theirs.data()); });
  for (index_t k = 0; k < count; ++k) {
    const float expected = number(Dims{chosen(k), length - 1});
    if (result(k, length - 1) != expected || theirs(k, length - 1) != expected)
      MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const auto put = compare(
      ranks, [&] { plan->write_(table, result); },
      [&] { forest->write(row, theirs.data(), table.block().data(), MPI_REPLACE); });
  const auto sum = compare(
      ranks, [&] { plan->write_(table, result, true); },
      [&] { forest->write(row, theirs.data(), table.block().data(), add); });
  const auto values = empty<float>(count, length);  // whose sums depend on their order
  for (float& value : values) value = static_cast<float>(random() % 1000003) * 1e-3F;
  const Contributions all(ranks, chosen, values);
  const std::string last = differences(
      table, all, false, [&] { plan->write_(table, values); },
      [&] { forest->write(row, values.data(), table.block().data(), MPI_REPLACE); });
  const std::string added = differences(
      table, all, true, [&] { plan->write_(table, values, true); },
      [&] { forest->write(row, values.data(), table.block().data(), add); });
  if (ranks.size() == 1) {
    const Plan one = table.block().plan({chosen});
    const auto both = compare(
        ranks, [&] { plan->read_into(result, table); },
        [&] { one.read_into(result, table.block()); });
    print("reads against the local plan", 1, length, both, 1.1);
  }
  if (ranks.rank() == 0) {
    print("reads", ranks.size(), length, read, length == 1 ? 1.05 : 0.75);
    print("writes, last wins", ranks.size(), length, put, 1.0, last);
    print("sums", ranks.size(), length, sum, length == 1 ? 0.25 : 1.0, added);
    print("setup against two reads", ranks.size(), length, {setup.first, 2 * read.first}, 1.0);
    print("setup", ranks.size(), length, setup, 1.0);
  }
  forest.reset();
  if (ranks.size() > 1) {
    const auto shared =
        distributed_from_function<float>(ranks, {rows, length}, number, {.shared = true});
    measure_shared(table, shared, *plan, chosen, result);
  }
  if (length != 1) {
    MPI_Op_free(&add);
    MPI_Type_free(&row);
  }
}

}  // namespace

int main(int argc, char** argv) {
  PetscInitialize(&argc, &argv, nullptr, nullptr);
  {
    const char* const megabytes = std::getenv("NDX_LARGE_MB");
    const Communicator ranks = PETSC_COMM_WORLD;
    for (const index_t length : {1, 16, 64})
      measure(ranks, length, megabytes == nullptr ? 256 : std::atoll(megabytes));
  }
  PetscFinalize();
}
