// Tensors on memory that is there already: borrowed, adopted, refused.
#include <memory>
#include <numeric>

#include <ndx/tensor/create/memory.hpp>

#include "support/expect.hpp"

namespace memory_test {

using expect::is;
using expect::throws;
using ndx::adopt;
using ndx::borrow;
using ndx::Dims;
using ndx::index_t;
using ndx::Tensor;
using ndx::ValueError;

std::vector<int> counting(int count) {
  std::vector<int> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST(Borrow, LooksAtTheCallersMemory) {
  std::vector<int> values = counting(6);
  const auto t = borrow(values.data(), {2, 3});
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(t.data(), values.data());
  EXPECT_EQ(t.storage().owners(), 0U);
  t(1, 2) = 50;
  EXPECT_EQ(values[5], 50);
  values[0] = 7;
  EXPECT_EQ(t(0, 0), 7);
}

TEST(Borrow, TakesAnyStrides) {
  std::vector<int> values = counting(6);
  EXPECT_TRUE(is(borrow(values.data(), {3, 2}, {1, 3}), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(borrow(values.data(), {2, 3}, {0, 2}), {2, 3}, {0, 2, 4, 0, 2, 4}));
  EXPECT_TRUE(is(borrow(values.data() + 3, {}, {}), {}, {3}));
}

TEST(Borrow, NegativeStridesReachBeforeThePointer) {
  std::vector<int> values = counting(6);
  const auto t = borrow(values.data() + 5, {2, 3}, {-3, -1});
  EXPECT_TRUE(is(t, {2, 3}, {5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(t.data(), values.data() + 5);
  EXPECT_EQ(t.storage().data(), reinterpret_cast<std::byte*>(values.data()));
  EXPECT_EQ(t.storage().bytes(), 24);
  EXPECT_TRUE(is(t.flip(), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(borrow(values.data() + 3, {2, 2}, {-3, 2}), {2, 2}, {3, 5, 0, 2}));
}

TEST(Borrow, OfConstMemoryIsReadOnly) {
  const std::vector<int> values = counting(4);
  const auto t = borrow(values.data(), {2, 2});
  static_assert(std::is_same_v<decltype(t), const Tensor<const int>>);
  EXPECT_TRUE(is(t, {2, 2}, {0, 1, 2, 3}));
  EXPECT_TRUE(is(t.clone().fill_(5), {2, 2}, {5, 5, 5, 5}));
}

TEST(Borrow, TakesNullForNoElements) {
  EXPECT_TRUE(is(borrow(static_cast<int*>(nullptr), {0}), {0}, {}));
  EXPECT_TRUE(is(borrow(static_cast<int*>(nullptr), {3, 0}, {-7, 2}), {3, 0}, {}));
}

TEST(Borrow, RefusesNullWithASize) {
  EXPECT_TRUE(throws<ValueError>([] { (void)borrow(static_cast<int*>(nullptr), {2, 3}); },
                                 "borrow: a null pointer cannot hold shape (2, 3)"));
  EXPECT_THROW((void)borrow(static_cast<const int*>(nullptr), {}), ValueError);
}

TEST(Borrow, RefusesMisalignedPointers) {
  alignas(8) std::byte bytes[16] = {};
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)borrow(reinterpret_cast<int*>(bytes + 1), {1}); },
                         "borrow: the pointer is not aligned to 4 bytes, as its elements must be"));
  EXPECT_TRUE(is(borrow(reinterpret_cast<std::uint8_t*>(bytes + 1), {1}), {1}, {0}));
}

TEST(Borrow, RefusesLayoutsThatCannotBe) {
  std::int8_t value = 0;
  EXPECT_TRUE(throws<ValueError>([&] { (void)borrow(&value, {-1}); },
                                 "borrow: size -1 of dim 0 is negative"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)borrow(&value, {2, 2}, {1}); },
                                 "borrow: shape (2, 2) and strides (1) differ in length"));
  EXPECT_THROW((void)borrow(&value, {INT64_MAX, 2}), ValueError);
  EXPECT_THROW((void)borrow(&value, {2}, {INT64_MAX}), ValueError);
  EXPECT_THROW((void)borrow(&value, {2}, {INT64_MIN}), ValueError);
  EXPECT_THROW((void)borrow(&value, {3, 3}, {INT64_MAX / 2, -INT64_MAX / 2}), ValueError);
  EXPECT_THROW((void)borrow(&value, Dims::filled(65, 1)), ValueError);
  double wide = 0;
  EXPECT_THROW((void)borrow(&wide, {INT64_MAX / 4}), ValueError);
}

TEST(Adopt, GivesTheMemoryBackOnceAfterTheLastView) {
  int runs = 0;
  int* const data = new int[4]{1, 2, 3, 4};
  {
    Tensor<int> view;
    {
      const auto t = adopt(data, {2, 2}, {2, 1}, [&runs, data] {
        ++runs;
        delete[] data;
      });
      EXPECT_TRUE(is(t, {2, 2}, {1, 2, 3, 4}));
      EXPECT_EQ(t.storage().owners(), 1U);
      view = t.select(0, 1);
    }
    EXPECT_EQ(runs, 0);
    EXPECT_TRUE(is(view, {2}, {3, 4}));
  }
  EXPECT_EQ(runs, 1);
}

TEST(Adopt, TakesNegativeStrides) {
  int runs = 0;
  std::vector<int> values = counting(3);
  {
    const auto t = adopt(values.data() + 2, {3}, {-1}, [&runs] { ++runs; });
    EXPECT_TRUE(is(t, {3}, {2, 1, 0}));
  }
  EXPECT_EQ(runs, 1);
}

TEST(Adopt, RunsTheDeleterOnceWhenTheArgumentsAreRefused) {
  alignas(8) std::byte bytes[32] = {};
  auto* const good = reinterpret_cast<int*>(bytes);
  const auto runs_after = [](int* data, const Dims& shape, const Dims& strides) {
    int runs = 0;
    EXPECT_THROW((void)adopt(data, shape, strides, [&runs] { ++runs; }), ValueError);
    return runs;
  };
  EXPECT_EQ(runs_after(nullptr, {2}, {1}), 1);
  EXPECT_EQ(runs_after(reinterpret_cast<int*>(bytes + 1), {2}, {1}), 1);
  EXPECT_EQ(runs_after(good, {-1}, {1}), 1);
  EXPECT_EQ(runs_after(good, {2}, {1, 1}), 1);
  EXPECT_EQ(runs_after(good, {INT64_MAX, 2}, {1, 1}), 1);
  EXPECT_EQ(runs_after(good, {3}, {INT64_MAX}), 1);
}

TEST(Adopt, TakesDeletersThatCanOnlyBeMoved) {
  auto owned = std::make_unique<int[]>(3);
  owned[1] = 5;
  int* const data = owned.get();
  const auto t = adopt(data, {3}, {1}, [kept = std::move(owned)] {});
  EXPECT_TRUE(is(t, {3}, {0, 5, 0}));
}

TEST(AdoptVector, MovesItIn) {
  std::vector<int> values = counting(6);
  const int* const data = values.data();
  const auto t = adopt(std::move(values), {2, 3});
  EXPECT_EQ(t.data(), data);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(t.storage().owners(), 1U);
}

TEST(AdoptVector, MayBeLongerThanTheShape) {
  EXPECT_TRUE(is(adopt(counting(6), {2, 2}), {2, 2}, {0, 1, 2, 3}));
  EXPECT_TRUE(is(adopt(counting(1), {}), {}, {0}));
  EXPECT_TRUE(is(adopt(std::vector<int>{}, {0, 5}), {0, 5}, {}));
}

TEST(AdoptVector, KeepsTheVectorWhereItIsTooShort) {
  std::vector<int> values = counting(5);
  EXPECT_TRUE(throws<ValueError>([&] { (void)adopt(std::move(values), {2, 3}); },
                                 "adopt: shape (2, 3) needs 6 elements, but the vector has 5"));
  EXPECT_THROW((void)adopt(std::move(values), {-1}), ValueError);
  EXPECT_EQ(values.size(), 5U);  // NOLINT: that nothing was moved is what is tested
}

}  // namespace memory_test
