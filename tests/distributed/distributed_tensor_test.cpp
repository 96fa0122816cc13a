// Tensors over the ranks of an MPI program, run with 1 to 7 of them. What one process computes with
// the calls of all ranks, made one after another, is what they must compute together, bit for bit.
#include <ndx/indexed.hpp>

#include "distributed/ranks.hpp"
#include "support/empty_work.hpp"

namespace ndx_test {
namespace {

using expect::is;

constexpr index_t kRows = 11;

Tensor<float> table() { return floats_of(100, {kRows, 4, 3}); }

TEST(DistributedTensor, BeginsAsZerosInBlocks) {
  const DistributedTensor<int> t(world(), {10, 2}, options());
  EXPECT_EQ(t.shape(), (Dims{10, 2}));
  EXPECT_EQ(t.dim(), 2);
  EXPECT_EQ(t.numel(), 20);
  EXPECT_EQ(t.ranks().size(), world().size());
  const index_t size = (10 + world().size() - 1) / world().size();
  const index_t first = std::min<index_t>(rank() * size, 10);
  EXPECT_EQ(t.bounds()[static_cast<std::size_t>(rank())], first);
  EXPECT_EQ(t.bounds().back(), 10);
  EXPECT_EQ(t.block().shape(), (Dims{std::min<index_t>(first + size, 10) - first, 2}));
  EXPECT_TRUE(array_equal(t.index({}), zeros<int>(10, 2)));
}

TEST(DistributedTensor, RefusesBoundsThatAreNone) {
  const auto made = [](const Dims& shape, const Dims& bounds) {
    return [=] { (void)DistributedTensor<int>(world(), shape, bounds, options()); };
  };
  const std::string of = message("rank 0 of ", world().size(), ": ");
  Dims bounds;
  for (int r = 0; r <= world().size(); ++r) bounds.push_back(0);
  bounds.push_back(4);
  EXPECT_TRUE(throws<ValueError>(
      made({4}, bounds), message(of, "DistributedTensor: ", bounds.size(), " bounds given for ",
                                 world().size(), " ranks, there must be one more than ranks")));
  EXPECT_TRUE(throws<ValueError>(
      made({4}, {1, 4}), of + "DistributedTensor: the bounds (1, 4) do not begin with 0 and end "
                              "with 4"));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)DistributedTensor<int>(world(), {}, options()); },
                         of + "DistributedTensor: a tensor of rank 0 has no dim to divide"));
}

TEST(DistributedTensor, ReadsWhatTheTermsOfEachRankSelect) {
  using Terms = std::vector<TensorIndex>;
  const auto mask = table().index({Slice(), 0, 0}) > 0.F;
  const std::vector<std::function<Terms(int)>> cases{
      [](int) { return Terms{}; },
      [](int r) { return Terms{r % kRows}; },
      [](int r) { return Terms{Slice(None, None, -2), None, r % 4}; },
      [](int r) { return Terms{Slice(r, r + 4), Slice(), Slice(1, None)}; },
      [](int r) { return Terms{indices_of(r, kRows, 9 * (r % 3))}; },  // none on some ranks
      [](int r) { return Terms{indices_of(r, kRows, 5), Slice(), indices_of(r + 1, 3, 5)}; },
      [](int r) { return Terms{1, Slice(None, None, -1), indices_of(r, 3, 2 + r)}; },
      [](int r) { return Terms{indices_of(r, kRows, 6).reshape({2, 3}), 2}; },
      [&](int r) { return Terms{r % 2 == 0 ? mask : !mask, Slice(), 1}; },
      [](int r) { return Terms{table() > static_cast<float>(r) * 1e3F}; },
      [](int r) { return Terms{r % 2 == 0, Ellipsis}; },
  };
  for (const auto& terms : cases) {
    for (const auto rule :
         {IndexRule::views_first, IndexRule::numpy, IndexRule::outer, IndexRule::vectorized}) {
      reads_as_one(table(), [&](const auto& t, int r) {
        return t.index(IndexList(terms(r)), {.rule = rule}).contiguous();
      });
    }
  }
}

