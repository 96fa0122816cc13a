#include <complex>

#include <ndx/interop/eigen/eigen_matrix.hpp>
#include <ndx/interop/eigen/eigen_products.hpp>

#include "support/expect.hpp"
#include "support/matmul_cases.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace {

TEST(Tensordot, OfAPart) {
  const auto t = counting({2, 2, 3});
  EXPECT_TRUE(is(tensordot(t[0], t[1], 2), {}, {145}));
}

template <class T>
class TensordotOfNumbers : public testing::Test {};
TYPED_TEST_SUITE(TensordotOfNumbers, matmul_cases::NumberTypes);

TYPED_TEST(TensordotOfNumbers, KeepsTheType) {
  using T = TypeParam;
  const auto x = counting({2, 3}).to<T>();
  EXPECT_TRUE(is(tensordot(x, x), {}, {T(55)}));
}

TEST(Tensordot, ContractsDims) {
  const auto p = counting({2, 3, 4});
  const auto q = counting({3, 4, 5});
  const std::vector<int> want{2530, 2596, 2662, 2728, 2794, 6490, 6700, 6910, 7120, 7330};
  EXPECT_TRUE(is(tensordot(p, q), {2, 5}, want));
  EXPECT_TRUE(is(tensordot(p, q.permute({1, 2, 0}), {1, 2}, {2, 0}), {2, 5}, want));
  EXPECT_TRUE(is(tensordot(p, q.permute({1, 2, 0}), {-1, 1}, {0, -1}), {2, 5}, want));
  EXPECT_TRUE(is(tensordot(tensor({1, 2}), tensor({3, 4, 5}), 0), {2, 3}, {3, 4, 5, 6, 8, 10}));
  EXPECT_TRUE(is(tensordot(tensor({1, 2}), tensor({3, 4}), 1), {}, {11}));
  EXPECT_TRUE(has_shape(tensordot(zeros({2, 0}), zeros({0, 3}), 1), {2, 3}));
}

TEST(Tensordot, RefusesDimsThatDoNotFit) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)tensordot(zeros({2}), zeros({2, 2})); },
                                 "tensordot: 2 dims of shapes (2) and (2, 2)"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)tensordot(zeros({2}), zeros({2}), -1); },
                                 "tensordot: -1 dims of shapes (2) and (2)"));
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)tensordot(zeros({2, 3}), zeros({2, 3}), 1); },
      "tensordot: dim 1 of shape (2, 3) and dim 0 of shape (2, 3) differ in size"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)tensordot(zeros({2, 3}), zeros({2, 3}), {0, 1}, {0}); },
                                 "tensordot: dims (0, 1) and (0) are not as many"));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)tensordot(zeros({2, 2}), zeros({2, 2}), {0, -2}, {0, 1}); },
                         "tensordot: dims (0, -2) name dim 0 twice"));
  EXPECT_TRUE(throws<IndexError>([] { (void)tensordot(zeros({2}), zeros({2}), {1}, {0}); },
                                 "tensordot: dim 1 is out of range for a tensor of rank 1"));
}

}  // namespace
