// Writes by several threads: the bits of one thread, whatever the indices, the value and the reduction.
#include <ndx/ops/index/scatter.hpp>
#include <ndx/ops/random/random_numbers.hpp>

#include "support/expect.hpp"
#include "support/parts_in_turn.hpp"

namespace write_parts_test {

using namespace ndx;
using expect::throws;
using ndx_test::is_in_part;
using ndx_test::most_parts;
using ndx_test::use_parts;

class WriteParts : public ndx_test::TestOfParts {
 protected:
  /// Whether write(target) gives the bits of one thread for any number of parts, in `least` parts or more.
  template <class T, class Write>
  static testing::AssertionResult same(const Tensor<T>& t, const Write& write, index_t least = 2) {
    set_executor({});
    const Tensor<T> alone = t.clone();
    write(alone);
    for (const index_t threads : {2, 3, 5, 16, 70}) {
      const Tensor<T> together = t.clone();
      use_parts(threads);
      write(together);
      set_executor({});
      if (most_parts < least) return testing::AssertionFailure() << "in " << most_parts << " parts";
      if (std::memcmp(alone.data(), together.data(),
                      static_cast<std::size_t>(t.numel()) * sizeof(T)) != 0)
        return testing::AssertionFailure() << "other bits with " << threads << " threads";
    }
    return testing::AssertionSuccess();
  }
};

/// Larger than the cache, so that a position costs enough to be shared.
const Tensor<float> far = rand<float>({(index_t{16} << 20) / 4 + 100}, 1);
const Tensor<float> table = rand<float>({700, 160}, 2);

/// Indices of every kind: many duplicates, ascending, clustered, negative.
std::vector<Tensor<index_t>> many_indices(index_t size, index_t count) {
  return {randint<index_t>(-size, size, {count}, 1), randint<index_t>(0, 50, {count}, 2),
          arange(count) % size, arange(count).flip() % size,
          randint<index_t>(0, 50, {count}, 3) * randint<index_t>(0, size / 50, {count}, 4)};
}

TEST_F(WriteParts, AssignElements) {
  const auto values = rand<float>({5000}, 3);
  for (const auto& i : many_indices(far.numel(), 5000)) {
    EXPECT_TRUE(same(far, [&](const auto& t) { t.index_put_({i}, values); }));
    EXPECT_TRUE(same(far, [&](const auto& t) { t.index_put_({i}, 2.5F); }));
    EXPECT_TRUE(
        same(far, [&](const auto& t) { t.flip().index_put_({i.to<int>()}, values.flip()); }));
    EXPECT_TRUE(
        same(far, [&](const auto& t) { t.index_put_({i * 3}, values, {.bounds = Bounds::drop}); }));
    EXPECT_TRUE(
        same(far, [&](const auto& t) { t.index_put_({i * 3}, values, {.bounds = Bounds::wrap}); }));
    EXPECT_TRUE(same(far, [&](const auto& t) {  // the places of values repeat
      t.index_put_({i.reshape({100, 50})}, values.narrow(0, 0, 50));
    }));
  }
}

TEST_F(WriteParts, CombineElementsInTheirOrder) {
  const Reducer<float> reducers[] = {Reduce::add, Reduce::multiply, Reduce::maximum};
  const auto values = rand<float>({5000}, 3) - 0.3F;
  for (const auto& i : many_indices(far.numel(), 5000)) {
    for (const Reducer<float>& reduce : reducers) {
      EXPECT_TRUE(same(far, [&](const auto& t) { t.index_put_({i}, values, {.reduce = reduce}); }));
      EXPECT_TRUE(same(far, [&](const auto& t) { t.index_put_({i}, 1.1F, {.reduce = reduce}); }));
    }
  }
}

TEST_F(WriteParts, WriteRows) {
  const auto values = rand<float>({3000, 160}, 4);
  for (const auto& i : many_indices(700, 3000)) {
    const auto rows = i % 700;
    EXPECT_TRUE(same(table, [&](const auto& t) { t.index_put_({rows}, values); }));
    EXPECT_TRUE(same(table, [&](const auto& t) { t.index_put_({rows}, values, true); }));
    EXPECT_TRUE(same(table, [&](const auto& t) { t.index_put_({rows}, 1.5F); }));
    EXPECT_TRUE(
        same(table, [&](const auto& t) { t.index_put_({rows}, values.select(0, 5), true); }));
    EXPECT_TRUE(same(table, [&](const auto& t) {
      t.index_put_({rows, Slice(3, None, 2)}, values.narrow(1, 0, 79), true);
    }));
    EXPECT_TRUE(same(table, [&](const auto& t) {
      t.transpose().index_put_({Slice(), rows}, values.transpose(), true);
    }));
  }
}

TEST_F(WriteParts, WriteTilesThatAreApart) {
  const auto columns = randint<index_t>(-160, 160, {200}, 1);
  const auto values = rand<float>({700, 200}, 2);
  EXPECT_TRUE(same(table, [&](const auto& t) { t.index_put_({Slice(), columns}, values); }));
  EXPECT_TRUE(same(table, [&](const auto& t) { t.index_put_({Slice(), columns}, values, true); }));
  const auto i = randint<index_t>(0, 700, {300}, 1);
  const auto outer = rand<float>({300, 200}, 5);
  EXPECT_TRUE(same(
      table,
      [&](const auto& t) {
        t.index_put_({i.unsqueeze(1), columns}, outer, {.reduce = Reduce::add});
      },
      1));
  EXPECT_TRUE(same(
      table, [&](const auto& t) { t.index_put_({i, arange(300) % 160}, outer.select(1, 0), true); },
      1));
}

TEST_F(WriteParts, WriteRowsUnderAMask) {
  const auto mask = rand<float>({700}, 6) > 0.4F;
  const auto values = rand<float>({table.index({mask}).size(0), 160}, 7);
  EXPECT_TRUE(same(table, [&](const auto& t) { t.index_put_({mask}, values); }));
  EXPECT_TRUE(same(table, [&](const auto& t) { t.index_put_({mask}, values, true); }));
}

TEST_F(WriteParts, OwnEachElementOnceWhereOneIsHot) {
  const auto values = rand<float>({20000}, 3);
  for (const index_t others : {1, 2, 3, 10, 100}) {  // one position in so many is another index
    const auto i = where(arange(20000) % others == 0, randint<index_t>(0, far.numel(), {20000}, 1),
                         index_t{77});
    EXPECT_TRUE(same(far, [&](const auto& t) { t.index_put_({i}, values, true); }, 1));
  }
}

TEST_F(WriteParts, ReadValuesAndIndicesOfTheTargetAsTheyWere) {
  EXPECT_TRUE(same(table, [&](const auto& t) {
    t.index_put_({arange(3000) * 31 % 700}, t.index({arange(3000) * 17 % 700}), true);
  }));
  EXPECT_TRUE(
      same(table, [&](const auto& t) { t.index_put_({arange(699) + 1}, t.narrow(0, 0, 699)); }));
  const auto chain = randint<index_t>(0, 4000, {4000}, 1);
  EXPECT_TRUE(same(chain, [](const auto& t) { t.index_put_({t}, t.flip()); }, 1));
}

TEST_F(WriteParts, ChangeNothingIfAnIndexIsOutOfBounds) {
  const auto values = rand<float>({3000, 160}, 4);
  const auto i = arange(3000) % 700;
  i.index_put_({2999}, 700);
  const auto t = table.clone();
  use_parts(3);
  EXPECT_TRUE(throws<IndexError>(
      [&] { t.index_put_({i}, values); },
      "index_put_: term 0: index 700 at [2999] is out of bounds for dimension 0 with size 700"));
  const auto few = arange(400);
  few.index_put_({399}, -701);
  EXPECT_TRUE(throws<IndexError>(
      [&] { t.index_put_({few}, values.narrow(0, 0, 400), true); },
      "index_put_: term 0: index -701 at [399] is out of bounds for dimension 0 with size 700"));
  EXPECT_TRUE(equal(t, table));
}

TEST_F(WriteParts, OfNoPositions) {
  const auto t = table.clone();
  use_parts(3);
  t.index_put_({zeros<index_t>({0})}, 1.F);
  t.index_put_({full<bool>({700}, false)}, 1.F, true);
  t.narrow(1, 0, 0).index_put_({arange(700)}, 1.F);
  EXPECT_TRUE(equal(t, table));
}

TEST_F(WriteParts, LeaveTheCallersFunctionToOneThread) {
  const auto i = arange(3000) % 700;
  const auto values = rand<float>({3000, 160}, 4);
  const auto t = table.clone();
  use_parts(3);
  index_t in_part = 0;
  const auto reduce = [&](float a, float b) {
    in_part += is_in_part ? 1 : 0;
    return a - b;
  };
  t.index_put_({i}, values, {.reduce = reduce});
  EXPECT_EQ(in_part, 0);
  struct Impure {
    static constexpr bool is_pure() { return false; }
    float operator()(float a, float b) const { return is_in_part ? 0 : a - b; }
  };
  const auto u = table.clone();
  u.index_put_({i}, values, {.reduce = Impure{}});
  EXPECT_TRUE(equal(t, u));
}

index_t calls_in_parts = 0;
/// A function of the caller's that is pure, but for the count. What it gives depends on the order of its calls.
struct Smoothed {
  static constexpr bool is_pure() { return true; }
  float operator()(float stored, float value) const {
    calls_in_parts += is_in_part ? 1 : 0;
    return 0.75F * stored + 0.25F * value;
  }
};
/// A pure function that throws.
struct Refusing {
  static constexpr bool is_pure() { return true; }
  float operator()(float stored, float value) const {
    return value < 2 ? stored : throw std::domain_error("2 or more");
  }
};

TEST_F(WriteParts, ShareAFunctionOfTheCallerThatIsPure) {
  const auto values = rand<float>({5000}, 3);
  for (const auto& i : many_indices(far.numel(), 5000)) {
    EXPECT_TRUE(
        same(far, [&](const auto& t) { t.index_put_({i}, values, {.reduce = Smoothed{}}); }));
    EXPECT_TRUE(same(far, [&](const auto& t) {
      t.index_put_({i * 3}, 1.5F, {.reduce = Smoothed{}, .bounds = Bounds::drop});
    }));
  }
  const auto rows = rand<float>({3000, 160}, 4);
  for (const auto& i : many_indices(700, 3000)) {
    EXPECT_TRUE(
        same(table, [&](const auto& t) { t.index_put_({i % 700}, rows, {.reduce = Smoothed{}}); }));
    EXPECT_TRUE(same(
        table, [&](const auto& t) { t.plan({i % 700}).write_(t, rows, {.reduce = Smoothed{}}); }));
    EXPECT_TRUE(same(table, [&](const auto& t) {  // the target gives the values, as they were
      t.index_put_({i % 700}, t.index({arange(3000) * 17 % 700}), {.reduce = Smoothed{}});
    }));
  }
  // Two threads share less than the others do.
  EXPECT_GE(calls_in_parts, 4 * (5 * 5000 + 3 * 5 * 3000 * 160));
  use_parts(3);
  const auto t = table.clone();
  EXPECT_TRUE(throws<std::domain_error>(
      [&] { t.index_put_({arange(3000) % 700}, rows + 2, {.reduce = Refusing{}}); }, "2 or more"));
}

/// The positions of each part of a write to these elements of a large tensor.
std::vector<index_t> sizes_of_parts(const Tensor<index_t>& index) {
  const std::vector<TensorIndex> terms{index};
  const IndexPlan plan = plan_index("index_put_", IndexRule::views_first, far.layout(), terms);
  detail::IndexedLoop loop(plan, contiguous_strides(plan.result_shape()));
  const detail::WorkUnits units(plan, loop, sizeof(float));
  detail::WriteParts parts;
  parts.divide(units, false);
  std::vector<index_t> sizes;
  for (index_t part = 0; part < parts.count(); ++part) {
    sizes.push_back(0);
    for (detail::BlockWalk walk = parts.walk(units, part); walk.next();)
      sizes.back() += walk.block.count;
  }
  return sizes;
}

TEST_F(WriteParts, OfAscendingAndDescendingIndicesHaveAboutAsManyPositions) {
  const auto ascending = arange(far.numel() / 50) * 50;
  for (const auto& index : {ascending, ascending.flip(0), arange(ascending.numel())}) {
    for (const index_t threads : {2, 3, 16}) {
      use_parts(threads);
      const std::vector<index_t> sizes = sizes_of_parts(index);
      set_executor({});
      ASSERT_EQ(static_cast<index_t>(sizes.size()), threads);
      for (const index_t size : sizes) {
        EXPECT_GT(size, index.numel() / threads * 2 / 3);
        EXPECT_LT(size, index.numel() / threads * 4 / 3);
      }
    }
  }
}

TEST_F(WriteParts, AssignAndAddToOuterProductsOfIndices) {
  const Tensor<float> cube = rand<float>({40, 30, 300}, 5);
  const auto few = [](index_t size, index_t count) {
    return randint<index_t>(-size, size, {count}, 6);
  };
  for (const index_t columns : {16, 60, 100, 700}) {
    const auto i = few(700, 300);
    const auto j = few(160, columns);
    const auto values = rand<float>({300, columns}, 7);
    EXPECT_TRUE(same(table, [&](const auto& t) { t.oindex_put_({i, j}, values); })) << columns;
    EXPECT_TRUE(same(table, [&](const auto& t) { t.oindex_put_({i, j}, values, true); }))
        << columns;
    EXPECT_TRUE(same(table, [&](const auto& t) { t.oindex_put_({i, j}, 2.F); })) << columns;
    EXPECT_TRUE(same(table, [&](const auto& t) { t.flip(0).oindex_put_({i, j}, values, true); }));
    EXPECT_TRUE(same(table.transpose(0, 1).contiguous(),
                     [&](const auto& t) { t.transpose(0, 1).oindex_put_({i, j}, values, true); }));
  }
  const auto i = few(40, 25), j = few(30, 20), k = few(300, 50);
  const auto values = rand<float>({25, 20, 50}, 8);
  EXPECT_TRUE(same(cube, [&](const auto& t) { t.oindex_put_({i, j, k}, values, true); }));
  EXPECT_TRUE(same(cube, [&](const auto& t) {
    t.oindex_put_({Slice(), j, k}, rand<float>({40, 20, 50}, 9), true);
  }));
  EXPECT_TRUE(same(cube, [&](const auto& t) {
    t.oindex_put_({i, Slice(), k}, rand<float>({25, 30, 50}, 9), true);
  }));
  EXPECT_TRUE(same(cube, [&](const auto& t) {
    t.index_put_({i.reshape({25, 1}), 3, k}, rand<float>({25, 50}, 9), {.reduce = Reduce::maximum});
  }));
  const Tensor<float> wide = rand<float>({70, 60000}, 3);  // exceeds the cache
  EXPECT_TRUE(same(wide, [&](const auto& t) {
    t.oindex_put_({few(70, 200), few(60000, 40)}, rand<float>({200, 40}, 9), true);
  }));
}

TEST_F(WriteParts, NameTheFirstIndexOutOfBoundsForAnyNumberOfThreads) {
  Tensor<index_t> index = arange(5000) % 700 - 350;
  index.at(1203) = 700;
  index.at(4900) = -701;
  const Tensor<float> t = table.clone();
  const Tensor<float> out = zeros<float>({5000, 160});
  const std::string expected = "index 700 at [1203] is out of bounds for dimension 0 with size 700";
  for (const index_t threads : {1, 2, 3, 16, 70}) {
    use_parts(threads);
    EXPECT_TRUE(
        throws<IndexError>([&] { t.index_put_({index}, 1.F); }, "index_put_: term 0: " + expected));
    EXPECT_TRUE(
        throws<IndexError>([&] { t.index_into(out, {index}); }, "index_into: term 0: " + expected));
    EXPECT_EQ(most_parts > 1, threads > 1);
    set_executor({});
    EXPECT_TRUE(array_equal(t, table) && !any(out).item());
  }
}

}  // namespace write_parts_test
