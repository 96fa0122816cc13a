// Tensors of random numbers: what a seed gives, and from where to where.
#include <algorithm>
#include <array>
#include <cmath>
#include <thread>
#include <vector>

#include <ndx/ops/random/distributions.hpp>

#include "support/expect.hpp"
#include "support/scrambled_executor.hpp"

namespace random_test {

using expect::is;
using expect::throws;
using ndx::index_t;
using ndx::ValueError;

/// Philox4x32-10 as its authors write it, one word at a time.
class Reference {
 public:
  explicit Reference(std::uint64_t seed) : seed_(seed) {}

  std::uint32_t word() {
    if (next_ % 4 == 0) renew();
    return words_[next_++ % 4];
  }
  std::uint64_t number() {
    next_ += next_ % 2;
    const std::uint64_t low = word();
    return low | std::uint64_t{word()} << 32;
  }

 private:
  static std::uint32_t high(std::uint64_t product) {
    return static_cast<std::uint32_t>(product >> 32);
  }
  static std::uint32_t low(std::uint64_t product) { return static_cast<std::uint32_t>(product); }

  void renew() {
    std::array<std::uint32_t, 4> c = {low(next_ / 4), high(next_ / 4), 0, 0};
    std::uint32_t key[] = {low(seed_), high(seed_)};
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0];
      const std::uint64_t b = std::uint64_t{0xCD9E8D57} * c[2];
      c = {high(b) ^ c[1] ^ key[0], low(b), high(a) ^ c[3] ^ key[1], low(a)};
      key[0] += 0x9E3779B9;
      key[1] += 0xBB67AE85;
    }
    words_ = c;
  }

  std::uint64_t seed_;
  std::uint64_t next_ = 0;
  std::array<std::uint32_t, 4> words_{};
};

TEST(Random, SameSeedSameValues) {
  EXPECT_EQ(expect::elements(ndx::rand<double>({50}, 7)),
            expect::elements(ndx::rand<double>({50}, 7)));
  EXPECT_NE(expect::elements(ndx::rand<double>({50}, 7)),
            expect::elements(ndx::rand<double>({50}, 8)));
  EXPECT_EQ(expect::elements(ndx::randn({9, 3}, 1)), expect::elements(ndx::randn({9, 3}, 1)));
  EXPECT_EQ(expect::elements(ndx::randint(0, 100, {50}, 1)),
            expect::elements(ndx::randint(0, 100, {50}, 1)));
}

TEST(Random, WordsAreThoseOfPhilox) {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{5489}, UINT64_MAX}) {
    ndx::detail::RandomEngine ours(seed);
    Reference reference(seed);
    const auto check = [&](auto type, index_t wanted) {
      const auto some = ours.take<decltype(type)>(wanted);
      ASSERT_GE(some.size(), 1);
      ASSERT_LE(some.size(), wanted);
      for (index_t i = 0; i < some.size(); ++i) {
        if constexpr (sizeof(type) == 4) {
          ASSERT_EQ(some[i], reference.word()) << seed << ' ' << wanted;
        } else {
          ASSERT_EQ(some[i], reference.number()) << seed << ' ' << wanted;
        }
      }
    };
    for (index_t wanted = 1; wanted < 400; wanted += 3) {
      check(std::uint32_t{}, wanted);
      check(std::uint64_t{}, wanted);
    }
    EXPECT_EQ(ours.take<std::uint32_t>(0).size(), 0);
  }
}

