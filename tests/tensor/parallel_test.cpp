// Work in parts, on threads of the test's own: results and errors are those of the caller alone.
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>

#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/ops/arithmetic/stencil_into.hpp>
#include <ndx/ops/random/random_numbers.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::is;
using expect::throws;

namespace parallel_test {

/// However small the work is, three threads share it.
class ThreeThreads : public testing::Test {
 protected:
  static void install() {
    set_executor({[](index_t parts, Executor::Task task, const void* work) {
                    std::vector<std::thread> threads;
                    for (index_t part = 0; part < parts; ++part)
                      threads.emplace_back(task, work, part);
                    for (std::thread& thread : threads) thread.join();
                  },
                  3, 1});
  }
  void TearDown() override { set_executor({}); }

  /// What make() gives without threads, and what it gives with them.
  template <class Make>
  static testing::AssertionResult same(Make make) {
    set_executor({});
    const auto alone = make();
    install();
    const auto together = make();
    set_executor({});
    if (equal(alone, together)) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "results differ";
  }
};

const Tensor<index_t> cube = arange<index_t>(30 * 40 * 50).reshape({30, 40, 50});

TEST_F(ThreeThreads, GatherElementsRowsAndColumns) {
  const auto i = randint<index_t>(-30, 30, {5000}, 1);
  const auto j = randint<int>(-40, 40, {5000}, 2);
  const auto k = randint<std::int16_t>(0, 50, {5000}, 3);
  EXPECT_TRUE(same([&] { return cube.index({i, j, k}); }));
  EXPECT_TRUE(same([&] { return cube.index({i}); }));
  EXPECT_TRUE(same([&] { return cube.index({i, Slice(), 3}); }));
  EXPECT_TRUE(same([&] { return cube.index({0, Slice(), k}); }));
  EXPECT_TRUE(same([&] { return cube.transpose().index({k, Slice(None, None, -7), i}); }));
  EXPECT_TRUE(same([&] { return cube.oindex({i.narrow(0, 0, 70), 1, k.narrow(0, 0, 80)}); }));
  EXPECT_TRUE(same([&] { return cube.index({cube.select(2, 0) > 20000}); }));
}

TEST_F(ThreeThreads, GatherIntoAndThroughPlansAndPolicies) {
  const auto wild = randint<index_t>(-90, 90, {3000}, 4);
  const ReadOptions<index_t> fill{.bounds = Bounds::fill, .fill = -1};
  EXPECT_TRUE(same([&] { return cube.index({wild}, fill); }));
  const Plan plan = cube.plan({wild, 2}, {.bounds = Bounds::wrap});
  EXPECT_TRUE(same([&] { return plan.read(cube); }));
  EXPECT_TRUE(same([&] {
    const auto out = zeros<index_t>({50, 3000});
    cube.index_into(out.transpose(), {wild, 0}, fill);
    return out;
  }));
}

TEST_F(ThreeThreads, CopyInAnyOrder) {
  EXPECT_TRUE(same([] { return cube.clone(); }));
  EXPECT_TRUE(same([] { return cube.transpose().clone(); }));
  EXPECT_TRUE(same([] { return cube.flip().clone(); }));
  EXPECT_TRUE(same([] { return cube.index({Slice(None, None, 3), 5}).clone(); }));
  EXPECT_TRUE(same([] { return cube.index({0, 0, 0}).clone(); }));
  EXPECT_TRUE(same([] { return zeros<int>({0, 3}).clone(); }));
}

TEST_F(ThreeThreads, CalculateElementByElement) {
  const auto a = rand<float>({300, 700}, 1);
  const auto b = rand<double>({700}, 2);
  EXPECT_TRUE(same([&] { return a + b; }));
  EXPECT_TRUE(same([&] { return a.transpose() * 2.0F; }));
  EXPECT_TRUE(same([&] { return a > 0.5F; }));
  EXPECT_TRUE(same([&] { return where(a > 0.5F, a, b); }));
  EXPECT_TRUE(same([&] { return exp(a.index({Slice(None, None, -2), Slice(3, 600)})); }));
  EXPECT_TRUE(same([&] { return a.to<int>(); }));
  EXPECT_TRUE(same([&] { return a.index({3, Slice(0, 100)}) + 1.0F; }));
  EXPECT_TRUE(same([&] { return a.index({3, 4}) + 1.0F; }));
  EXPECT_TRUE(same([&] { return a.narrow(0, 0, 0) + 1.0F; }));
  EXPECT_TRUE(same([&] {
    const auto c = a.clone();
    c += a.flip();
    c.index({Slice(None, None, 3)}) -= b.to<float>();
    return c;
  }));
  EXPECT_TRUE(same([&] {
    const auto c = a.clone();
    stencil_into<1, 2>(c, [](auto at) { return at(-1, 2) - at(1, 0); }, a);
    stencil_into<3>(c.select(1, 5), [](auto at) { return at(-3) + at(3); }, a.select(1, 0));
    return c;
  }));
}

TEST_F(ThreeThreads, Reduce) {
  const auto a = rand<float>({1100, 700}, 1);
  for (const auto& t : {a, a.transpose(), a.flip(), a.index({Slice(None, None, 3), Slice(5, 600)}),
                        a.narrow(0, 0, 0), a.narrow(0, 0, 1)}) {
    EXPECT_TRUE(same([&] { return sum(t); }));
    EXPECT_TRUE(same([&] { return sum(t, 0); }));
    EXPECT_TRUE(same([&] { return sum(t, 1); }));
    EXPECT_TRUE(same([&] { return any(t > 0.9F, 1); }));
    EXPECT_TRUE(same([&] { return all(t > 0.1F); }));
    EXPECT_TRUE(same([&] { return count_nonzero(t > 0.5F); }));
  }
  const auto mask = a > 0.5F;
  for (const auto& t : {mask, mask.transpose(), mask.flip(), mask.index({Slice(None, None, 3)}),
                        mask.narrow(1, 3, 600), mask.narrow(0, 0, 0), mask.select(1, 2)}) {
    EXPECT_TRUE(same([&] { return count_nonzero(t); }));
    EXPECT_EQ(count_nonzero(t).item(), sum(t.template to<int>()).item());
    EXPECT_TRUE(equal(count_nonzero(t, all_dims, true).ravel(), count_nonzero(t).ravel()));
  }
  EXPECT_EQ(count_nonzero(mask.select(0, 0).select(0, 0).expand({3})).item() % 3, 0);
  EXPECT_EQ(count_nonzero(full<bool>({}, true)).item(), 1);
  const auto b = a.ravel().to<double>() / 3.0;
  EXPECT_TRUE(same([&] { return sum(b.narrow(0, 0, 700001)); }));
  EXPECT_TRUE(same([&] { return sum(b.narrow(0, 1, 20)); }));
  const auto c = b.reshape({10, 70, 110, 10});
  EXPECT_TRUE(same([&] { return sum(c, {0, 2}); }));
  EXPECT_TRUE(same([&] { return sum(c, {1, 3}, true); }));
}

TEST_F(ThreeThreads, NormalizeLinesAlongADim) {
  const auto t = rand({100, 129}, 1);  // one of the parts is a single column
  EXPECT_TRUE(same([&] { return softmax(t, 0); }));
  EXPECT_TRUE(same([&] { return softmax(t, 1); }));
  EXPECT_TRUE(same([&] { return log_softmax(t.transpose(), 0); }));
  EXPECT_TRUE(same([&] { return softmax(t.narrow(0, 0, 20).transpose().contiguous(), 1); }));
}

TEST_F(ThreeThreads, FindExtremes) {
  const auto a = rand<float>({110, 90, 70}, 1);
  const auto nan = a.clone();
  nan.index_put_({nan > 0.999F}, std::numeric_limits<float>::quiet_NaN());
  const auto ties = randint<std::int8_t>(0, 3, {110, 90, 70}, 2);
  const auto check = [](const auto& of) {
    for (const auto& t : {of, of.transpose(), of.flip(), of.index({Slice(None, None, 3), 5}),
                          of.narrow(0, 7, 1), of.select(0, 0).unsqueeze(1)}) {
      EXPECT_TRUE(same([&] { return argmax(t); }));
      EXPECT_TRUE(same([&] { return argmin(t); }));
      for (index_t dim = 0; dim < t.dim(); ++dim) {
        EXPECT_TRUE(same([&] { return argmax(t, dim); }));
        EXPECT_TRUE(same([&] { return argmin(t, dim, true); }));
      }
    }
  };
  check(a);
  check(nan);
  check(ties);
  check(zeros<float>({4000}).expand({30, 4000}));
  EXPECT_TRUE(same([&] { return argmax(a.narrow(0, 0, 0), 1); }));
}

TEST_F(ThreeThreads, FindWhatIsNotZero) {
  const auto a = randint<int>(0, 3, {110, 90, 70}, 1);
  const auto mask = rand<float>({700000}, 2) > 0.5F;
  const auto rare = rand<float>({700, 1000}, 3) > 0.99F;
  const auto check = [](const auto& t) {
    EXPECT_TRUE(same([&] { return nonzero(t); }));
    EXPECT_TRUE(same([&] { return stack(nonzero_tuple(t).tensors()); }));
  };
  for (const auto& t : {a, a.transpose(), a.flip(), a.index({Slice(None, None, 3), 5}),
                        a.narrow(0, 0, 2), a.narrow(0, 0, 0), a.narrow(1, 0, 0), zeros<int>({9})})
    check(t);
  for (const auto& t : {mask, mask.flip(), mask.narrow(0, 3, 100), rare, rare.transpose(),
                        rare.select(1, 4), full<bool>({}, true)})
    EXPECT_TRUE(same([&] { return nonzero(t); }));
}

TEST_F(ThreeThreads, AnIndexOutOfBoundsIsToldAsEver) {
  const auto i = zeros<index_t>({4000});
  i.index_put_({3999}, 30);
  install();
  const std::string last =
      "index: term 0: index 30 at [3999] is out of bounds for dimension 0 with size 30";
  EXPECT_TRUE(throws<IndexError>([&] { (void)cube.index({i}); }, last));
  i.index_put_({Slice(None, None, 100)}, -31);  // for all threads
  const std::string first =
      "index: term 0: index -31 at [0] is out of bounds for dimension 0 with size 30";
  EXPECT_TRUE(throws<IndexError>([&] { (void)cube.index({i}); }, first));
  EXPECT_TRUE(throws<IndexError>([&] { (void)cube.index({i, i, i}); }, first));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)cube.oindex({i, 0, zeros<index_t>({50})}); },
      "oindex: term 0: index -31 at [0] is out of bounds for dimension 0 with size 30"));
  const auto out = zeros<index_t>({4000, 40, 50});
  EXPECT_TRUE(throws<IndexError>([&] { cube.index_into(out, {i}); },
                                 "index_into: term 0: index -31 at [0] is out of bounds for "
                                 "dimension 0 with size 30"));
  EXPECT_FALSE(any(out != index_t{0}).item());
}

TEST_F(ThreeThreads, WhatAFunctionThrowsReachesTheCaller) {
  const auto a = arange<index_t>(6000).reshape({60, 100});
  const auto out = empty<index_t>({60, 100});
  install();
  EXPECT_TRUE(throws<std::domain_error>(
      [&] {
        map_into(
            out,
            [](index_t x) {
              if (x % 1000 == 999) throw std::domain_error(std::to_string(x));
              return x;
            },
            a);
      },
      "999"));
  map_into(out, [](index_t x) { return -x; }, a);
  EXPECT_TRUE(equal(out, -a));
}

}  // namespace parallel_test
