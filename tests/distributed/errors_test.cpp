// What goes wrong on one rank is thrown on all of them; nothing has been written, and no rank waits.
#include "distributed/ranks.hpp"

namespace ndx_test {

const std::string kIsNone =
    "is none of \"add\", \"sum\", \"multiply\", \"mul\", \"prod\", \"minimum\", \"amin\", \"min\", "
    "\"maximum\", \"amax\", \"max\", \"mean\", \"bitwise_and\", \"bitwise_or\", \"bitwise_xor\", "
    "\"assign\"";
namespace {

class DistributedErrors : public testing::Test {
 protected:
  void stays() { EXPECT_TRUE(array_equal(t.index({}), zeros<int>(5, 2))); }

  DistributedTensor<int> t{world(), {5, 2}, options()};
};

TEST_F(DistributedErrors, NameTheRankTheTermAndThePosition) {
  for (int bad = 0; bad < world().size(); ++bad) {
    const auto rows = tensor({1, rank() == bad ? -6 : 4});
    EXPECT_TRUE(throws<IndexError>(
        [&] { (void)t.index({Slice(), 1, None}), (void)t.index({rows, 1}); },
        of_rank(bad) + "DistributedTensor::index: term 0: index -6 at [1] is out of bounds for "
                       "dimension 0 with size 5"));
    EXPECT_TRUE(throws<IndexError>([&] { t.index_put_({rows}, 7); },
                                   of_rank(bad) +
                                       "DistributedTensor::index_put_: term 0: index -6 at [1] "
                                       "is out of bounds for dimension 0 with size 5"));
    EXPECT_TRUE(throws<IndexError>([&] { (void)t.plan({Ellipsis, tensor({0, 2})}); },
                                   of_rank(0) +
                                       "DistributedTensor::plan: term 1: index 2 at [1] is out "
                                       "of bounds for dimension 1 with size 2"));
    EXPECT_TRUE(throws<IndexError>([&] { (void)t.index({0, rank() == bad ? 2 : 1}); },
                                   of_rank(bad) +
                                       "DistributedTensor::index: term 1: index 2 is out of "
                                       "bounds for dimension 1 with size 2"));
    stays();
  }
}

TEST_F(DistributedErrors, AreThoseOfTheLowestRank) {
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)t.take({10 + rank()}, 0); },
      of_rank(0) + "DistributedTensor::take: index 10 at [0] is out of bounds for dimension 0 with "
                   "size 5"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)t.gather(-3, tensor({{0}})); },
      of_rank(0) + "DistributedTensor::gather: dim -3 is out of range for a tensor of rank 2"));
}

TEST_F(DistributedErrors, ComeBeforeAnyWrite) {
  const int last = world().size() - 1;
  const auto value = rank() == last ? ones<int>(3) : ones<int>(2);
  EXPECT_TRUE(throws<ShapeError>(
      [&] { t.index_put_({Slice()}, value); },
      of_rank(last) + "DistributedTensor::index_put_: value of shape (3) cannot be broadcast to "
                      "the indexed shape (5, 2)"));
  EXPECT_TRUE(throws<ValueError>([&] { t.index_put_({0}, 1, {.bounds = Bounds::fill}); },
                                 of_rank(0) +
                                     "DistributedTensor::index_put_: Bounds::fill is only for "
                                     "reads; use Bounds::drop for writes"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { t.scatter_reduce_(0, tensor({{0, 0}}), tensor({{1, 1}}), "most"); },
      of_rank(0) + "DistributedTensor::scatter_reduce_: reduce \"most\" " + kIsNone));
  EXPECT_TRUE(throws<ShapeError>(
      [&] {
        const auto src = rank() == last ? ones<int>(1, 1) : ones<int>(1, 2);
        t.scatter_reduce_(0, tensor({{0, 0}}), src, "mean", false);
      },
      of_rank(last) + "DistributedTensor::scatter_reduce_: index of shape (1, 2) must have the "
                      "rank of src, of shape (1, 1), and not be larger"));
  stays();
}

TEST_F(DistributedErrors, OfPlansAreThrownByEachUse) {
  const DistributedPlan plan = t.plan({tensor({0, 4})});
  const DistributedTensor<int> other(world(), {6, 2}, options());
  EXPECT_THROW((void)plan.read(other), ShapeError);
  EXPECT_THROW(plan.write_(other, 1), ShapeError);
  EXPECT_THROW(plan.write_(t, 1, {.bounds = Bounds::drop}), ValueError);
  EXPECT_THROW(plan.write_(t, 1, {.rule = IndexRule::outer}), ValueError);
  const auto wrong = rank() == 0 ? empty<int>(2) : empty<int>(2, 2);
  EXPECT_TRUE(throws<ShapeError>([&] { plan.read_into(wrong, t); },
                                 of_rank(0) + "DistributedPlan::read_into: out has shape (2), the "
                                              "result has (2, 2)"));
  EXPECT_THROW(plan.read_into(empty<int>(2, 4).index({Slice(), Slice(0, 2)}), t), ValueError);
  const DistributedTensor<int> square(world(), {2 * world().size(), 2}, options());
  EXPECT_THROW(square.plan({tensor({0, 1})}).read_into(square.block(), square), ValueError);
  stays();
}