TEST(DistributedTensor, IsATableOfBags) {
  const auto whole = floats_of(100, {kRows, 3});
  const auto bags = [](int r) { return indices_of(r, kRows, 4 * (r % 3)).reshape({r % 3, 4}); };
  for (const auto mode : {BagMode::sum, BagMode::mean, BagMode::max}) {
    reads_as_one(whole, [&](const auto& t, int r) {
      return embedding_bag(t, bags(r), {.mode = mode, .padding_index = 2});
    });
  }
  reads_as_one(whole, [&](const auto& t, int r) {
    const auto ids = indices_of(r, kRows, 5);
    return embedding_bag(t, ids, {.offsets = tensor({0, 2}), .weights = floats_of(r, {5})});
  });
  const DistributedTensor<float> t(world(), {5, 2}, options());
  const int last = world().size() - 1;
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)embedding_bag(t, {{0, rank() == last ? 5 : 4}}); },
      of_rank(last) +
          "embedding_bag: index 5 at [0, 1] is out of bounds for dimension 0 with size 5"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)embedding_bag(t, {{0}}, {.scale_in_row = rank() == last}); },
      of_rank(last) + "embedding_bag: scale and bias are for tables of int8 and uint8"));
}

TEST(DistributedTensor, ReadsByThePolicies) {
  for (const auto bounds :
       {Bounds::fill, Bounds::wrap, Bounds::clip, Bounds::wrap_clip, Bounds::fill_negative}) {
    reads_as_one(table(), [&](const auto& t, int r) {
      return t.index({indices_of(r, 2 * kRows, 20), Slice(1, 3)}, {.bounds = bounds, .fill = -1.F});
    });
  }
  reads_as_one(table(), [](const auto& t, int r) {
    return t.index({kRows + r}, {.bounds = Bounds::fill, .fill = 8.F});
  });
}

template <class T, class X>
auto take_of(const Tensor<T>& t, const X& indices, index_t dim) {
  return take(t, indices, dim);
}
template <class T, class X>
auto take_of(const DistributedTensor<T>& t, const X& indices, index_t dim) {
  return t.take(indices, dim);
}
template <class T, class X>
auto gather_of(const Tensor<T>& t, index_t dim, const X& index) {
  return gather(t, dim, index, {.bounds = Bounds::clip});
}
template <class T, class X>
auto gather_of(const DistributedTensor<T>& t, index_t dim, const X& index) {
  return t.gather(dim, index, {.bounds = Bounds::clip});
}

TEST(DistributedTensor, TakesAndGathers) {
  for (const index_t dim : {index_t{0}, index_t{1}, index_t{-1}}) {
    reads_as_one(table(), [&](const auto& t, int r) {
      return take_of(t, indices_of(r, 3, 4 + r).reshape({-1, 1}), dim);
    });
    reads_as_one(table(), [&](const auto& t, int r) {
      return gather_of(t, dim, indices_of(r, 3, 12).reshape({2, 2, 3}));
    });
  }
}

TEST(DistributedTensor, AppliesWritesInTheOrderOfTheRanks) {
  const std::vector<IndexOptions<float>> hows{
      {},
      {.reduce = Reduce::multiply},
      {.reduce = Reduce::minimum},
      {.reduce = Reduce::maximum},
      {.reduce = reduce_from_name("prod")},
      {.accumulate = true},
      {.reduce = [](float stored, float value) { return 0.5F * stored - value; }},
      {.accumulate = true, .bounds = Bounds::drop},
      {.accumulate = true, .bounds = Bounds::drop_negative},
      {.rule = IndexRule::outer, .accumulate = true, .bounds = Bounds::wrap},
  };
  for (const auto& how : hows) {
    const index_t reach = how.bounds == Bounds::raise ? kRows : 2 * kRows;
    const auto rows = [&](int r) { return indices_of(r, reach, 20 * (r % 4)); };
    writes_as_one(table(), [&](const auto& t, int r) {
      t.index_put_({rows(r)}, floats_of(r, {20 * (r % 4), 4, 3}), how);
    });
    writes_as_one(table(), [&](const auto& t, int r) {  // broadcast along the rows
      t.index_put_({rows(r), Slice(None, None, -2)}, floats_of(r, {2, 1}), how);
    });
    writes_as_one(table(), [&](const auto& t, int r) {  // one element
      t.index_put_({rows(r), Slice(), 1}, static_cast<float>(r) + 0.1F, how);
    });
    writes_as_one(table(), [&](const auto& t, int r) {
      t.index_put_({Slice(r % 3, None, 2), 1}, floats_of(r, {3}), how);
    });
  }
}

