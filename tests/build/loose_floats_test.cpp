// What users compile with flags by which sums of floats may be reordered.
#include <string>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>
#include <ndx/ops/rounding.hpp>

namespace {

using namespace ndx;

template <class T>
class LooseFloats : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(LooseFloats, Types);

TYPED_TEST(LooseFloats, RemaindersAreExact) {
  const auto numbers = arange<TypeParam>(1000) + TypeParam(0.25);
  EXPECT_TRUE(array_equal(fmod(numbers, TypeParam(3)), arange(1000) % 3 + 0.25));
  EXPECT_TRUE(array_equal(-numbers % TypeParam(3), 2.75 - arange(1000) % 3));
  EXPECT_TRUE(array_equal(floor_divide(numbers, TypeParam(3)), floor_divide(arange(1000), 3)));
}

#ifdef __FAST_MATH__
TEST(FlagsOfFloats, AreNotMixedWithOthers) {
  EXPECT_NE(std::string(abi_tag()).find("_loose_"), std::string::npos) << abi_tag();
}
#endif

}  // namespace