// On one rank alone, which throws at once in a program of one process: here after all have come to
// the same step.
TEST_F(DistributedErrors, OfOptionsOfOneRankAreThoseOfAll) {
  const DistributedPlan plan = t.plan({tensor({0, 4})});
  for (int bad = 0; bad < world().size(); ++bad) {
    const bool is_bad = rank() == bad;
    const auto bounds = [&](Bounds wrong) { return is_bad ? wrong : Bounds::raise; };
    const IndexRule rule = is_bad ? IndexRule::outer : IndexRule::views_first;
    EXPECT_TRUE(throws<ValueError>(
        [&] { plan.write_(t, 1, {.bounds = bounds(Bounds::drop)}); },
        of_rank(bad) + "DistributedPlan::write_: bounds are set when the plan is made, not when it "
                       "is used"));
    EXPECT_THROW(plan.write_(t, 1, {.rule = rule}), ValueError);
    EXPECT_TRUE(throws<ValueError>(
        [&] { (void)t.index({0}, {.bounds = bounds(Bounds::drop)}); },
        of_rank(bad) + "DistributedTensor::index: Bounds::drop is only for writes; use "
                       "Bounds::fill for reads"));
    EXPECT_THROW((void)t.take({0}, 0, {.bounds = bounds(Bounds::drop)}), ValueError);
    EXPECT_THROW((void)t.take({0}, 0, {.rule = rule}), ValueError);
    EXPECT_THROW((void)t.gather(0, tensor({{0}}), {.rule = rule}), ValueError);
    EXPECT_THROW(t.index_put_({0}, 1, {.bounds = bounds(Bounds::fill)}), ValueError);
    EXPECT_TRUE(throws<ValueError>(
        [&] { t.scatter_reduce_(0, tensor({{0}}), tensor({{1}}), is_bad ? "most" : "sum"); },
        of_rank(bad) + "DistributedTensor::scatter_reduce_: reduce \"most\" " + kIsNone));
    EXPECT_THROW((void)gather_to(t, is_bad ? -1 : 0), ValueError);
    EXPECT_THROW((void)broadcast_from(world(), is_bad ? world().size() : 0, ones<int>(2)),
                 ValueError);
    EXPECT_THROW((void)DistributedTensor<int>(world(), is_bad ? Dims{} : Dims{4}, options()),
                 ValueError);
    stays();
  }
}

// Each of these is valid by itself, but ranks that differ would wait for each other, or read past the
// end of a block.
TEST_F(DistributedErrors, OfRanksThatGiveDifferentArguments) {
  if (world().size() == 1) return;
  const auto refuses = [](const auto& call, const std::string& what) {
    EXPECT_TRUE(throws<ValueError>(call, of_rank(0) + what));
  };
  const DistributedPlan plan = t.plan({tensor({0, 4})});
  const Dims equal = equal_bounds(5);
  const Dims uneven = uneven_bounds(5);
  const bool is_last = rank() == world().size() - 1;
  const auto function = [](int stored, int value) { return stored + value; };
  const Reducer<int> add = is_last ? Reducer<int>(function) : Reducer<int>(Reduce::add);
  refuses([&] { plan.write_(t, 1, {.reduce = add}); },
          "DistributedPlan::write_: the processes give different reductions");
  const Reducer<int> other = is_last ? Reducer<int>(Reduce::multiply) : Reducer<int>(Reduce::add);
  refuses([&] { t.index_put_({0}, tensor({rank(), 3}), {.reduce = other}); },
          "DistributedTensor::index_put_: the processes give different reductions");
  const Reduce chosen = is_last ? Reduce::multiply : Reduce::add;
  refuses([&] { t.index_put_({0}, tensor({rank(), 3}), {.reduce = chosen}); },
          "DistributedTensor::index_put_: the processes give different reductions");
  refuses([&] { t.index_put_({0}, 1, is_last); },
          "DistributedTensor::index_put_: the processes give different reductions");
  const auto index = tensor({{0}});
  const std::string reductions =
      "DistributedTensor::scatter_reduce_: the processes give different reductions";
  refuses([&] { t.scatter_reduce_(0, index, index, is_last ? "mean" : "sum"); }, reductions);
  refuses([&] { t.scatter_reduce_(0, index, index, chosen); }, reductions);
  refuses([&] { t.scatter_reduce_(0, index, index, "sum", is_last); }, reductions);
  const std::string differ = ": the processes give different shapes, bounds or options";
  refuses([&] { (void)DistributedTensor<int>(world(), {is_last ? 5 : 6, 2}, options()); },
          "DistributedTensor" + differ);
  const Dims bounds = is_last ? uneven : equal;
  refuses([&] { (void)redistribute(t, bounds); }, "redistribute" + differ);
  if (detail::NodeBlocks::kAvailable)
    refuses([&] { (void)DistributedTensor<int>(world(), {5}, {.shared = is_last}); },
            "DistributedTensor" + differ);
  refuses([&] { (void)gather_to(t, is_last ? 1 : 0); },
          "gather_to: the processes give different ranks");
  refuses([&] { (void)broadcast_from(world(), is_last ? 1 : 0, index); },
          "broadcast_from: the processes give different ranks");
  stays();
}

