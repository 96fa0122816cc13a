// Random writes by the functions that index along a dim, scatter_, index_add_, scatter_reduce_ and
// their kin, through any strides, under every bounds policy, against their formulas.

#include "support/along_round.hpp"

namespace along_writes_property_test {

using namespace reference;

constexpr int kRounds = 600;

using ElementTypes = testing::Types<std::int32_t, double, std::uint16_t, bool, Bytes3, Pair16>;

template <class T>
class AlongWrites : public testing::Test {};
TYPED_TEST_SUITE(AlongWrites, ElementTypes);

TYPED_TEST(AlongWrites, Scatter) {
  using T = TypeParam;
  RandomExpressions random(45);
  for (int i = 0; i < kRounds; ++i) {
    Round<T> round(random);
    const auto index = round.indices(gather_shape(random, round), round.shape()[round.dim()]);
    const Shape& shape = index.view().shape;
    Shape larger = shape;
    for (std::int64_t& n : larger) n += random.pick({0, 0, 1});
    const Sample<T> src(random.strided(larger, true), 40);
    round.expect_gather(index.values(index.view()), shape);
    ASSERT_TRUE(round.writes(converted<T>(src.values(src.view()), shape), ref_assign,
                             [&] {
                               scatter_(round.target(), round.named_dim(), index.tensor(),
                                        src.tensor(), round.write_options());
                             }))
        << "round " << i << ", index " << spell(index.view()) << ", src " << spell(src.view());
  }
}

TYPED_TEST(AlongWrites, PutAlongAxis) {
  using T = TypeParam;
  RandomExpressions random(46);
  for (int i = 0; i < kRounds; ++i) {
    Round<T> round(random, true);
    Shape result;
    const auto index =
        round.indices(broadcast_shape(random, round, result), round.shape()[round.dim()]);
    Shape value_shape = result;
    for (std::int64_t& n : value_shape) n = random.chance(25) ? 1 : n;
    const Sample<T> value(random.strided(value_shape, true), 40);
    round.expect_gather(index.values(index.view()), result);
    ASSERT_TRUE(round.writes(converted<T>(value.values(value.view()), result), ref_assign,
                             [&] {
                               put_along_axis(round.target(), index.tensor(), value.tensor(),
                                              round.named_dim(), round.write_options());
                             }))
        << "round " << i << ", index " << spell(index.view());
  }
}

TYPED_TEST(AlongWrites, IndexCopyAndPut) {
  using T = TypeParam;
  RandomExpressions random(47);
  for (int i = 0; i < kRounds; ++i) {
    Round<T> round(random);
    const bool flat = random.chance(50);
    const auto count = static_cast<std::int64_t>(element_count(round.shape()));
    const Shape whole = flat ? Shape{count} : round.shape();
    const std::size_t dim = flat ? 0 : round.dim();
    const auto index =
        round.indices(flat ? any_shape(random) : Shape{random.between(0, 5)}, whole[dim]);
    round.expect(
        [&] { return ref_take(whole, dim, index.values(index.view()), round.policy().expected); });
    const Shape shape = taken_shape(whole, dim, index.view().shape);
    const Sample<T> source(random.strided(shape, true), 40);
    const std::vector<T> values = converted<T>(source.values(source.view()), shape);
    ASSERT_TRUE(round.writes(values, ref_assign,
                             [&] {
                               if (flat) {
                                 put_(round.target(), index.tensor(), source.tensor(),
                                      round.write_options());
                               } else {
                                 index_copy_(round.target(), round.named_dim(), index.tensor(),
                                             source.tensor(), round.policy().write);
                               }
                             }))
        << "round " << i << ", index " << spell(index.view());
  }
}

template <class T>
class AlongSums : public testing::Test {};
using NumberTypes = testing::Types<std::int32_t, double, std::uint8_t>;
TYPED_TEST_SUITE(AlongSums, NumberTypes);

TYPED_TEST(AlongSums, ScatterAddAndScatterNdAdd) {
  using T = TypeParam;
  RandomExpressions random(48);
  for (int i = 0; i < kRounds; ++i) {
    Round<T> round(random);
    const bool rows = random.chance(40);
    Shape shape = rows ? any_shape(random) : gather_shape(random, round);
    if (rows) shape.push_back(random.between(0, round.rank()));
    const auto index = round.indices(shape, rows ? 2 : round.shape()[round.dim()]);
    const auto values = index.values(index.view());
    round.expect([&] {
      return rows ? ref_rows(round.shape(), values, round.policy().expected)
                  : ref_along(round.shape(), round.dim(), values, shape, round.policy().expected);
    });
    if (rows) shape = rows_shape(round.shape(), shape);
    using Source = std::conditional_t<std::is_integral_v<T>, std::int16_t, float>;
    const Sample<Source> source(random.strided(shape, true));
    for (Source& x : source.buffer()) x = static_cast<Source>(random.between(0, 5));
    ASSERT_TRUE(round.writes(converted<T>(source.values(source.view()), shape), ref_add,
                             [&] {
                               if (rows) {
                                 round.target().copy_(scatter_nd_add(round.target(), index.tensor(),
                                                                     source.tensor(),
                                                                     round.policy().write));
                               } else {
                                 scatter_add_(round.target(), round.named_dim(), index.tensor(),
                                              source.tensor(), round.policy().write);
                               }
                             }))
        << "round " << i << ", index " << spell(index.view());
  }
}

TYPED_TEST(AlongSums, IndexAdd) {
  using T = TypeParam;
  RandomExpressions random(49);
  for (int i = 0; i < kRounds; ++i) {
    Round<T> round(random);
    const auto index = round.indices({random.between(1, 6)}, round.shape()[round.dim()]);
    round.expect_take(index.values(index.view()));
    const Shape shape = taken_shape(round.shape(), round.dim(), index.view().shape);
    const Sample<T> source(random.strided(shape, true), 1);
    const T alpha = static_cast<T>(random.between(1, 3));
    const auto add = [alpha](T there, T value) { return static_cast<T>(there + alpha * value); };
    ASSERT_TRUE(round.writes(converted<T>(source.values(source.view()), shape), add,
                             [&] {
                               index_add_(round.target(), round.named_dim(), index.tensor(),
                                          source.tensor(), alpha, round.policy().write);
                             }))
        << "round " << i << ", index " << spell(index.view());
  }
}

/// The mean, rounded down. Quotients and remainders are added apart, so that no total is too large for 64 bits.
template <std::integral T>
T floored_mean(const std::vector<T>& values) {
  using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  const auto count = static_cast<Wide>(values.size());
  Wide whole = 0;
  Wide remainders = 0;
  for (const T value : values) {
    const Wide remainder = (static_cast<Wide>(value) % count + count) % count;
    whole += (static_cast<Wide>(value) - remainder) / count;
    remainders += remainder;
  }
  return static_cast<T>(whole + remainders / count);
}

/// The five reductions, by their definitions.
template <class T>
T reduced(const std::string& name, std::vector<T> values) {
  if (name == "amax") return *std::max_element(values.begin(), values.end());
  if (name == "amin") return *std::min_element(values.begin(), values.end());
  if constexpr (std::is_integral_v<T>) {
    if (name == "mean") return floored_mean(values);
  }
  T result = values[0];
  for (std::size_t i = 1; i < values.size(); ++i)
    result = static_cast<T>(name == "prod" ? result * values[i] : result + values[i]);
  return name == "mean" ? static_cast<T>(result / static_cast<T>(values.size())) : result;
}

template <class T>
class AlongReductions : public testing::Test {};
TYPED_TEST_SUITE(AlongReductions, NumberTypes);

TYPED_TEST(AlongReductions, ByName) {
  using T = TypeParam;
  RandomExpressions random(50);
  for (int i = 0; i < kRounds; ++i) {
    Round<T> round(random);
    const bool slices = random.chance(40);
    const Shape index_shape = slices ? Shape{random.between(1, 6)} : gather_shape(random, round);
    if (element_count(index_shape) > 60) continue;  // products stay within the type
    const auto index = round.indices(index_shape, round.shape()[round.dim()]);
    if (slices) {
      round.expect_take(index.values(index.view()));
    } else {
      round.expect_gather(index.values(index.view()), index_shape);
    }
    const Shape shape = slices ? taken_shape(round.shape(), round.dim(), index_shape) : index_shape;
    const Sample<T> source(random.strided(shape, true), -3);
    for (T& x : source.buffer()) x = static_cast<T>(random.between(-2, 2));
    const std::string name = random.pick({"sum", "prod", "mean", "amax", "amin"});
    const bool self = random.chance(50);
    const auto reduce = [&](T there, std::vector<T> collected) {
      if (self) collected.insert(collected.begin(), there);
      return reduced(name, collected);
    };
    ASSERT_TRUE(round.collects(converted<T>(source.values(source.view()), shape), reduce,
                               [&] {
                                 if (slices) {
                                   index_reduce_(round.target(), round.named_dim(), index.tensor(),
                                                 source.tensor(), name, self, round.policy().write);
                                 } else {
                                   scatter_reduce_(round.target(), round.named_dim(),
                                                   index.tensor(), source.tensor(), name, self,
                                                   round.policy().write);
                                 }
                               }))
        << "round " << i << ", " << name << (self ? "" : " without self") << ", index "
        << spell(index.view());
  }
}

/// Writes of a tensor to itself, by itself: as if source and index had been copied first.
TEST(AlongAliases, ReadAsIfCopiedFirst) {
  RandomExpressions random(51);
  for (int i = 0; i < kRounds; ++i) {
    const std::int64_t n = random.between(1, 12);
    const Shape shape{n};
    const Sample<std::int64_t> target(random.strided(shape, false));
    for (std::int64_t& x : target.buffer()) x = random.below(n);
    const Strided index_view = random.view_within(target.view().size, shape);
    const Strided source_view = random.view_within(target.view().size, shape);
    const auto index = target.values(index_view).values;
    const auto source = target.values(source_view).values;
    std::vector<std::int64_t> wanted(target.buffer().begin(), target.buffer().end());
    const auto places = target.places().values;
    const bool mean = random.chance(60);
    const bool self = random.chance(50);
    std::vector<std::vector<std::int64_t>> collected(wanted.size());
    for (std::size_t k = 0; k < index.size(); ++k) {
      const auto place = places[static_cast<std::size_t>(index[k])];
      collected[static_cast<std::size_t>(place)].push_back(source[k]);
    }
    for (std::size_t p = 0; p < wanted.size(); ++p) {
      if (collected[p].empty()) continue;
      if (mean && self) collected[p].push_back(wanted[p]);
      wanted[p] = mean ? reduced("mean", collected[p]) : collected[p].back();
    }
    if (mean) {
      scatter_reduce_(target.tensor(), 0, target.tensor(index_view), target.tensor(source_view),
                      "mean", self);
    } else {
      scatter_(target.tensor(), 0, target.tensor(index_view), target.tensor(source_view));
    }
    ASSERT_TRUE(equal_elements(wanted, target.buffer()))
        << "round " << i << "\n  target " << spell(target.view()) << "\n  index "
        << spell(index_view) << "\n  source " << spell(source_view);
  }
}

}  // namespace along_writes_property_test
