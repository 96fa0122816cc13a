// What the tests of several processes share: the ranks, and the calls of all of them made by one.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include <ndx/distributed.hpp>
#include <ndx/ndx.hpp>

#include "support/expect.hpp"

/// The tests are in here, too.
namespace ndx_test {

using namespace ndx;
using expect::throws;

/// How the tensors of the tests are stored; all tests run once with each.
struct Placement {
  Communicator ranks;
  int ranks_of_node;  // that share memory
  DistributedOptions options{};
};

/// The ranks of the program: as if each were a node, on one node, on nodes of two.
inline const std::vector<Placement>& placements() {
  static const std::vector<Placement> all = [] {
    const Communicator world = MPI_COMM_WORLD;
    std::vector<Placement> made{{world, 1}, {world, world.size(), {.shared = true}}};
    detail::node_for_tests = world.rank() / 2;
    made.push_back({MPI_COMM_WORLD, 2, {.shared = true}});
    (void)detail::NodeOf::find(made.back().ranks);
    detail::node_for_tests = 0;
    return made;
  }();
  return all;
}
inline std::size_t current = 0;
inline const Placement& placement() { return placements()[current % placements().size()]; }

inline const Communicator& world() { return placement().ranks; }
inline DistributedOptions options() { return placement().options; }
inline int rank() { return world().rank(); }

/// "rank 2 of 3: ", as messages begin.
inline std::string of_rank(int r) { return message("rank ", r, " of ", world().size(), ": "); }

/// Whether a rank reads another one's block without messages.
inline bool is_shared_with(index_t other) {
  return rank() / placement().ranks_of_node == other / placement().ranks_of_node;
}

/// How many blocks of shared memory this process has mapped, and how many it has open.
inline int shared_memory_uses() {
  int count = 0;
  std::ifstream lines("/proc/self/maps");
  for (std::string line; std::getline(lines, line);)
    count += line.find("memfd:ndx") != line.npos ? 1 : 0;
  for (const auto& file : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code none;  // the directory's own is closed by now
    const auto what = std::filesystem::read_symlink(file.path(), none).string();
    count += what.find("memfd:ndx") != what.npos ? 1 : 0;
  }
  return count;
}

/// A number of indices that differs from rank to rank, each within -size…size-1, with duplicates.
inline Tensor<int> indices_of(int rank, index_t size, index_t count) {
  std::mt19937 random(static_cast<unsigned>(rank) + 17);
  const auto made = empty<int>(count);
  for (int& one : made)
    one = static_cast<int>(random() % static_cast<unsigned>(2 * size)) - static_cast<int>(size);
  return made;
}

/// A test with a file of one name for all ranks, which is removed at the end.
class FileOfAllRanks : public testing::Test {
 protected:
  explicit FileOfAllRanks(const char* suffix)
      : path(message(testing::TempDir(), "ndx_distributed_", ::getppid(), suffix)) {}
  ~FileOfAllRanks() override {
    MPI_Barrier(world().get());
    if (rank() == 0) std::remove(path.c_str());
    MPI_Barrier(world().get());
  }

  std::string path;  // mpirun has started all ranks
};

/// Floats whose sums depend on the order.
inline Tensor<float> floats_of(int rank, const Dims& shape) {
  std::mt19937 random(static_cast<unsigned>(rank) + 71);
  const auto made = empty<float>(shape);
  for (float& one : made) one = static_cast<float>(random()) * 1e-5F - 7e3F;
  return made;
}

/// A distributed tensor with the elements of a whole one, which each rank has.
template <class T>
DistributedTensor<T> laid_out(const Tensor<T>& whole, const Dims& bounds) {
  const DistributedTensor<T> made(world(), Dims(whole.shape()), bounds, options());
  const auto r = static_cast<std::size_t>(rank());
  made.block().copy_(whole.index({Slice(bounds[r], bounds[r + 1])}));
  return made;
}

/// Bounds that leave the last rank, and others, without rows.
inline Dims uneven_bounds(index_t rows) {
  Dims bounds{0};
  for (int r = 1; r <= world().size(); ++r)
    bounds.push_back(r % 3 == 0 ? bounds.back() : rows - rows / (r + 1));
  if (world().size() > 1) bounds[bounds.size() - 2] = rows;
  bounds.back() = rows;
  return bounds;
}
inline Dims equal_bounds(index_t rows) {
  return Dims(DistributedTensor<bool>(world(), {rows}).bounds());
}

/// Whether read(tensor, rank) of the distributed tensor gives each rank what the whole one gives.
template <class T, class Read>
void reads_as_one(const Tensor<T>& whole, const Read& read) {
  for (const auto& bounds : {equal_bounds(whole.shape()[0]), uneven_bounds(whole.shape()[0])}) {
    const auto expected = read(whole, rank());
    const auto given = read(laid_out(whole, bounds), rank());
    EXPECT_EQ(given.shape(), expected.shape());
    EXPECT_TRUE(array_equal(given, expected)) << "rank " << rank();
    EXPECT_TRUE(given.is_contiguous());
  }
}

/// Whether write(tensor, rank), called by all ranks, does what it does when called for one rank
/// after another on the whole tensor.
template <class T, class Write>
void writes_as_one(const Tensor<T>& whole, const Write& write) {
  for (const auto& bounds : {equal_bounds(whole.shape()[0]), uneven_bounds(whole.shape()[0])}) {
    const auto expected = whole.clone();
    for (int r = 0; r < world().size(); ++r) write(expected, r);
    const auto t = laid_out(whole, bounds);
    write(t, rank());
    EXPECT_TRUE(array_equal(t.index({}), expected)) << "rank " << rank();
  }
}

}  // namespace ndx_test
