// What users compile with flags by which sums of floats may be reordered and NaN is assumed away.
//
// NaN and infinity are written into memory as bits, since no value of a floating-point type may be one of them
// under -ffast-math.
#include <algorithm>
#include <complex>
#include <cstring>
#include <string>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>
#include <ndx/numpy.hpp>
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/math/rounding.hpp>
#include <ndx/statistics.hpp>

namespace {

using namespace ndx;

template <class T>
class LooseFloats : public testing::Test {
 protected:
  static constexpr std::uint64_t kUnusual[] = {0x7FF8000000000000, 0x7FF0000000000000,
                                               0xFFF0000000000000};
  static void store(std::uint64_t bits, T* to) {
    const std::uint32_t narrow = static_cast<std::uint32_t>(bits >> 63 << 31) | 0x7F800000U |
                                 static_cast<std::uint32_t>(bits >> 29 & 0x7FFFFF);
    if constexpr (sizeof(T) == sizeof narrow) {
      std::memcpy(to, &narrow, sizeof narrow);
    } else {
      std::memcpy(to, &bits, sizeof bits);
    }
  }

  /// Lists of NaN and infinities, alone and beside numbers.
  static std::vector<Tensor<T>> unusual(index_t count) {
    std::vector<Tensor<T>> lists;
    for (const std::uint64_t bits : kUnusual) {
      for (const index_t step : {1, 3}) {
        lists.push_back(arange(count).template to<T>());
        for (index_t i = 0; i < count; i += step) store(bits, lists.back().data() + i);
      }
    }
    return lists;
  }

  static void expect_inside(const Tensor<index_t>& positions, index_t size, const char* call) {
    for (const index_t position : positions) {
      EXPECT_GE(position, 0) << call << " of " << size;
      EXPECT_LT(position, size) << call << " of " << size;
    }
  }
  /// The nan forms may also find that all are NaN.
  template <class Call>
  static void expect_inside_or_none(const Call& call, index_t size, const char* name) {
    try {
      expect_inside(call(), size, name);
    } catch (const ValueError&) {
    }
  }
  static void expect_permutation(const Tensor<index_t>& order, index_t size) {
    EXPECT_TRUE(equal(sort(order).values, arange(size))) << size;
  }
};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(LooseFloats, Types);

TYPED_TEST(LooseFloats, RemaindersAreExact) {
  const auto numbers = arange<TypeParam>(1000) + TypeParam(0.25);
  EXPECT_TRUE(array_equal(fmod(numbers, TypeParam(3)), arange(1000) % 3 + 0.25));
  EXPECT_TRUE(array_equal(-numbers % TypeParam(3), 2.75 - arange(1000) % 3));
  EXPECT_TRUE(array_equal(floor_divide(numbers, TypeParam(3)), floor_divide(arange(1000), 3)));
}

TYPED_TEST(LooseFloats, PositionsOfExtremesAreInside) {
  for (const index_t count : {1, 8, 40, 1000}) {
    for (const auto& list : this->unusual(count)) {
      this->expect_inside(argmax(list), count, "argmax");
      this->expect_inside(argmin(list), count, "argmin");
      this->expect_inside(argmax(list, {.last = true}), count, "argmax, last");
      this->expect_inside(argmin(list, {.last = true}), count, "argmin, last");
      this->expect_inside(max(list, 0).indices, count, "max");
      this->expect_inside(min(list, 0).indices, count, "min");
      this->expect_inside(cummax(list, 0).indices, count, "cummax");
      this->expect_inside(topk(list, 1).indices, count, "topk");
      this->expect_inside_or_none([&] { return nanargmax(list); }, count, "nanargmax");
      this->expect_inside_or_none([&] { return nanargmin(list, 0); }, count, "nanargmin");
      const auto table = list.expand({20, count}).clone();
      this->expect_inside(argmax(table, 0), 20, "argmax of columns");
      this->expect_inside(argmax(table, 1), count, "argmax of rows");
      this->expect_inside(argmin(table.transpose(), 0), count, "argmin of transposed rows");
    }
  }
}

TYPED_TEST(LooseFloats, OrdersArePermutations) {
  for (const index_t count : {1, 8, 40, 1000}) {
    for (const auto& list : this->unusual(count)) {
      this->expect_permutation(argsort(list), count);
      this->expect_permutation(argpartition(list, count / 2), count);
      this->expect_permutation(argsort(list.template to<long double>()), count);
      this->expect_permutation(argsort(list + list.flip() * std::complex<TypeParam>(0, 1)), count);
      EXPECT_LE(unique(list).values.numel(), count);
      EXPECT_EQ(unique(list, {.return_inverse = true}).inverse.numel(), count);
      EXPECT_LE(nonzero(list).size(0), count);
    }
  }
}

TYPED_TEST(LooseFloats, HistogramsAndQuantilesReadNothingOutside) {
  for (const index_t count : {1, 8, 40, 1000}) {
    for (const auto& list : this->unusual(count)) {
      EXPECT_LE(sum(histogram(list, 4, {0, 5}).counts).item(), count);
      const auto edges = linspace<TypeParam>(0, 5, 6);
      EXPECT_LE(sum(histogram(list, edges).counts).item(), count);
      EXPECT_LE(max(searchsorted(edges, list)).item(), 6);
      EXPECT_EQ(quantile(list, {0.0, 0.3, 1.0}).numel(), 3);
      EXPECT_EQ(nanquantile(list, {0.0, 0.1, 0.3, 0.7, 1.0}).numel(), 5);
      EXPECT_EQ(median(list.template to<long double>()).numel(), 1);
    }
  }
}

#if !NDX_ADDRESS_SANITIZER  // with UBSan, which reports that NaN is converted to an integer
TYPED_TEST(LooseFloats, QuantilesOfFractionsThatAreNoNumbersReadNothingOutside) {
  for (const std::uint64_t bits : TestFixture::kUnusual) {
    auto q = zeros<TypeParam>({1});
    this->store(bits, q.data());
    try {
      const TypeParam element = quantile(arange<TypeParam>(10), q).template item<TypeParam>();
      EXPECT_TRUE(element >= 0 && element <= 9) << bits;
    } catch (const ValueError&) {
    }
  }
}
#endif

#ifdef __FAST_MATH__
TEST(FlagsOfFloats, AreNotMixedWithOthers) {
  EXPECT_NE(std::string(abi_tag()).find("_loose_"), std::string::npos) << abi_tag();
}
#endif

}  // namespace