// From Philox in Python.
TEST(Random, ASeedGivesTheSameValuesOnEveryPlatform) {
  EXPECT_TRUE(is(ndx::rand<double>({3}, 42), {3},
                 {0.4685865183391049, 0.34086154938517876, 0.32706338120338474}));
  EXPECT_TRUE(is(ndx::rand({3}, 42), {3},
                 {0.6129598617553711F, 0.4685865044593811F, 0.07323169708251953F}));
  EXPECT_TRUE(is(ndx::randint<int>(-5, 5, {6}, 42), {6}, {1, -1, -5, -2, 4, -2}));
  // Below 2^32 integers one word is drawn, and half of these are drawn again, as half of the numbers of
  // two words below are.
  EXPECT_TRUE(is(ndx::randint<index_t>(0, (index_t{1} << 31) + 1, {6}, 42), {6},
                 {1006281885, 157263958, 731994603, 702363262, 1103605047, 975635325}));
  EXPECT_TRUE(is(ndx::randint<int>(INT32_MIN, INT32_MAX, {3}, 42), {3},
                 {485158994, -134919878, -1832955732}));
  EXPECT_TRUE(is(ndx::randint<index_t>(0, index_t{1} << 32, {3}, 42), {3},
                 {2012563771, 1463989207, 1404726525}));
  EXPECT_TRUE(is(ndx::randint<std::uint64_t>(0, (std::uint64_t{1} << 63) + 1, {6}, 42), {6},
                 {4321947790096037929U, 3143892883038251094U, 3016627244470472851U,
                  3496820792213056161U, 7738828319101555166U, 2174131685234287793U}));
  const auto normal = ndx::randn<double>({3}, 42);
  EXPECT_NEAR(normal(0), -0.4109468672693224, 1e-15);
  EXPECT_NEAR(normal(1), -2.0818274283701657, 4e-15);
  EXPECT_NEAR(normal(2), -1.9605079702666057, 4e-15);
}

TEST(Random, FloatsTakeOneWordEachAndDoublesTwoFromAnEvenOneOn) {
  ndx::manual_seed(42);
  EXPECT_TRUE(is(ndx::rand(1), {1}, {0.6129598617553711F}));
  EXPECT_TRUE(is(ndx::rand<double>(1), {1}, {0.34086154938517876}));
  EXPECT_TRUE(is(ndx::rand(2), {2}, {0.9877186417579651F, 0.32706332206726074F}));
  EXPECT_TRUE(is(ndx::rand<double>(1), {1}, {0.4543156017348883}));
}

TEST(Random, WithoutASeedGoesOnWhereTheLastCallEnded) {
  ndx::manual_seed(42);
  EXPECT_TRUE(is(ndx::rand<double>({2}), {2}, {0.4685865183391049, 0.34086154938517876}));
  EXPECT_TRUE(is(ndx::rand<double>(1, 1), {1, 1}, {0.32706338120338474}));
  const auto after = ndx::rand<double>({20});
  EXPECT_NE(expect::elements(after), expect::elements(ndx::rand<double>({20})));
  ndx::manual_seed(42);
  EXPECT_TRUE(is(ndx::randint<int>(-5, 5, {6}), {6}, {1, -1, -5, -2, 4, -2}));
  ndx::manual_seed(42);
  EXPECT_TRUE(is(ndx::randint<int>(-5, 5, 6), {6}, {1, -1, -5, -2, 4, -2}));
  ndx::manual_seed(42);
  const auto normal = ndx::randn(3);
  EXPECT_EQ(expect::elements(normal), expect::elements(ndx::randn({3}, 42)));
  ndx::manual_seed(42);
  EXPECT_EQ(expect::elements(ndx::randn({3})), expect::elements(normal));
}

TEST(Random, AFailedCallDrawsNothing) {
  ndx::manual_seed(42);
  EXPECT_THROW((void)ndx::rand({-1}), ValueError);
  EXPECT_THROW((void)ndx::randint(1, 0, {1}), ValueError);
  EXPECT_TRUE(is(ndx::rand<double>(1), {1}, {0.4685865183391049}));
}

