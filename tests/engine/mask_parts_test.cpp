// Reads and writes under a mask by several threads: what one thread gives, whatever the mask and the elements.
#include <complex>

#include <ndx/ops/mask/nonzero.hpp>
#include <ndx/ops/random/random_numbers.hpp>

#include "support/expect.hpp"
#include "support/parts_in_turn.hpp"

namespace mask_parts_test {

using namespace ndx;
using ndx_test::most_parts;
using ndx_test::use_parts;

using MaskParts = ndx_test::TestOfParts;

/// Reads, fills, writes and adds to t under the mask, and finds its coordinates, by one thread and by several.
template <class T>
void expect_same(const Tensor<T>& t, const Tensor<bool>& mask) {
  set_executor({});
  const Tensor<T> read = t.index({mask});
  const Tensor<T> filled = t.clone();
  filled.index_put_({mask}, T(7));
  const Tensor<T> written = t.clone();
  const Tensor<T> values = read.flip().clone();
  written.index_put_({mask}, values);
  const Tensor<T> added = t.clone();
  added.index_put_({mask}, values, true);
  const Tensor<index_t> coordinates = argwhere(mask);
  for (const index_t threads : {2, 3, 5, 16, 70}) {
    const Tensor<T> fill_target = t.clone();
    const Tensor<T> write_target = t.clone();
    const Tensor<T> add_target = t.clone();
    use_parts(threads);
    const Tensor<T> shared = t.index({mask});
    fill_target.index_put_({mask}, T(7));
    write_target.index_put_({mask}, values);
    add_target.index_put_({mask}, values, true);
    const Tensor<index_t> found = argwhere(mask);
    set_executor({});
    EXPECT_TRUE(equal(shared, read)) << threads << " threads";
    EXPECT_TRUE(equal(fill_target, filled)) << threads << " threads";
    EXPECT_TRUE(equal(write_target, written)) << threads << " threads";
    EXPECT_TRUE(equal(add_target, added)) << threads << " threads";
    EXPECT_TRUE(equal(found, coordinates)) << threads << " threads";
  }
  EXPECT_GT(most_parts, 1);
}

template <class T>
class MaskPartsOf : public MaskParts {};
using Types = testing::Types<std::uint8_t, std::int16_t, float, double, std::complex<double>>;
TYPED_TEST_SUITE(MaskPartsOf, Types);

TYPED_TEST(MaskPartsOf, AnyMaskOfAnyLayout) {
  using T = TypeParam;
  const Tensor<T> line = (arange(70000) % 251).to<std::uint8_t>().template to<T>();
  for (const float density : {0.F, 0.001F, 0.5F, 0.999F, 1.F}) {
    const Tensor<bool> mask = rand<float>({70000}, 1) < density;
    expect_same(line, mask);
    expect_same(line.flip(), mask);
    expect_same(line.reshape({70, 1000}), mask.reshape({70, 1000}));
    expect_same(line.reshape({70, 1000}).transpose(), mask.reshape({1000, 70}));
    expect_same(line.reshape({70, 1000}), mask.reshape({1000, 70}).transpose());
    expect_same(line.reshape({7, 1000, 10}), mask.reshape({7, 1000, 10}));
    expect_same(line.reshape({35000, 2}).select(1, 1), mask.narrow(0, 0, 35000));
  }
  const Tensor<bool> uneven = arange(70000) > 65000;  // most parts have no set byte
  expect_same(line, uneven);
  expect_same(line, uneven.flip());
}

TEST_F(MaskParts, WriteThroughViewsAsOneThread) {
  const auto t = arange<float>(60000).reshape({3, 20000});
  const auto mask = rand<float>({20000}, 2) > 0.3F;
  const auto alone = t.clone();
  alone.select(0, 1).index_put_({mask}, -1.F);
  alone.transpose().select(1, 2).flip().index_put_({mask}, t.select(0, 0).index({mask}));
  const auto together = t.clone();
  use_parts(5);
  together.select(0, 1).index_put_({mask}, -1.F);
  together.transpose().select(1, 2).flip().index_put_({mask}, t.select(0, 0).index({mask}));
  set_executor({});
  EXPECT_TRUE(equal(together, alone));
}

TEST_F(MaskParts, StayAloneWhereTheMaskIsTheTarget) {
  const auto mask = rand<float>({20000}, 2) > 0.3F;
  const auto t = mask.clone();
  use_parts(5);
  t.index_put_({t}, false);
  set_executor({});
  EXPECT_FALSE(any(t).item());
}

TEST_F(MaskParts, FillWhatIsTransposedOrReversedLikeItsMask) {
  const Tensor<float> t = rand<float>({30, 50, 7}, 1);
  const Tensor<bool> mask = rand<float>({30, 50, 7}, 2) < 0.4F;
  const Tensor<float> expected = where(mask, 3.F, t);
  const auto view = [](const auto& x, int kind) {
    if (kind == 0) return x.permute({2, 0, 1});
    if (kind == 1) return x.flip({0, 2});
    return kind == 2 ? x.transpose(0, 1).flip(2) : x.narrow(1, 5, 40).transpose(0, 2);
  };
  for (const index_t threads : {1, 2, 5}) {
    for (const int kind : {0, 1, 2, 3}) {
      const Tensor<float> filled = t.clone();
      use_parts(threads);
      view(filled, kind).index_put_({view(mask, kind)}, 3.F);
      set_executor({});
      EXPECT_TRUE(equal(view(filled, kind), view(expected, kind))) << kind;
      const index_t outside = kind == 3 ? 5 : 0;
      EXPECT_TRUE(equal(filled.narrow(1, 0, outside), t.narrow(1, 0, outside)));
      EXPECT_TRUE(
          equal(filled.narrow(1, 50 - outside, outside), t.narrow(1, 50 - outside, outside)));
    }
    const Tensor<float> mixed = t.clone();
    use_parts(threads);
    mixed.flip(2).index_put_({view(mask, 0).permute({1, 2, 0}).flip(2)}, 3.F);
    mixed.transpose(0, 1).index_put_({mask.transpose(0, 1).contiguous()}, 3.F);
    set_executor({});
    EXPECT_TRUE(equal(mixed, expected));
  }
}

}  // namespace mask_parts_test
