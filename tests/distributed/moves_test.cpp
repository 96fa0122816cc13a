// Distributed tensors from functions, ranks and files, and back.
#include <cstdio>
#include <fstream>
#include <sstream>

#include "distributed/ranks.hpp"

namespace ndx_test {
namespace {

using expect::counting;

/// Whether all ranks together have the elements of `whole`.
template <class T>
testing::AssertionResult has(const DistributedTensor<T>& t, const Tensor<T>& whole) {
  const auto r = static_cast<std::size_t>(rank());
  const auto own = whole.index({Slice(t.bounds()[r], t.bounds()[r + 1])});
  if (t.shape() == whole.shape() && array_equal(t.block(), own)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "rank " << rank() << " has other elements";
}

TEST(DistributedMoves, FromAFunctionOfTheIndex) {
  const auto number = [](DimsView i) { return i[0] * 6 + i[1] * 2 + i[2]; };
  EXPECT_TRUE(has(distributed_from_function<int>(world(), {5, 3, 2}, number, options()),
                  counting({5, 3, 2})));
  EXPECT_TRUE(has(distributed_from_function<int>(
                      world(), {9}, [](DimsView i) { return i[0]; }, options()),
                  counting({9})));
  EXPECT_TRUE(
      has(distributed_from_function<int>(world(), {0, 3}, number, options()), counting({0, 3})));
  const int last = world().size() - 1;
  EXPECT_TRUE(throws<std::runtime_error>(
      [&] {
        (void)distributed_from_function<int>(world(), {7 * world().size()}, [&](DimsView) {
          if (rank() == last) throw std::runtime_error("no");
          return 1;
        });
      },
      message("rank ", last, " of ", last + 1, ": no")));
}

TEST(DistributedMoves, FromRowsOfEachRank) {
  const auto whole = counting({11, 2});
  const auto rows_of = [&](const Slice& rows) { return whole.index({rows}); };
  EXPECT_TRUE(has(distributed_from_rows<int>(world(), {11, 2}, rows_of, options()), whole));
  EXPECT_THROW((void)distributed_from_rows<int>(world(), {12, 3}, rows_of, options()), ShapeError);
}

TEST(DistributedMoves, FromAndToOneRank) {
  const auto whole = counting({11, 2});
  for (int one = 0; one < world().size(); ++one) {
    const auto t = broadcast_from(world(), one, rank() == one ? whole : empty<int>(0), options());
    EXPECT_TRUE(has(t, whole));
    const auto back = gather_to(t, one);
    EXPECT_EQ(back.shape(), (Dims{rank() == one ? 11 : 0, 2}));
    if (rank() == one) {
      EXPECT_TRUE(array_equal(back, whole));
    }
  }
  const auto t = broadcast_from(world(), 0, whole.transpose(), options());  // any strides
  EXPECT_TRUE(has(t, whole.transpose().clone()));
  EXPECT_THROW((void)gather_to(t, world().size()), ValueError);
  EXPECT_THROW((void)broadcast_from(world(), -1, whole, options()), ValueError);
  EXPECT_THROW((void)broadcast_from(world(), 0, zeros<int>(Dims{}), options()), ValueError);
}

TEST(DistributedMoves, ToOtherBounds) {
  const auto whole = counting({11, 3});
  const auto t = broadcast_from(world(), 0, whole, options());
  const auto moved = redistribute(t, uneven_bounds(11), options());
  EXPECT_EQ(moved.bounds(), uneven_bounds(11));
  EXPECT_TRUE(has(moved, whole));
  EXPECT_TRUE(has(redistribute(moved, equal_bounds(11), options()), whole));
  EXPECT_THROW((void)redistribute(t, {0, 10}, options()), ValueError);
}

class DistributedFiles : public FileOfAllRanks {
 protected:
  DistributedFiles() : FileOfAllRanks(".npy") {}

  static std::string bytes_of(const std::string& name) {
    std::ostringstream all;
    all << std::ifstream(name, std::ios::binary).rdbuf();
    return all.str();
  }
};

TEST_F(DistributedFiles, AreThoseOfOneProcess) {
  const auto whole = floats_of(3, {11, 2, 3});
  const auto t = laid_out(whole, uneven_bounds(11));
  save_npy(path, t);
  EXPECT_TRUE(has(distributed_from_npy<float>(world(), path, options()), whole));
  const std::string own = message(path, ".", rank());
  save_npy(own, whole);
  EXPECT_EQ(bytes_of(path), bytes_of(own));
  std::remove(own.c_str());
  save_npy(path, DistributedTensor<bool>(world(), {0, 4}, options()));  // replaces the file
  EXPECT_EQ(distributed_from_npy<bool>(world(), path, options()).shape(), (Dims{0, 4}));
}

/// The ranks' current folders differ: that of rank 0 says where the file is.
TEST_F(DistributedFiles, AreWhereTheFirstRankSays) {
  const std::filesystem::path before = std::filesystem::current_path();
  const std::filesystem::path file(path);
  std::filesystem::current_path(rank() == 0 ? file.parent_path() : "/");
  const auto whole = floats_of(3, {11, 2});
  save_npy(rank() == 0 ? file.filename().string() : path, laid_out(whole, uneven_bounds(11)));
  std::filesystem::current_path(before);
  EXPECT_TRUE(has(distributed_from_npy<float>(world(), path, options()), whole));
}

TEST_F(DistributedFiles, MayBeInFortranOrder) {
  if (rank() == 0) {
    std::ofstream file(path, std::ios::binary);
    std::string header = "{'descr': '<i4', 'fortran_order': True, 'shape': (3, 2), }";
    header.resize(117, ' ');
    file << "\x93NUMPY" << '\1' << '\0' << '\x76' << '\0' << header << '\n';
    for (const int element : {0, 2, 4, 1, 3, 5})
      file.write(reinterpret_cast<const char*>(&element), sizeof element);
  }
  MPI_Barrier(world().get());
  EXPECT_TRUE(has(distributed_from_npy<int>(world(), path, options()), counting({3, 2})));
}

TEST_F(DistributedFiles, MayBeInEitherByteOrder) {
  for (const std::string name : {"int32", "int32_big"}) {
    const std::string file = NDX_SOURCE_DIR "/tests/data/npy/" + name + ".npy";
    EXPECT_TRUE(has(distributed_from_npy<std::int32_t>(world(), file, options()),
                    load_npy<std::int32_t>(file)));
  }
}

TEST_F(DistributedFiles, FailOnAllRanks) {
  const DistributedTensor<int> t(world(), {4}, options());
  EXPECT_TRUE(throws<ValueError>([&] { save_npy("/nowhere/x.npy", t); },
                                 message("rank 0 of ", world().size(),
                                         ": save_npy: /nowhere/x.npy: cannot be created: "
                                         "No such file or directory")));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)distributed_from_npy<int>(world(), "/nowhere/x.npy", options()); },
      message("rank 0 of ", world().size(),
              ": distributed_from_npy: /nowhere/x.npy: cannot be opened: "
              "No such file or directory")));
  save_npy(path, t);
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)distributed_from_npy<float>(world(), path, options()); },
                         message("rank 0 of ", world().size(), ": distributed_from_npy: ", path,
                                 ": holds int32 ('<i4'), but float32 ('<f4') was asked for")));
  MPI_Barrier(world().get());
  if (rank() == 0) save_npy(path, zeros<int>(Dims{}));
  MPI_Barrier(world().get());
  EXPECT_TRUE(throws<ValueError>([&] { (void)distributed_from_npy<int>(world(), path, options()); },
                                 message("rank 0 of ", world().size(), ": distributed_from_npy: ",
                                         path, ": a tensor of rank 0 has no dim to divide")));
}

// Messages of more than 2^31 bytes, with a limit of 10 instead.
TEST(DistributedMessages, OfManyBytesAreOneElementOfALongerType) {
  const int next = (rank() + 1) % world().size();
  const int before = (rank() + world().size() - 1) % world().size();
  for (const int bytes : {0, 9, 10, 11, 20, 25, 1000, 1009}) {
    std::vector<char> sent(static_cast<std::size_t>(bytes));
    for (std::size_t k = 0; k < sent.size(); ++k)
      sent[k] = static_cast<char>(static_cast<int>(k) + rank());
    std::vector<char> received(sent.size(), 'x');
    detail::Messages messages(world(), 2, 10);
    messages.receive(before, received.data(), bytes);
    messages.send(next, sent.data(), bytes);
    EXPECT_EQ(messages.wait_for(0), bytes);
    messages.wait_for_all();
    for (char& one : sent) one = static_cast<char>(one - rank() + before);
    EXPECT_EQ(received, sent);
  }
}

}  // namespace
}  // namespace ndx_test
