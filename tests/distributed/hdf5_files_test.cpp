// Distributed tensors from datasets of HDF5 files.
#include <ndx/distributed_hdf5.hpp>
#include <ndx/interop/hdf5/hdf5_dataset.hpp>

#include "distributed/ranks.hpp"

namespace ndx_test {
namespace {

class DistributedHdf5 : public FileOfAllRanks {
 protected:
  DistributedHdf5() : FileOfAllRanks(".h5") {}

  /// Rank 0 writes the file; the others wait.
  void save(std::initializer_list<Hdf5Array> arrays) {
    if (rank() == 0) save_hdf5(path, arrays);
    MPI_Barrier(world().get());
  }
};

TEST_F(DistributedHdf5, IsReadByEachRankForItself) {
  const auto whole = floats_of(3, {23, 3});
  save({{"whole", whole},
        {"chunked", whole, {.chunks = {4, 2}}},
        {"deflated", whole, {.chunks = {5, 3}, .deflate = 4}},
        {"none", empty<float>(0, 3)}});
  for (const char* const name : {"whole", "chunked", "deflated"}) {
    const auto t = distributed_from_hdf5<float>(world(), path, name, options());
    EXPECT_EQ(t.shape(), whole.shape());
    const auto r = static_cast<std::size_t>(rank());
    EXPECT_TRUE(array_equal(t.block(), whole.index({Slice(t.bounds()[r], t.bounds()[r + 1])})))
        << name << ", rank " << rank();
  }
  EXPECT_EQ(distributed_from_hdf5<float>(world(), path, "none", options()).shape(), (Dims{0, 3}));
}

TEST_F(DistributedHdf5, FailsOnAllRanks) {
  save({{"one", tensor(5)}, {"two", ones<int>(2)}});
  const auto refuses = [&](const std::string& name, const std::string& what) {
    EXPECT_TRUE(throws<ValueError>(
        [&] { (void)distributed_from_hdf5<int>(world(), path, name, options()); },
        message(of_rank(0), "distributed_from_hdf5: ", path, what)));
  };
  refuses("one", ": a tensor of rank 0 has no dim to divide");
  EXPECT_THROW((void)distributed_from_hdf5<int>(world(), path, "three", options()), ValueError);
  EXPECT_THROW((void)distributed_from_hdf5<float>(world(), path, "two", options()), ValueError);
  EXPECT_THROW((void)distributed_from_hdf5<int>(world(), "/nowhere/x.h5", "x", options()),
               ValueError);
}

}  // namespace
}  // namespace ndx_test