/// A duplicate, without those that have another color, in the order of the keys.
Communicator ranks_by(int color, int key) {
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_split(world().get(), color, key, &made);
  const Communicator ranks(made);
  MPI_Comm_free(&made);
  return ranks;
}

// A plan knows the ranks by their numbers: those of other communicators can be other processes.
TEST_F(DistributedErrors, OfAPlanForOtherRanks) {
  const DistributedPlan plan = t.plan({arange(5)});
  const Communicator same = ranks_by(0, rank());
  const DistributedTensor<int> here(same, {5, 2}, options());
  plan.write_(here, 7);
  EXPECT_TRUE(array_equal(plan.read(here), full({5, 2}, 7)));
  if (world().size() == 1) return;
  const int size = world().size();
  const auto refuses = [&](const DistributedTensor<int>& to, int ranks) {
    const std::string what = message(": the ", ranks, " ranks of the tensor are not the ", size,
                                     " of the plan in the same order");
    EXPECT_TRUE(throws<ValueError>([&] { (void)plan.read(to); }, "DistributedPlan::read" + what));
    EXPECT_TRUE(throws<ValueError>([&] { plan.read_into(zeros<int>(5, 2), to); },
                                   "DistributedPlan::read_into" + what));
    EXPECT_TRUE(
        throws<ValueError>([&] { plan.write_(to, 1, true); }, "DistributedPlan::write_" + what));
    EXPECT_TRUE(array_equal(to.block(), zeros<int>(Dims(to.block().shape()))));
  };
  refuses({ranks_by(0, size - rank()), {5, 2}, options()}, size);  // the same ones backwards
  const bool is_last = rank() == size - 1;
  const Communicator few = ranks_by(is_last ? 1 : 0, rank());  // only some of them call
  refuses({few, {5, 2}, options()}, few.size());
}

TEST_F(DistributedErrors, OfShapesNameTheCall) {
  const std::string who = of_rank(0) + "DistributedTensor: ";
  const auto refuses = [&](const Dims& shape, const std::string& what) {
    EXPECT_TRUE(throws<ValueError>([&] { (void)DistributedTensor<int>(world(), shape, options()); },
                                   who + what));
  };
  refuses({}, "a tensor of rank 0 has no dim to divide");
  refuses({-2, 3}, "size -2 of dim 0 is negative");
  refuses({index_t{1} << 62, 3},
          "the product of shape (4611686018427387904, 3) overflows a 64-bit size");
  EXPECT_TRUE(throws<ValueError>([&] { (void)redistribute(t, {0, 4, 2}); },
                                 of_rank(0) + "redistribute: the bounds (0, 4, 2) do not begin "
                                              "with 0 and end with 5"));
  Dims bounds = equal_bounds(5);
  bounds.push_back(5);
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)redistribute(t, bounds); },
                         message(of_rank(0), "redistribute: ", bounds.size(), " bounds given for ",
                                 world().size(), " ranks, there must be one more than ranks")));
}

TEST_F(DistributedErrors, OfTheCallersFunctionReachAllRanks) {
  const auto refuse = [](int stored, int value) -> int {
    if (value == 3) throw std::runtime_error("no threes");
    return stored + value;
  };
  try {
    t.index_put_({4}, tensor({rank() == 0 ? 3 : 1, 1}), {.reduce = refuse});
    FAIL();
  } catch (const std::runtime_error& error) {  // where row 4 is
    EXPECT_NE(std::string(error.what()).find(": no threes"), std::string::npos) << error.what();
  }
  EXPECT_EQ(t.index({Slice(0, 4)}).shape(), (Dims{4, 2}));
}

TEST_F(DistributedErrors, LackOfMemoryIsOfAllRanks) {
  const auto refuse_last = [] {
    if (rank() == world().size() - 1) throw std::bad_alloc();
  };
  EXPECT_THROW(detail::in_step(world(), refuse_last), std::bad_alloc);
  detail::in_step(world(), [] {});
}

}  // namespace
}  // namespace ndx_test