TEST(Random, CallsFromSeveralThreadsShareTheGenerator) {
  ndx::manual_seed(42);
  auto expected = ndx::rand<double>({2000}).to_vector();
  ndx::manual_seed(42);
  std::vector<double> parts[2];
  std::thread other([&] { parts[1] = ndx::rand<double>({1000}).to_vector(); });
  parts[0] = ndx::rand<double>({1000}).to_vector();
  other.join();
  std::vector<double> drawn = parts[0];
  drawn.insert(drawn.end(), parts[1].begin(), parts[1].end());
  std::sort(drawn.begin(), drawn.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(drawn, expected);
}

TEST(Random, UniformStaysWithinZeroAndOne) {
  const auto t = ndx::rand({4000}, 3);
  float sum = 0;
  for (const float value : t) {
    EXPECT_GE(value, 0.0F);
    EXPECT_LT(value, 1.0F);
    sum += value;
  }
  EXPECT_NEAR(sum / 4000, 0.5F, 0.05F);
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  double sum = 0;
  double squares = 0;
  for (const double value : ndx::randn<double>({10000}, 5)) {
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / 10000, 0, 0.05);
  EXPECT_NEAR(squares / 10000, 1, 0.1);
}

// From the polar method, drawn one point at a time: the blocks take the same numbers in the same order.
TEST(Random, NormalNumbersTakeWhatOnePointAtATimeTakes) {
  for (const index_t n : {1, 2, 5, 1023, 1024, 1025, 5000}) {
    ndx::manual_seed(9);
    const auto doubles = ndx::randn<double>({n});
    const auto next = ndx::rand<double>({1}).item();
    const auto floats = ndx::randn({n}, 9);
    Reference reference(9);
    const auto uniform = [&] { return static_cast<double>(reference.number() >> 11) * 0x1p-53; };
    for (index_t i = 0; i < n; i += 2) {
      double x = 0;
      double y = 0;
      double square = 0;
      do {
        x = 2 * uniform() - 1;
        y = 2 * uniform() - 1;
        square = x * x + y * y;
      } while (square >= 1 || square == 0);
      const double scale = std::sqrt(-2 * std::log(square) / square);
      // Near 1 the rounding of `square`, whose sum a compiler may fuse, is much of its logarithm.
      const double tolerance = 1e-14 + 0x1p-52 / (1 - square);
      EXPECT_NEAR(doubles(i) / (x * scale), 1, tolerance) << n;
      EXPECT_NEAR(static_cast<double>(floats(i)) / (x * scale), 1, 3e-7) << n;
      if (i + 1 == n) continue;
      EXPECT_NEAR(doubles(i + 1) / (y * scale), 1, tolerance) << n;
      EXPECT_NEAR(static_cast<double>(floats(i + 1)) / (y * scale), 1, 3e-7) << n;
    }
    EXPECT_EQ(next, uniform()) << n;
  }
}

TEST(Random, IntegersReachEveryValueFromLowToHigh) {
  std::vector<int> seen(5);
  for (const int value : ndx::randint<int>(-2, 3, {500}, 11))
    ++seen.at(static_cast<std::size_t>(value + 2));
  for (const int count : seen) EXPECT_GT(count, 50);
  EXPECT_TRUE(is(ndx::randint<std::int8_t>(-128, -127, {2}, 1), {2}, {-128, -128}));
  EXPECT_EQ(ndx::randint<std::uint64_t>(UINT64_MAX - 1, UINT64_MAX, {}, 1).item(), UINT64_MAX - 1);
  EXPECT_EQ(ndx::randint<index_t>(INT64_MIN, INT64_MAX, {3}, 1).numel(), 3);
  EXPECT_TRUE(throws<ValueError>([] { (void)ndx::randint(3, 3, {1}, 1); },
                                 "randint: low 3 is not below high 3"));
}

// From Durstenfeld's shuffle with Philox in Python.
// Numbers of 63 bits that are drawn at random all differ, and 2^16 normal ones correlate by at most 4 / 2^8 or so.
TEST(Random, SeedsHaveIndependentSequences) {
  constexpr index_t count = 1 << 16;
  std::vector<index_t> drawn;
  for (std::uint64_t seed = 41; seed < 45; ++seed) {
    const auto numbers = ndx::randint(INT64_MIN, INT64_MAX, {count}, seed);
    drawn.insert(drawn.end(), numbers.begin(), numbers.end());
  }
  std::sort(drawn.begin(), drawn.end());
  EXPECT_EQ(std::adjacent_find(drawn.begin(), drawn.end()), drawn.end());
  const auto a = ndx::randn<double>({count}, 42);
  const auto b = ndx::randn<double>({count}, 43);
  double product = 0;
  for (index_t i = 0; i < count; ++i) product += a.at(i) * b.at(i);
  EXPECT_LT(std::abs(product / count), 0.016);
}

TEST(Random, ASeedGivesTheSameOrderOnEveryPlatform) {
  EXPECT_TRUE(is(ndx::randperm(10, 42), {10}, {7, 3, 8, 9, 1, 5, 2, 0, 4, 6}));
  EXPECT_TRUE(is(ndx::randperm<int>(6, 7), {6}, {1, 2, 4, 0, 3, 5}));
  EXPECT_EQ(ndx::sum(ndx::randperm(1000, 3) * ndx::arange(1000)).item(), 243237528);
  ndx::manual_seed(42);
  EXPECT_TRUE(is(ndx::randperm(10), {10}, {7, 3, 8, 9, 1, 5, 2, 0, 4, 6}));
  EXPECT_TRUE(is(ndx::randperm(1, 3), {1}, {0}));
  EXPECT_TRUE(expect::has_shape(ndx::randperm(0), {0}));
}

TEST(Random, EachOrderIsAsLikelyAsTheOthers) {
  std::vector<int> seen(24);
  ndx::manual_seed(5);
  for (int trial = 0; trial < 2400; ++trial) {
    const auto order = ndx::randperm(4);
    int number = 0;  // of the order, in the factorial number system
    for (int i = 0; i < 4; ++i) {
      int smaller = 0;
      for (int k = i + 1; k < 4; ++k) smaller += order(k) < order(i) ? 1 : 0;
      number = number * (4 - i) + smaller;
    }
    ++seen.at(static_cast<std::size_t>(number));
  }
  for (const int count : seen) EXPECT_NEAR(count, 100, 50);
}

TEST(Random, OrdersOfNarrowTypes) {
  const auto all = ndx::randperm<std::uint8_t>(256, 1);
  auto values = all.to_vector();
  std::sort(values.begin(), values.end());
  for (int i = 0; i < 256; ++i) EXPECT_EQ(values.at(static_cast<std::size_t>(i)), i);
  EXPECT_TRUE(throws<ValueError>([] { (void)ndx::randperm<std::uint8_t>(257); },
                                 "randperm: 256 does not fit into elements of type uint8"));
  EXPECT_TRUE(throws<ValueError>([] { (void)ndx::randperm(-1); },
                                 "randperm: size -1 of dim 0 is negative"));
}

TEST(Random, ShufflesWholeRowsOrColumns) {
  const auto t = ndx::arange(12).reshape({3, 4});
  EXPECT_TRUE(is(ndx::permutation(t, 0, 2), {3, 4}, {8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_TRUE(is(ndx::permutation(t, -1, 7), {3, 4}, {1, 0, 2, 3, 5, 4, 6, 7, 9, 8, 10, 11}));
  EXPECT_TRUE(is(t, {3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(ndx::shuffle_(t, 0, 2).data(), t.data());
  EXPECT_TRUE(is(t, {3, 4}, {8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7}));
  ndx::shuffle_(t.index({ndx::Slice(), ndx::Slice(ndx::None, ndx::None, -1)}), 1, 7);
  EXPECT_TRUE(is(t, {3, 4}, {8, 9, 11, 10, 0, 1, 3, 2, 4, 5, 7, 6}));
  ndx::shuffle_(t[0], 0, 7);
  EXPECT_TRUE(is(t.select(0, 0), {4}, {9, 8, 11, 10}));
  EXPECT_TRUE(is(ndx::permutation(6, 7), {6}, {1, 2, 4, 0, 3, 5}));
  ndx::manual_seed(7);
  EXPECT_TRUE(is(ndx::permutation(6), {6}, {1, 2, 4, 0, 3, 5}));
  ndx::manual_seed(7);
  EXPECT_TRUE(is(ndx::permutation(ndx::arange(6)), {6}, {1, 2, 4, 0, 3, 5}));
  ndx::manual_seed(7);
  EXPECT_TRUE(is(ndx::shuffle_(ndx::arange(6)), {6}, {1, 2, 4, 0, 3, 5}));
  EXPECT_TRUE(expect::has_shape(ndx::permutation(ndx::zeros({0, 3})), {0, 3}));
  EXPECT_TRUE(expect::has_shape(ndx::shuffle_(ndx::zeros({3, 0})), {3, 0}));
}

TEST(Random, ShufflingRefusesWhatItCannotWrite) {
  const auto t = ndx::arange(6).reshape({2, 3});
  ndx::manual_seed(42);
  EXPECT_TRUE(throws<ndx::IndexError>([&] { ndx::shuffle_(t, 2); },
                                      "shuffle_: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<ndx::IndexError>([&] { (void)ndx::permutation(ndx::tensor(1)); },
                                      "permutation: dim 0 is out of range for a tensor of rank 0"));
  EXPECT_THROW(ndx::shuffle_(t.select(0, 0).expand({3, 3})), ValueError);
  EXPECT_TRUE(is(ndx::rand<double>({1}), {1}, {0.4685865183391049}));  // nothing was drawn
}

/// Draws `call` after other numbers and before others, all of the shared generator, and appends what it gave.
template <class T, class Call>
void append_drawn(std::vector<T>& drawn, const Call& call) {
  for (const index_t before : {0, 1, 255}) {
    ndx::manual_seed(static_cast<std::uint64_t>(before));
    (void)ndx::rand({before});
    for (const index_t n : {1, 2, 255, 256, 257, 2049, 5000}) {
      const auto numbers = call(n);
      drawn.insert(drawn.end(), numbers.begin(), numbers.end());
      drawn.push_back(ndx::rand<T>({1}).item());
    }
  }
}

/// The numbers that several calls draw one after another.
std::vector<double> drawn_by_all() {
  std::vector<double> drawn;
  append_drawn(drawn, [](index_t n) { return ndx::rand<double>({n}); });
  append_drawn(drawn, [](index_t n) { return ndx::rand({n}).to<double>(); });
  append_drawn(drawn, [](index_t n) { return ndx::randn<double>({n}); });
  append_drawn(drawn, [](index_t n) { return ndx::randn({n}).to<double>(); });
  append_drawn(drawn, [](index_t n) { return ndx::uniform<double>(-2, 3, {n}); });
  append_drawn(drawn, [](index_t n) { return ndx::normal<double>(-2, 3, {n}); });
  append_drawn(drawn, [](index_t n) { return ndx::exponential<double>(3, {n}); });
  append_drawn(drawn, [](index_t n) { return ndx::bernoulli(.3, {n}).to<double>(); });
  append_drawn(drawn, [](index_t n) { return ndx::choice(7, n).to<double>(); });
  // Of so many integers, one number of four is refused.
  append_drawn(drawn, [](index_t n) {
    return ndx::randint<std::int64_t>(0, std::int64_t{3} << 30, {n}).to<double>();
  });
  append_drawn(drawn, [](index_t n) {
    return ndx::randint<std::uint64_t>(0, std::uint64_t{3} << 62, {n}).to<double>();
  });
  append_drawn(drawn, [](index_t n) { return ndx::randint<int>(-8, 8, {n}).to<double>(); });
  return drawn;
}

TEST(Random, IsTheSameSequenceOnAnyNumberOfThreads) {
  const auto alone = drawn_by_all();
  for (const ndx_test::Cut cut :
       {ndx_test::Cut{2, 1}, {3, 1}, {5, 512}, {16, 1}, {16, 4096}, {70, 1}, {2000, 1}}) {
    const ndx_test::ScrambledExecutor executor(cut);
    EXPECT_EQ(drawn_by_all(), alone) << cut.threads << " threads";
  }
}

TEST(Random, RefusesShapesThatCannotBe) {
  EXPECT_TRUE(
      throws<ValueError>([] { (void)ndx::rand({-5}, 1); }, "rand: size -5 of dim 0 is negative"));
}

}  // namespace random_test