TEST(DistributedTensor, CombinesBits) {
  const auto t = arange<std::uint8_t>(kRows) * 19;
  const std::vector<IndexOptions<std::uint8_t>> hows{{.reduce = Reduce::bitwise_and},
                                                     {.reduce = Reduce::bitwise_or},
                                                     {.reduce = Reduce::bitwise_xor},
                                                     {.accumulate = true}};
  for (const auto& how : hows) {
    writes_as_one(t, [&](const auto& x, int r) {
      x.index_put_({indices_of(r, kRows, 7)}, tensor({3, 5, 9, 17, 33, 65, 129}), how);
    });
  }
}

TEST(DistributedTensor, WritesThroughMasks) {
  writes_as_one(table(), [](const auto& t, int r) {
    t.index_put_({table() > static_cast<float>(r) * 1e3F}, static_cast<float>(r), true);
  });
}

TEST(DistributedTensor, ReducesByName) {
  for (const char* const name : {"sum", "prod", "mean", "amax", "amin"}) {
    for (const bool include_self : {true, false}) {
      // The contributions of all ranks count as those of one call.
      const index_t count = 30;
      const auto expected = table().reshape({kRows, -1}).clone();
      std::vector<Tensor<int>> all_indices;
      std::vector<Tensor<float>> all_values;
      for (int r = 0; r < world().size(); ++r) {
        all_indices.push_back(
            remainder(indices_of(r, kRows, count * 2), int{kRows}).reshape({count, 2}));
        all_values.push_back(floats_of(r, {count, 2}));
      }
      scatter_reduce_(expected, 0, cat(all_indices), cat(all_values), name, include_self);
      const auto t = laid_out(table().reshape({kRows, -1}), uneven_bounds(kRows));
      const auto own = static_cast<std::size_t>(rank());
      t.scatter_reduce_(0, all_indices[own], all_values[own], name, include_self);
      EXPECT_TRUE(array_equal(t.index({}), expected)) << name;
      const auto by_value = laid_out(table().reshape({kRows, -1}), uneven_bounds(kRows));
      by_value.scatter_reduce_(0, all_indices[own], all_values[own], reduce_from_name(name),
                               include_self);
      EXPECT_TRUE(array_equal(by_value.index({}), expected)) << name;
    }
  }
}

