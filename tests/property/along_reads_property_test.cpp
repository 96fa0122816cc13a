// Random reads by the functions that index along a dim, take, gather, gather_nd and their kin, from
// any strides, under every bounds policy, against their formulas.
#include "support/along_round.hpp"

namespace along_reads_property_test {

using namespace reference;

constexpr int kRounds = 600;

template <class T>
class AlongReads : public testing::Test {};
using ElementTypes = testing::Types<std::int32_t, double, std::uint16_t, bool, Bytes3, Pair16>;
TYPED_TEST_SUITE(AlongReads, ElementTypes);

TYPED_TEST(AlongReads, Take) {
  using T = TypeParam;
  RandomExpressions random(41);
  for (int i = 0; i < kRounds; ++i) {
    Round<T> round(random);
    const auto index =
        round.template indices<std::int16_t>(any_shape(random), round.shape()[round.dim()]);
    round.expect_take(index.values(index.view()));
    ASSERT_TRUE(round.reads([&] {
      return take(round.target(), index.tensor(), round.named_dim(), round.read_options());
    })) << "round "
        << i << ", index " << spell(index.view());
    if (index.view().shape.size() != 1) continue;
    ASSERT_TRUE(round.reads([&] {
      return index_select(round.target(), round.named_dim(), index.tensor(), round.read_options());
    })) << "round "
        << i;
  }
}

TYPED_TEST(AlongReads, Gather) {
  using T = TypeParam;
  RandomExpressions random(42);
  for (int i = 0; i < kRounds; ++i) {
    Round<T> round(random);
    const auto index = round.indices(gather_shape(random, round), round.shape()[round.dim()]);
    round.expect_gather(index.values(index.view()), index.view().shape);
    ASSERT_TRUE(round.reads([&] {
      return gather(round.target(), round.named_dim(), index.tensor(), round.read_options());
    })) << "round "
        << i << ", index " << spell(index.view());
  }
}

TYPED_TEST(AlongReads, TakeAlongAxis) {
  using T = TypeParam;
  RandomExpressions random(43);
  for (int i = 0; i < kRounds; ++i) {
    Round<T> round(random, true);
    Shape result;
    const Shape shape = broadcast_shape(random, round, result);
    const auto index = round.template indices<std::int8_t>(shape, round.shape()[round.dim()]);
    round.expect_gather(index.values(index.view()), result);
    ASSERT_TRUE(round.reads([&] {
      return take_along_axis(round.target(), index.tensor(), round.named_dim(),
                             round.read_options());
    })) << "round "
        << i << ", index " << spell(index.view());
  }
}

TYPED_TEST(AlongReads, GatherNd) {
  using T = TypeParam;
  RandomExpressions random(44);
  for (int i = 0; i < kRounds; ++i) {
    Round<T> round(random);
    Shape shape = any_shape(random);
    shape.push_back(random.between(0, round.rank()));
    const auto index = round.indices(shape, 2);
    round.expect([&] {
      return ref_rows(round.shape(), index.values(index.view()), round.policy().expected);
    });
    ASSERT_TRUE(round.reads([&] {
      return gather_nd(round.target(), index.tensor(), round.read_options());
    })) << "round "
        << i << ", index " << spell(index.view());
  }
}

}  // namespace along_reads_property_test
