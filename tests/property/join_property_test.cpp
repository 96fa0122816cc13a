// Random tensors of any strides, joined along random dims, against a loop over coordinates.
#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/dense.hpp"

namespace join_property_test {

using namespace reference;

constexpr int kRounds = 400;

/// Tensors that agree, but perhaps in one dim, and rarely do not; the same as dense arrays.
template <class T>
struct Parts {
  Parts(RandomExpressions& random, const Shape& shape, std::size_t varied) {
    for (std::int64_t count = random.between(1, 4); count > 0; --count) {
      Shape own = shape;
      if (varied < own.size() && random.chance(70)) own[varied] = random.below(4);
      if (random.chance(3)) own.push_back(1);
      if (random.chance(3) && !own.empty()) own[0] += 1;
      if (random.chance(5)) own = {0};
      samples.emplace_back(random.strided(own, true), 40 * count);
      tensors.push_back(samples.back().tensor());
      arrays.push_back(samples.back().values(samples.back().view()));
    }
  }

  std::vector<Sample<T>> samples;  // whose memory the tensors borrow
  std::vector<ndx::Tensor<T>> tensors;
  std::vector<RefArray<T>> arrays;
};

/// Whether all shapes are those of the first, dim `varied` aside.
template <class T>
bool agree(const std::vector<RefArray<T>>& arrays, std::size_t varied) {
  for (const RefArray<T>& array : arrays) {
    if (array.shape.size() != arrays[0].shape.size()) return false;
    for (std::size_t d = 0; d < array.shape.size(); ++d)
      if (d != varied && array.shape[d] != arrays[0].shape[d]) return false;
  }
  return true;
}

template <class T>
RefArray<T> joined(const std::vector<RefArray<T>>& arrays, std::size_t dim) {
  Shape shape = arrays[0].shape;
  shape[dim] = 0;
  for (const RefArray<T>& array : arrays) shape[dim] += array.shape[dim];
  return dense<T>(shape, [&](Shape c) {
    std::size_t i = 0;
    for (; c[dim] >= arrays[i].shape[dim]; ++i) c[dim] -= arrays[i].shape[dim];
    return at(arrays[i], c);
  });
}

template <class T>
class JoinProperty : public testing::Test {};
using ElementTypes = testing::Types<bool, std::uint16_t, std::int32_t, double, Bytes3, Pair16>;
TYPED_TEST_SUITE(JoinProperty, ElementTypes);

TYPED_TEST(JoinProperty, CatIsAsALoopJoins) {
  using T = TypeParam;
  RandomExpressions random(61 + sizeof(T));
  for (int round = 0; round < kRounds; ++round) {
    const Shape shape = random.shape();
    const auto dim =
        static_cast<std::size_t>(random.below(static_cast<std::int64_t>(shape.size())));
    const Parts<T> parts(random, shape, dim);
    std::vector<RefArray<T>> counted;
    for (const RefArray<T>& array : parts.arrays)
      if (array.shape != Shape{0}) counted.push_back(array);
    if (counted.empty()) counted = parts.arrays;
    const auto rank = static_cast<std::int64_t>(counted[0].shape.size());
    auto said = static_cast<std::int64_t>(dim);
    if (said < rank && random.chance(50)) said -= rank;
    ndx::Tensor<T> result;
    const RefFaults thrown = fault_of([&] { result = cat(parts.tensors, said); });
    if (rank == 0 || !agree(counted, dim)) {
      ASSERT_NE(thrown & (kShapeFault | kIndexFault), 0u) << describe(thrown);
    } else if (said >= rank) {
      ASSERT_EQ(thrown, kIndexFault);
    } else {
      ASSERT_EQ(describe(thrown), describe(0));
      ASSERT_TRUE(same(result, joined(counted, dim))) << "round " << round << " dim " << said;
    }
  }
}

TYPED_TEST(JoinProperty, StackIsAsALoopJoins) {
  using T = TypeParam;
  RandomExpressions random(67 + sizeof(T));
  for (int round = 0; round < kRounds; ++round) {
    const Shape shape = random.shape();
    const Parts<T> parts(random, shape, shape.size());
    const auto rank = static_cast<std::int64_t>(parts.arrays[0].shape.size());
    const std::int64_t dim = random.between(0, rank);
    const std::int64_t said = dim - (random.chance(50) ? rank + 1 : 0);
    ndx::Tensor<T> result;
    const RefFaults thrown = fault_of([&] { result = stack(parts.tensors, said); });
    if (!agree(parts.arrays, static_cast<std::size_t>(rank))) {
      ASSERT_EQ(thrown, kShapeFault);
      continue;
    }
    Shape expected = parts.arrays[0].shape;
    expected.insert(expected.begin() + dim, static_cast<std::int64_t>(parts.arrays.size()));
    ASSERT_EQ(describe(thrown), describe(0));
    ASSERT_TRUE(same(result, dense<T>(expected,
                                      [&](Shape c) {
                                        const auto i = static_cast<std::size_t>(
                                            c[static_cast<std::size_t>(dim)]);
                                        c.erase(c.begin() + dim);
                                        return at(parts.arrays[i], c);
                                      })))
        << "round " << round << " dim " << said;
  }
}

TYPED_TEST(JoinProperty, HstackAndVstackAreCatAlongTheirDim) {
  using T = TypeParam;
  RandomExpressions random(71 + sizeof(T));
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = random.shape();
    if (shape.empty()) shape = {3};
    const bool list = shape.size() == 1;
    const std::size_t dims[] = {list ? 0U : 1U, 0U};  // of hstack, of vstack
    for (const bool vertical : {false, true}) {
      Parts<T> parts(random, shape, list && vertical ? shape.size() : dims[vertical ? 1 : 0]);
      bool joins = true;
      for (RefArray<T>& array : parts.arrays) {
        joins = joins && array.shape.size() == shape.size() && array.shape != Shape{0};
        if (list && vertical) array.shape.insert(array.shape.begin(), 1);
      }
      const std::size_t dim = dims[vertical ? 1 : 0];
      if (!joins || !agree(parts.arrays, dim)) continue;  // what cat refuses is tested above
      const auto result = vertical ? vstack(parts.tensors) : hstack(parts.tensors);
      ASSERT_TRUE(same(result, joined(parts.arrays, dim))) << "round " << round;
    }
  }
}

}  // namespace join_property_test