TEST(DistributedTensor, MeansDoNotOverflow) {
  const auto mean_is_kept = [](auto x) {
    const auto t = laid_out(full({2}, x), uneven_bounds(2));
    t.scatter_reduce_(0, zeros<int>({300}), full({300}, x), "mean", false);
    EXPECT_TRUE(array_equal(t.index({}), full({2}, x)));
  };
  mean_is_kept(std::uint8_t{200});
  mean_is_kept(2'000'000'000);
  mean_is_kept(INT64_MAX - 200);
  mean_is_kept(3e38F);
}

TEST(DistributedTensor, ByNoIndicesOfAnyRankSelectsNothing) {
  const auto t = laid_out(table().reshape({kRows, -1}), uneven_bounds(kRows));
  const auto before = t.index({});
  EXPECT_EQ(t.gather(1, zeros<int>({0})).numel(), 0);
  EXPECT_EQ(t.gather(0, zeros<int>({2, 0, 3})).dim(), 3);
  for (const char* const name : {"sum", "mean"})
    t.scatter_reduce_(0, zeros<int>({0}), zeros<float>({3, 3}), name);
  EXPECT_TRUE(array_equal(t.index({}), before));
}

TEST(DistributedTensor, MayBeWrittenWithItsOwnElements) {
  writes_as_one(table(), [](const auto& t, int r) {
    t.index_put_({indices_of(r, kRows, 4)}, table().index({Slice(0, 4)}));
  });
  // The block of each rank onto the rows of all blocks, from the last to the first.
  const auto t = laid_out(table(), equal_bounds(kRows));
  const auto r = static_cast<std::size_t>(rank());
  const index_t first = t.bounds()[r];
  const index_t last = t.bounds()[r + 1];
  t.index_put_({arange(kRows - last, kRows - first)}, t.block());
  const auto expected = table();
  for (std::size_t k = 0; k + 1 < t.bounds().size(); ++k) {
    const index_t from = t.bounds()[k];
    const index_t to = t.bounds()[k + 1];
    expected.index_put_({Slice(kRows - to, kRows - from)}, table().index({Slice(from, to)}));
  }
  EXPECT_TRUE(array_equal(t.index({}), expected));
}

TEST(DistributedTensor, HasNoRowsOrNoElements) {
  const DistributedTensor<int> none(world(), {0, 3}, options());
  EXPECT_EQ(none.index({}).shape(), (Dims{0, 3}));
  none.index_put_({Slice()}, 1);
  const DistributedTensor<int> thin(world(), {5, 0}, options());
  EXPECT_EQ(thin.index({tensor({4, 1})}).shape(), (Dims{2, 0}));
  thin.index_put_({tensor({4, 1})}, 1, true);
}

TEST(DistributedTensor, MovesNothingWhereThereIsNothingToMove) {
  for (const empty_work::Case& c : empty_work::cases()) {
    if (c.source.empty()) continue;  // has no dim to divide
    for (const auto& bounds : {equal_bounds(c.source[0]), uneven_bounds(c.source[0])}) {
      const auto t = laid_out(expect::counting(c.source), bounds);
      empty_work::expect_nothing_moves(
          c, t, [&](const DistributedPlan& plan, int fill) { return plan.read(t, fill); },
          [&](const DistributedPlan& plan, const Tensor<int>& value) { plan.write_(t, value); });
    }
  }
}

TEST(DistributedPlan, IsUsedManyTimes) {
  const auto whole = table();
  const auto t = laid_out(whole, uneven_bounds(kRows));
  const auto rows = indices_of(rank(), kRows, 15);
  const DistributedPlan plan = t.plan({rows, Slice(), 1});
  EXPECT_EQ(plan.result_shape(), (Dims{15, 4}));
  EXPECT_FALSE(plan.skips());
  const auto expected = whole.clone();
  const auto out = empty<float>(15, 4);
  for (int time = 0; time < 3; ++time) {
    EXPECT_TRUE(array_equal(plan.read(t), expected.index({rows, Slice(), 1})));
    plan.read_into(out, t);
    EXPECT_TRUE(array_equal(out, expected.index({rows, Slice(), 1})));
    plan.write_(t, floats_of(rank() + time, {15, 4}), true);
    for (int r = 0; r < world().size(); ++r)
      expected.index_put_({indices_of(r, kRows, 15), Slice(), 1}, floats_of(r + time, {15, 4}),
                          true);
    EXPECT_TRUE(array_equal(t.index({}), expected));
  }
}

TEST(DistributedPlan, ServesOtherElementTypes) {
  const DistributedTensor<float> t(world(), {kRows, 2}, options());
  const DistributedTensor<std::int64_t> numbers(world(), {kRows, 2}, options());
  const DistributedPlan plan = t.plan({indices_of(rank(), 2 * kRows, 9)}, {.bounds = Bounds::fill});
  EXPECT_TRUE(plan.skips());
  EXPECT_TRUE(array_equal(plan.read(t, 3.F),
                          zeros<float>(kRows, 2).index({indices_of(rank(), 2 * kRows, 9)},
                                                       {.bounds = Bounds::fill, .fill = 3.F})));
  plan.write_(numbers, 1, {.accumulate = true});
  const auto counts = zeros<std::int64_t>(kRows, 2);
  for (int r = 0; r < world().size(); ++r)
    counts.index_put_({indices_of(r, 2 * kRows, 9)}, 1,
                      {.accumulate = true, .bounds = Bounds::drop});
  EXPECT_TRUE(array_equal(numbers.index({}), counts));
}

}  // namespace
}  // namespace ndx_test
